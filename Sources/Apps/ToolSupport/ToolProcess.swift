internal import CProcess
internal import Glibc
internal import ImageCodecs

/// The process of a tool.
package enum ToolProcess {
    /// The stack of the main thread, in bytes: what is usual on Linux.
    private static let stackBytes = 8 << 20

    /// The stack of other threads where address space is limited, in bytes: an eighth of what is usual.
    private static let smallStackBytes = 1 << 20

    /// Prepares the process; called first in `main`.
    ///
    /// Images whose decoders cannot be interrupted are decoded in a second process; this function does not return there.
    /// A crash writes one line instead of a backtrace, unless the environment variable SWIFT_BACKTRACE asks for one;
    /// where memory was refused, the process ends with ``ExitStatus/inputOutput``, and where the system refuses threads with
    /// ``ExitStatus/unavailable``.
    ///
    /// - Parameter tool: the name of the tool, which messages start with.
    package static func start(_ tool: String) {
        if isAddressSpaceLimited {
            tk_use_little_address_space(smallStackBytes)
        }
        tk_end_without_threads(
            Console.standardError,
            "\(tool): the system refuses more threads. Raise its limit (ulimit -u), or end other programs.\n",
            ExitStatus.unavailable.rawValue)
        // Before a thread is started: a decoder process gives up its rights for its first thread and those that follow.
        DecoderProcess.enable()
        if isAddressSpaceLimited {
            tk_end_without_memory()
        }
        // Files that grow beyond a limit, and pipes that are closed, make calls fail instead.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        if let settings = getenv("SWIFT_BACKTRACE"), !String(cString: settings).contains("enable=no") { return }
        let report = "\(tool): an internal error occurred. Please report it with this command.\n"
        let memory = "\(tool): \(noMemory)\n"
        tk_handle_crashes(
            Console.standardError, stackBytes, memory, ExitStatus.inputOutput.rawValue, report, 0, report, 0)
    }

    /// A warning with the remedy where decoders are not fully isolated; nil where they are.
    ///
    /// It names what a faulty decoder can reach, because the kernel lacks Landlock or seccomp.
    package static var sandboxWarning: String? { DecoderProcess.sandboxWarning }

    /// Decodes everything in decoder processes from here on, also what is decoded in this process otherwise.
    package static func isolateDecoding() { DecoderProcess.isolateEverything() }

    /// Names the image or pyramid that the tool works on from here on, for the line about memory that was refused.
    package static func begin(_ name: String, tool: String) {
        tk_set_memory_line("\(tool): \(name): \(noMemory)\n")
    }

    /// The fault and the remedy where memory was refused.
    private static let noMemory = "there is not enough memory. Use fewer threads, or allow more memory."

    /// Whether the process may use only some address space, as after `ulimit -v`.
    private static var isAddressSpaceLimited: Bool {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 && limit.rlim_cur < 4 << 30
    }
}
