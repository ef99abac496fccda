internal import CLinux
internal import CProcess
internal import Files
internal import Glibc

/// The rights that a process keeps when it gives up all others, before it works on untrusted data.
///
/// From ``enter()`` on, the process can read only the files and folders named here, and files that it has already open. It
/// writes no file, opens no connection, starts no program and no process, and reaches no other process. The kernel enforces
/// this for good, with Landlock and a filter of system calls (seccomp), as far as it has them (``SandboxSupport``): no fault of
/// a library can regain the rights.
///
/// Existing threads of the process keep their rights to files. So call ``enter()`` before any thread starts.
package struct Sandbox: Hashable, Sendable {
    /// The files that can still be read, and the folders with all of their contents; missing ones are ignored.
    package var readablePaths: [String]
    /// The descriptors of open files that can also be opened again, through `/proc/self/fd`.
    package var readableDescriptors: [Int32]

    /// Creates a sandbox with some readable files.
    package init(readablePaths: [String], readableDescriptors: [Int32] = []) {
        self.readablePaths = readablePaths
        self.readableDescriptors = readableDescriptors
    }

    /// Gives up all other rights, as far as the kernel has the means.
    ///
    /// - Throws: ``SandboxError`` when the kernel has the means and refuses them; the process then has to end.
    package func enter() throws(SandboxError) {
        let support = SandboxSupport.current
        guard support != .none else { return }
        try SandboxError.check(tk_forbid_new_privileges(), "PR_SET_NO_NEW_PRIVS")
        if let version = support.landlockVersion { try restrictFiles(version) }
        if support.filtersSystemCalls { try SandboxError.check(tk_filter_system_calls(), "seccomp") }
    }

    private func restrictFiles(_ version: Int) throws(SandboxError) {
        let rules = try LandlockRules(version: version)
        for path in readablePaths {
            // A pipe of that name would be waited for.
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            try rules.allowReading(descriptor)
        }
        for descriptor in readableDescriptors { try rules.allowReading(descriptor) }
        try rules.restrict()
    }
}
