internal import Glibc
internal import ToolSupport

extension Console {
    /// Writes a line to standard output; a failure is told with a note about what has been done all the same.
    ///
    /// - Throws: a failure unless the reader has merely gone away (`tilecut … | head`), which is the reader's choice.
    static func output(_ line: String, note: String = "The pyramid is complete.") throws(Failure) {
        let code = write(line + "\n", to: STDOUT_FILENO)
        if code != 0, code != EPIPE {
            throw Failure(
                file: "standard output", "writing failed: \(String(cString: strerror(code))). \(note)",
                status: .inputOutput)
        }
    }
}
