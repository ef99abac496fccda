internal import CLinux
internal import CProcess
internal import Files
internal import Glibc

/// The rights that a process keeps when it gives up all others, before it works on data that it does not trust.
///
/// From ``enter()`` on, the process reads only the files and folders that are named here, and what it has open already.
/// It writes no file, opens no connection, starts no program and no process, and reaches no other process. The kernel
/// enforces that for good, with Landlock and a filter of system calls (seccomp), as far as it has them
/// (``SandboxSupport``): no fault of a library gets the rights back.
///
/// The threads that a process has already keep their rights to files. So it enters before it starts one.
package struct Sandbox: Hashable, Sendable {
    /// The files that can still be read, and the folders with all that is below them; those that do not exist are left
    /// out.
    package var readablePaths: [String]
    /// The descriptors of open files that can also be opened again, through `/proc/self/fd`.
    package var readableDescriptors: [Int32]

    /// Creates a sandbox in which some files can be read.
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
