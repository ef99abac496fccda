internal import Concurrency
internal import Glibc
internal import ImageMetadata
internal import Numbers
internal import TileContainers

/// Standard output and standard error, unbuffered.
///
/// Lines may contain names and metadata of any file, so their control characters are escaped here; only ``write(_:to:)``
/// writes text as it is.
package enum Console {
    /// A copy of standard error, which stays usable while descriptor 2 is redirected to silence a library.
    package static let standardError: Int32 = {
        let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        return copy < 0 ? STDERR_FILENO : copy
    }()

    /// Writes lines to standard error; failures are ignored.
    package static func message(_ lines: String...) {
        message(lines)
    }

    /// Writes lines to standard error; failures are ignored.
    package static func message(_ lines: [String]) {
        _ = write(text(lines), to: standardError)
    }

    /// Writes a message about a file, or another thing with a name, to standard error; failures are ignored.
    ///
    /// - Parameters:
    ///   - name: what comes before the colon, such as the tool and the file; it is written as it is, whatever words it has.
    ///   - text: the message; what it advises is worded with options, as by ``advised(_:)``.
    package static func message(about name: String, _ text: String) {
        message("\(name): \(advised(text))")
    }

    /// Writes the message of an error to standard error, in which the name of a file stays as it is.
    package static func message(_ tool: String, _ error: any Error) {
        switch error {
        case let error as CodecError: message(about: "\(tool): \(error.file)", error.message)
        case let error as StoreError: message(about: "\(tool): \(error.path)", error.message)
        default: message(about: tool, "\(error)")
        }
    }

    private static let remedies = Locked<CommandRemedies?>(nil)

    /// Names the command whose options messages may advise; before that they are written as they are.
    package static func advise(_ remedies: CommandRemedies) {
        self.remedies.withLock { $0 = remedies }
    }

    /// A message that names the options it advises, and only those of the command that was named with ``advise(_:)``.
    ///
    /// It is a sentence without the name of a file, which would be worded as well.
    package static func advised(_ message: String) -> String {
        let message = OptionWording.worded(message)
        guard message.contains(CommandRemedies.mark) else { return message }
        return remedies.withLock(\.self)?.adapted(message) ?? message
    }

    /// Writes a line to standard output; failures, such as a closed pipe, are ignored.
    package static func result(_ line: String) {
        _ = write(text([line]), to: STDOUT_FILENO)
    }

    /// Lines with their control characters escaped, each with a line feed at its end.
    package static func text(_ lines: [String]) -> String {
        lines.map { VisibleText.escaped($0) + "\n" }.joined()
    }

    /// Writes text as it is to a file descriptor; returns 0 or the value of `errno`.
    package static func write(_ text: String, to file: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Glibc.write(file, rest.baseAddress, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    return errno
                }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return 0
        }
    }

    /// Whether standard error is a terminal that can redraw a line.
    package static var canRedraw: Bool {
        guard isatty(standardError) == 1 else { return false }
        return getenv("TERM").map { String(cString: $0) } != "dumb"
    }

    /// The width of the terminal in columns; 80 if it is unknown.
    package static var terminalWidth: Int {
        var size = winsize()
        guard ioctl(standardError, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
