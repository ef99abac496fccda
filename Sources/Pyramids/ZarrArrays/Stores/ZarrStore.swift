internal import Concurrency
internal import ImageMetadata
internal import TileContainers

/// The values of a Zarr hierarchy by their keys: files of a folder or an archive, or answers of a server.
///
/// Keys have no slash at the beginning and use "/" as the separator. Calls may come from several threads.
package protocol ZarrStore: Sendable {
    /// The path or the address of the hierarchy, for messages.
    var path: String { get }

    /// The number of values that are worth reading at a time; that of processors by default.
    var readerCount: Int { get }

    /// Reads the bytes of a range of a value, as far as the value has them; nil if there is no such key.
    ///
    /// - Throws: an error that names the file.
    func read(_ key: String, in range: Range<Int>) throws -> [UInt8]?

    /// Reads a whole value; nil if there is no such key.
    ///
    /// - Throws: an error that names the file, also when the value has more than `limit` bytes.
    func readWhole(_ key: String, limit: Int) throws -> [UInt8]?

    /// Reads the last `count` bytes of a value, or all of a shorter one; nil if there is no such key.
    func readLast(_ count: Int, of key: String) throws -> [UInt8]?

    /// The number of bytes of a value; nil if there is no such key.
    func byteCount(of key: String) throws -> Int?
}

extension ZarrStore {
    package var readerCount: Int { Processors.count }

    /// The default asks for the number of bytes first.
    package func readLast(_ count: Int, of key: String) throws -> [UInt8]? {
        guard let size = try byteCount(of: key) else { return nil }
        // Checked: neither number is negative.
        return try read(key, in: max(0, size - count)..<size)
    }

    /// The name of a value for messages.
    package func location(of key: String) -> String { key.isEmpty ? path : "\(path)/\(key)" }

    /// The default reads a range that ends one byte after the limit.
    package func readWhole(_ key: String, limit: Int) throws -> [UInt8]? {
        guard let bytes = try read(key, in: 0..<limit + 1) else { return nil }
        guard bytes.count <= limit else {
            throw CodecError(
                .damaged, file: location(of: key),
                "the file is damaged: it has more than the \(limit) bytes that are possible. Get it again from its source."
            )
        }
        return bytes
    }
}

/// The paths that metadata may name.
package enum ZarrPath {
    /// The longest path that is accepted, in bytes.
    package static let byteLimit = 1024

    /// Joins the key of a group and a path below it; nil for paths that could lead out of the group.
    package static func key(of path: String, in group: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard path.utf8.count <= byteLimit,
            parts.allSatisfy({ part in
                !part.isEmpty && part != "." && part != ".." && !part.utf8.contains { $0 < 0x20 || $0 == 0x5C }
            })
        else { return nil }
        return joined(group, path)
    }

    /// Joins two keys, either of which may be empty.
    package static func joined(_ group: String, _ key: String) -> String {
        group.isEmpty || key.isEmpty ? group + key : "\(group)/\(key)"
    }
}

/// Runs a reading operation, and throws errors of containers as those of images.
package func wrappingStoreErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as StoreError {
        let code: CodecError.Code =
            switch error.code {
            case .unreadable: .unreadable
            case .malformed: .damaged
            default: .inputOutput
            }
        throw CodecError(code, file: error.path, error.message)
    }
}
