internal import TilePyramid

/// The named files of a finished pyramid, wherever they are: in a folder or in an archive.
///
/// Names begin in the pyramid's own folder and have "/" between their parts. Calls may come from several threads.
protocol NamedFiles: Sendable {
    /// Where they are, for messages.
    var path: String { get }

    /// A file's bytes, or the first `limit` of them; nil when there is none of that name.
    ///
    /// - Throws: ``StoreError`` when there is one that cannot be read, and when all of them have vanished.
    func read(_ name: String, limit: Int) throws -> [UInt8]?

    /// Whether a file is there, without reading it.
    func stored(_ name: String) throws -> StoredTile?

    /// Names every file in the folder and the folders in it, in the order that is quickest to read.
    func forEachFile(_ body: (String, StoredTile) throws -> Void) throws
}
