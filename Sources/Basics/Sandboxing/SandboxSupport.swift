internal import CLinux
internal import CProcess

/// The means of the kernel to take rights from a process.
///
/// Older kernels lack them, and containers may forbid them.
package struct SandboxSupport: Hashable, Sendable, CustomStringConvertible {
    /// The version of Landlock's interface; nil without Landlock.
    ///
    /// It limits access to files (Linux 5.13), from version 4 on also to TCP ports, and from version 6 on also signals.
    package var landlockVersion: Int?
    /// Whether system calls can be filtered (seccomp, Linux 4.14, on x86-64 and AArch64).
    package var filtersSystemCalls: Bool

    /// No means at all.
    package static let none = SandboxSupport(landlockVersion: nil, filtersSystemCalls: false)

    /// The means of the running kernel.
    package static let current: SandboxSupport = {
        let version = Int(tk_landlock_version())
        return SandboxSupport(
            landlockVersion: version > 0 ? version : nil, filtersSystemCalls: tk_can_filter_system_calls() != 0)
    }()

    /// Creates a description of the available means.
    package init(landlockVersion: Int?, filtersSystemCalls: Bool) {
        self.landlockVersion = landlockVersion
        self.filtersSystemCalls = filtersSystemCalls
    }

    /// The means in words, such as "Landlock 7 and a filter of system calls".
    package var description: String {
        let means = [landlockVersion.map { "Landlock \($0)" }, filtersSystemCalls ? "a filter of system calls" : nil]
        let words = means.compactMap { $0 }.joined(separator: " and ")
        return words.isEmpty ? "none" : words
    }
}
