internal import Files
internal import TileContainers

/// The name of the background that the user has chosen, stored in a file of the user.
///
/// Faults of reading and writing are ignored, because nothing depends on it.
public struct BackgroundStore: Hashable, Sendable {
    /// The path of the file.
    public var path: String

    /// The most bytes of a name.
    private static let nameLimit = 64

    /// Creates a store; its folder is created when it is needed.
    public init(path: String) {
        self.path = path
    }

    /// The store of the current user: `background` in the folder of ``RecentFiles/standard``; nil for a user without a home.
    public static var standard: BackgroundStore? {
        RecentFiles.standard.map { BackgroundStore(path: "\(FilePath.parent(of: $0.path))/background") }
    }

    /// Returns the name; nil if none is kept.
    ///
    /// Blocks while the disk is read.
    func read() -> String? {
        guard let bytes = (try? StateFile(path: path).read()) ?? nil else { return nil }
        let line = bytes.prefix(Self.nameLimit).prefix { $0 != UInt8(ascii: "\n") }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }

    /// Keeps a name; blocks while the disk is written.
    func keep(_ name: String) {
        try? StateFile(path: path).change { _ in Array("\(name)\n".utf8) }
    }
}
