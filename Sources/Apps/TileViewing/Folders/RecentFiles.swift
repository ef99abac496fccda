internal import Controls
internal import FilePyramids
internal import Files
internal import Glibc
internal import TileContainers

/// The files that were opened last, the latest first, stored in a file of the user.
///
/// The file has one absolute path on each line. It is replaced as a whole, and only its owner can read it. Faults of reading
/// and writing are ignored, because nothing depends on the list.
public struct RecentFiles: Hashable, Sendable {
    /// The path of the file.
    public var path: String

    /// The most files in the list.
    public static let limit = 10
    /// The most bytes of the file that are read.
    private static let byteLimit = 1 << 16

    /// Creates a list; its folder is created when it is needed.
    public init(path: String) {
        self.path = path
    }

    /// The list of the current user; nil for a user without a home.
    ///
    /// It is `tilekit/recent` in `$XDG_STATE_HOME`, or in `~/.local/state` if that is not set. Follows the XDG Base Directory
    /// Specification (https://specifications.freedesktop.org/basedir-spec), which ignores relative paths.
    public static var standard: RecentFiles? {
        standardPath(PathText.variable).map(RecentFiles.init)
    }

    /// The standard path for an environment whose variables a closure returns.
    static func standardPath(_ variable: (_ name: String) -> String?) -> String? {
        func folder(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        return (folder("XDG_STATE_HOME") ?? folder("HOME").map { "\($0)/.local/state" }).map { "\($0)/tilekit/recent" }
    }

    /// The path of another file of the user's state, beside the list.
    func path(besides name: String) -> String { "\(FilePath.parent(of: path))/\(name)" }

    /// Returns the files that still exist, and the addresses, the latest first; blocks while the disk is read.
    public func read() -> [String] {
        Array(stored.filter { Self.keepsAddress($0) || access($0, F_OK) == 0 }.prefix(Self.limit))
    }

    /// Puts a file first, and drops missing files and files beyond ``limit``; blocks while the disk is written.
    ///
    /// - Parameter file: its path or address; a path with a line break or an address with a password is not added.
    public func add(_ file: String) {
        guard let file = Self.absolute(file), !file.utf8.contains(UInt8(ascii: "\n")) else { return }
        let files = ([file] + read().filter { $0 != file }).prefix(Self.limit)
        try? write(Array(files))
    }

    /// Whether an address may be written to a file of the user: it has no name and password.
    static func keepsAddress(_ address: String) -> Bool {
        PyramidLocation(address).isRemote
            && !address.split(separator: "/", maxSplits: 2).dropFirst().prefix(1).contains { $0.contains("@") }
    }

    /// All paths in the file.
    private var stored: [String] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.byteLimit)
        let count = bytes.withUnsafeMutableBytes { try? DescriptorIO.read(into: $0, from: descriptor) }
        let lines = bytes.prefix(count ?? 0).split(separator: UInt8(ascii: "\n"))
        return lines.map(PathText.text).filter { $0.hasPrefix("/") || Self.keepsAddress($0) }
    }

    private func write(_ files: [String]) throws {
        PrivateFolder.create(FilePath.parent(of: path))
        let file = try AtomicFile(path, mayReplace: true)
        fchmod(file.descriptor, 0o600)
        let bytes = files.flatMap { PathText.bytes(of: "\($0)\n") }
        try bytes.withUnsafeBytes { try DescriptorIO.write($0, to: file.descriptor) }
        try file.commit()
    }

    /// The path of a file that does not depend on the current folder; nil if its folder does not exist.
    static func absolute(_ file: String) -> String? {
        if PyramidLocation(file).isRemote { return Self.keepsAddress(file) ? file : nil }
        guard let folder = realpath(FilePath.parent(of: file), nil) else { return nil }
        defer { free(folder) }
        let parent = PathText.text(folder)
        let name = FilePath.name(of: file)
        // "." and ".." are not names.
        if name == "." || name == ".." || name == "/" {
            guard let whole = realpath(file, nil) else { return nil }
            defer { free(whole) }
            return PathText.text(whole)
        }
        return parent == "/" ? "/\(name)" : "\(parent)/\(name)"
    }
}
