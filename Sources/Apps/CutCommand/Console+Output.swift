internal import Glibc
internal import ToolSupport

extension Console {
    /// Writes a line to standard output.
    ///
    /// A closed pipe, as in `tilecut … | head`, is not a failure.
    ///
    /// - Parameters:
    ///   - line: the text, without its line break.
    ///   - note: the state of the pyramid, with which the error message ends.
    /// - Throws: ``Failure`` when the line cannot be written.
    static func output(_ line: String, note: String = "The pyramid is complete.") throws(Failure) {
        let code = write(line + "\n", to: STDOUT_FILENO)
        if code != 0, code != EPIPE {
            throw Failure(
                file: "standard output", "writing failed: \(String(cString: strerror(code))). \(note)",
                status: .inputOutput)
        }
    }
}
