internal import Caching
internal import Concurrency
internal import Numbers
internal import TileContainers

/// An open PMTiles file: its header, its root directory, and the leaf directories that were used last.
final class PMTilesArchive: Sendable {
    let file: any RandomAccessFile
    let header: PMTilesHeader
    let root: PMTilesDirectory
    /// The leaf directories that were read last, whose entries together take up to 6 MB.
    private let leaves = SharedCache<Int, PMTilesDirectory>(limit: PMTilesDirectory.entryLimit)

    /// The most bytes of a tile that are accepted.
    static let tileByteLimit = 1 << 28
    /// The most entries of all directories: so many in any case, and more for every byte of the file.
    ///
    /// Compressed, a thousand equal entries may take a few bytes; those of real tiles take about a byte or more each.
    static let entryLimit = (any: 1 << 19, perByte: 4)
    /// The most bytes of a compressed directory that are accepted.
    private static let directoryByteLimit = 8 << 20

    convenience init(opening path: String) throws { try self.init(OpenFile(reading: path)) }

    init(_ file: any RandomAccessFile) throws {
        self.file = file
        let path = file.path
        let size = try file.size()
        // The specification puts the root directory right after the header, so that one read gets both.
        let start = try file.read(min(size, PMTilesHeader.maximumRootEnd), at: 0)
        header = try PMTilesHeader(parsing: start, fileSize: size, path: path)
        // Vector tiles are compressed as well, and that is not what is wrong with them.
        _ = try PMTilesTileType.format(header.tileType, path: path)
        guard header.tileCompression == .none || header.tileCompression == .unknown else {
            throw StoreError(
                .malformed, path: path,
                "its tiles are compressed with \(header.tileCompression), which is not supported.")
        }
        // The metadata, and then the first tile or the first directory of tiles, are needed next.
        file.prefetch(header.metadata.range)
        root = try Self.directory(header.root, of: file, header)
        if let first = root.entries.first {
            let section = first.runLength > 0 ? header.tiles : header.leaves
            file.prefetch(section.offset, first.offset, Int(first.length))
        }
    }

    private static func directory(
        _ section: PMTilesHeader.Section, of file: any RandomAccessFile, _ header: PMTilesHeader
    ) throws -> PMTilesDirectory {
        guard section.length <= directoryByteLimit else {
            throw StoreError(.malformed, path: file.path, "a directory is too large to be read.")
        }
        return try PMTilesDirectory(
            reading: try file.read(section.length, at: section.offset), header.internalCompression, path: file.path)
    }

    /// The JSON metadata, decompressed.
    func readMetadata() throws -> [UInt8] {
        guard header.metadata.length <= PMTilesMetadata.byteLimit else {
            throw StoreError(.malformed, path: file.path, "the metadata is too large to be read.")
        }
        guard header.metadata.length > 0 else { return [] }
        return try PMTilesHeader.decompress(
            try file.read(header.metadata.length, at: header.metadata.offset), header.internalCompression,
            limit: PMTilesMetadata.byteLimit, name: "the metadata", path: file.path)
    }

    /// The entry of a tile; `nil` if there is no tile with this ID.
    func entry(of id: Int) throws -> PMTilesDirectory.Entry? {
        guard let entry = root.entry(of: id) else { return nil }
        guard entry.runLength == 0 else { return try checked(entry) }
        guard let found = try cachedLeaf(entry).entry(of: id) else { return nil }
        return try checked(found)
    }

    /// Calls `body` for every tile entry in the order of tile IDs.
    func forEachEntry(_ body: (PMTilesDirectory.Entry) throws -> Void) throws {
        let most = CheckedNumber.product(try file.size(), Self.entryLimit.perByte) ?? .max
        var left = max(Self.entryLimit.any, most)
        for (position, entry) in root.entries.enumerated() {
            guard entry.runLength == 0 else {
                try body(entry)
                continue
            }
            let next = position + 1 < root.entries.count ? root.entries[position + 1].id : PMTilesTileID.limit
            let leaf = try leaf(entry)
            // Many entries could lead to one such leaf, each time at the cost of decompressing it.
            guard !leaf.entries.isEmpty else { throw damaged("a leaf directory is empty") }
            left -= leaf.entries.count
            guard left >= 0 else { throw damaged("its directories have more entries than a file of its size can use") }
            for found in leaf.entries {
                guard found.id >= entry.id, found.end <= next else {
                    throw damaged("a leaf directory has tiles outside of its range")
                }
                try body(try checked(found))
            }
        }
    }

    /// The bytes of an entry's tile.
    func readTile(_ entry: PMTilesDirectory.Entry) throws -> [UInt8] {
        let entry = try checked(entry)
        return try file.read(Int(entry.length), at: header.tiles.offset + entry.offset)
    }

    /// The bytes of the first tile; `nil` if there are none.
    func firstTile() throws -> [UInt8]? {
        guard let first = root.entries.first else { return nil }
        return try entry(of: first.id).map(readTile)
    }

    /// The entry itself, if it is a tile entry that lies within the file.
    private func checked(_ entry: PMTilesDirectory.Entry) throws -> PMTilesDirectory.Entry {
        guard entry.runLength > 0 else { throw damaged("its directories are nested too deeply") }
        guard entry.offset <= header.tiles.length, Int(entry.length) <= header.tiles.length - entry.offset else {
            throw damaged("a tile is outside the section of tile data")
        }
        guard entry.length <= Self.tileByteLimit else { throw damaged("a tile would have \(entry.length) bytes") }
        return entry
    }

    private func cachedLeaf(_ entry: PMTilesDirectory.Entry) throws -> PMTilesDirectory {
        if let leaf = leaves.value(for: entry.offset) { return leaf }
        // Two threads may read the same leaf at once, which is better than blocking one of them.
        let leaf = try leaf(entry)
        leaves.insert(leaf, for: entry.offset, cost: leaf.entries.count)
        return leaf
    }

    func leaf(_ entry: PMTilesDirectory.Entry) throws -> PMTilesDirectory {
        guard entry.offset <= header.leaves.length, Int(entry.length) <= header.leaves.length - entry.offset else {
            throw damaged("a directory is outside the section of leaf directories")
        }
        let section = PMTilesHeader.Section(offset: header.leaves.offset + entry.offset, length: Int(entry.length))
        return try Self.directory(section, of: file, header)
    }

    func damaged(_ reason: String) -> StoreError { .damagedFile(file.path, reason) }
}
