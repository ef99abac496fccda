internal import Glibc

/// The reason why a trace could not be written.
package struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, the fault and the remedy.
    package let description: String

    /// Creates the error of a system call, with its number.
    init(_ path: String, _ failure: String, _ number: Int32) {
        let reason = String(cString: strerror(number))
        description = "\(path): the trace \(failure): \(reason). Write it to another folder or disk."
    }
}
