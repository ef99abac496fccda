internal import Caching
package import TileContainers

/// A hierarchy in a folder or a ZIP archive.
package struct ContainerZarrStore: ZarrStore {
    private let container: any ContainerReader
    /// Files that the container compresses, of which parts are read: the shards of an archive that was not only stored.
    private let unpacked = SingleFlightCache<String, [UInt8]?>(costLimit: unpackedByteLimit)

    /// The most bytes of unpacked files that are kept: the largest file of an archive.
    package static let unpackedByteLimit = ZIPArchive.fileByteLimit

    /// The keys of which a group or an array at the root has one.
    static let rootKeys = ["zarr.json", ".zgroup", ".zattrs", ".zarray"]

    /// Reads the files of a container.
    package init(_ container: any ContainerReader) {
        self.container = container
    }

    /// Opens a folder, or a ZIP archive, whose files may lie in one folder of the archive.
    ///
    /// - Throws: ``StoreError`` when the path is neither.
    package init(opening path: String) throws {
        if FileSystem.isFolder(path) {
            self.init(FolderContainerReader(path))
        } else {
            self.init(Self.files(of: try ZIPArchive(opening: path)))
        }
    }

    /// The files of a hierarchy in an archive, which may lie in one folder of it.
    package static func files(of archive: ZIPArchive) -> ZIPContainerReader {
        let isAtRoot = rootKeys.contains { archive.entry(of: $0) != nil }
        return ZIPContainerReader(archive: archive, prefix: isAtRoot ? "" : archive.rootFolder)
    }

    package var path: String { container.path }

    package func read(_ key: String, in range: Range<Int>) throws -> [UInt8]? {
        try check(key)
        return try wrappingStoreErrors {
            guard container.isCompressed(key), let size = try container.storedTile(key)?.byteCount,
                range.lowerBound > 0 || range.upperBound < size
            else { return try container.read(key, in: range) }
            let bytes = try unpacked.value(for: key, cost: { $0?.count ?? 0 }) { try container.read(key, limit: .max) }
            return bytes.map { Array($0[range.clamped(to: $0.indices)]) }
        }
    }

    package func byteCount(of key: String) throws -> Int? {
        try check(key)
        return try wrappingStoreErrors { try container.storedTile(key)?.byteCount }
    }

    /// Refuses keys that lead out of the container; keys are made of checked paths, so that there should be none.
    private func check(_ key: String) throws {
        guard ZarrPath.key(of: key, in: "") != nil else {
            throw StoreError(.malformed, path: path, "a name in it leads out of it: \(key).")
        }
    }
}
