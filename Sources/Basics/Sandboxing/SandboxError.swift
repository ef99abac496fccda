internal import Glibc

/// The failure of a system call that gives up rights.
package struct SandboxError: Error, Hashable, CustomStringConvertible {
    /// The name of the call.
    package var call: String
    /// The `errno` of the call.
    package var code: Int32

    /// Creates the error of a call.
    package init(call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    package var description: String { "\(call): \(String(cString: strerror(code)))" }

    /// Throws unless a call has returned 0.
    static func check(_ result: Int32, _ call: String) throws(SandboxError) {
        guard result == 0 else { throw SandboxError(call: call, code: errno) }
    }
}
