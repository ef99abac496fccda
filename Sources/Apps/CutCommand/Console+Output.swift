internal import Glibc
internal import ToolSupport

extension Console {
    /// Writes the report on a pyramid to standard output, or to standard error if the pyramid has gone there.
    static func report(_ lines: [String], on location: OutputLocation) throws(Failure) {
        if location.isStandardOutput { message(lines) } else { try output(lines) }
    }

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
