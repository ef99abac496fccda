internal import Glibc
internal import ToolSupport

extension Console {
    /// Writes lines to standard output.
    ///
    /// A closed pipe, as in `tilecut … | head`, is not a failure.
    ///
    /// - Parameters:
    ///   - lines: the text; its control characters are escaped.
    ///   - note: the state of the pyramid, with which the error message ends.
    /// - Throws: ``Failure`` when they cannot be written.
    static func output(_ lines: [String], note: String = "The pyramid is complete.") throws(Failure) {
        let code = write(text(lines), to: STDOUT_FILENO)
        if code != 0, code != EPIPE {
            throw Failure(
                file: "standard output", "writing failed: \(String(cString: strerror(code))). \(note)",
                status: .inputOutput)
        }
    }
}
