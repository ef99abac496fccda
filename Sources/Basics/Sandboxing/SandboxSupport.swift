internal import CLinux
internal import CProcess

/// The means by which the kernel lets a process give up rights.
///
/// Older kernels lack them, and containers may forbid them.
package struct SandboxSupport: Hashable, Sendable, CustomStringConvertible {
    /// The version of Landlock's interface, which limits access to files (Linux 5.13), from 4 on TCP ports, and from 6 on
    /// signals; nil without Landlock.
    package var landlockVersion: Int?
    /// Whether system calls can be filtered (seccomp, Linux 4.14, on x86-64 and AArch64).
    package var filtersSystemCalls: Bool

    /// Neither of them.
    package static let none = SandboxSupport(landlockVersion: nil, filtersSystemCalls: false)

    /// The means of the running kernel.
    package static let current: SandboxSupport = {
        let version = Int(tk_landlock_version())
        return SandboxSupport(
            landlockVersion: version > 0 ? version : nil, filtersSystemCalls: tk_can_filter_system_calls() != 0)
    }()

    /// Creates a statement of what there is.
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
