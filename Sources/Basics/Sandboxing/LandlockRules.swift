internal import CLinux
internal import Glibc

/// A set of rules of Landlock that refuses everything that its version knows, but reading of what is allowed.
final class LandlockRules {
    private let descriptor: Int32

    /// LANDLOCK_ACCESS_FS_READ_FILE.
    private static let readFile: UInt64 = 1 << 2
    /// LANDLOCK_ACCESS_FS_READ_DIR.
    private static let readFolder: UInt64 = 1 << 3
    /// Binding and connecting of TCP ports, LANDLOCK_ACCESS_NET_BIND_TCP and LANDLOCK_ACCESS_NET_CONNECT_TCP.
    private static let ports: UInt64 = 3
    /// Abstract UNIX sockets and signals to processes outside, LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET and
    /// LANDLOCK_SCOPE_SIGNAL.
    private static let scopes: UInt64 = 3

    /// Creates a set that allows nothing.
    ///
    /// - Parameter version: the version of the kernel's interface.
    /// - Throws: ``SandboxError`` when the kernel refuses it.
    init(version: Int) throws(SandboxError) {
        // The number of rights to files in each version: linking between folders came second, truncating third, and
        // control of devices fifth.
        let rights = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13
        descriptor = tk_landlock_create(
            (1 << rights) - 1, version >= 4 ? Self.ports : 0, version >= 6 ? Self.scopes : 0, Int32(version))
        try SandboxError.check(descriptor < 0 ? -1 : 0, "landlock_create_ruleset")
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Allows that an open file, or everything below an open folder, is read.
    ///
    /// - Throws: ``SandboxError`` when the kernel refuses it.
    func allowReading(_ file: Int32) throws(SandboxError) {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw SandboxError(call: "fstat", code: errno) }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        let result = tk_landlock_allow(
            descriptor, file, isFolder ? Self.readFile | Self.readFolder : Self.readFile)
        // Files in memory (memfd_create) belong to no folder: there are no rules for them, and they are always allowed.
        guard result == 0 || errno != EBADFD else { return }
        try SandboxError.check(result, "landlock_add_rule")
    }

    /// Applies the rules for good to this thread, and to the threads that it starts.
    ///
    /// - Throws: ``SandboxError`` when the kernel refuses it.
    func restrict() throws(SandboxError) {
        try SandboxError.check(tk_landlock_restrict(descriptor), "landlock_restrict_self")
    }
}
