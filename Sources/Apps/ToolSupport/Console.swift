internal import Glibc

/// Standard output and standard error, unbuffered.
public enum Console {
    /// Standard error as it was when it was first written to: who silences a library takes its number away for a while.
    package static let standardError: Int32 = {
        let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        return copy < 0 ? STDERR_FILENO : copy
    }()

    /// Writes a line to standard error; there is nobody to tell when that fails.
    public static func message(_ line: String) {
        _ = write(line + "\n", to: standardError)
    }

    /// Writes a line to standard output; that nobody reads it is the reader's choice.
    public static func result(_ line: String) {
        _ = write(line + "\n", to: STDOUT_FILENO)
    }

    /// Writes text as it is; returns 0 or the system's error number.
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

    /// Columns of the terminal; 80 where it does not say.
    package static var terminalWidth: Int {
        var size = winsize()
        guard ioctl(standardError, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
