internal import Numbers
internal import TileContainers

/// The entries of one PMTiles directory, in the order of tile IDs.
///
/// A directory is a list of varints: the number of entries, then all tile IDs (delta-encoded), run lengths, lengths and
/// offsets (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md, "Directories").
struct PMTilesDirectory: Hashable {
    /// A run of tiles with the same bytes, or a leaf directory.
    struct Entry: Hashable {
        /// The tile ID of the first tile.
        var id: Int
        /// The offset in the section of tile data, or in that of leaf directories.
        var offset: Int
        /// The number of bytes.
        var length: UInt32
        /// The number of tiles; 0 for a leaf directory.
        var runLength: UInt32

        /// The tile ID after the last tile.
        var end: Int { id + Int(runLength) }
    }

    /// The most entries of a directory that are accepted; known writers produce some thousand.
    static let entryLimit = 1 << 18
    /// The most bytes of an uncompressed entry: the varints of 64, 32, 32 and 64 bits.
    private static let entryByteLimit = 10 + 5 + 5 + 10

    var entries: [Entry]

    /// The entry that contains a tile ID, or the leaf directory to look in; `nil` if there is none.
    ///
    /// - Complexity: O(log(number of entries)).
    func entry(of id: Int) -> Entry? {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].id <= id {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low > 0 else { return nil }
        let entry = entries[low - 1]
        return entry.runLength == 0 || id < entry.end ? entry : nil
    }

    /// The uncompressed directory of some entries.
    static func bytes(of entries: ArraySlice<Entry>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(8 * entries.count)
        func append(_ number: Int) {
            // Checked: written, not read.
            var rest = UInt64(number)
            while rest >= 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            // Checked: below 128.
            bytes.append(UInt8(rest))
        }
        append(entries.count)
        var last = 0
        for entry in entries {
            append(entry.id - last)
            last = entry.id
        }
        for entry in entries { append(Int(entry.runLength)) }
        for entry in entries { append(Int(entry.length)) }
        // 0 means contiguous with the previous entry, so the first entry is never 0.
        var next: Int?
        for entry in entries {
            append(entry.offset == next ? 0 : entry.offset + 1)
            next = entry.offset + Int(entry.length)
        }
        return bytes
    }
}

extension PMTilesDirectory {
    /// Parses a compressed directory.
    ///
    /// - Parameters:
    ///   - compressed: the bytes in the file.
    ///   - compression: the compression of these bytes.
    ///   - path: the file, for error messages.
    /// - Throws: ``StoreError`` when the directory is damaged, or the compression is not supported.
    init(reading compressed: [UInt8], _ compression: PMTilesHeader.Compression, path: String) throws {
        // Checked: constants.
        let limit = Self.entryLimit * Self.entryByteLimit
        let bytes = try PMTilesHeader.decompress(
            compressed, compression, limit: limit, name: "a directory", path: path)
        try self.init(parsing: bytes, path: path)
    }

    /// Parses an uncompressed directory.
    init(parsing bytes: [UInt8], path: String) throws {
        var reader = VarintReader(bytes: bytes)
        func damaged(_ reason: String) -> StoreError {
            StoreError(.malformed, path: path, "a directory is damaged: \(reason).")
        }
        func next(_ limit: Int) throws -> Int {
            guard let number = reader.next() else { throw damaged("it ends too early") }
            guard let number = CheckedNumber.integer(number, in: 0...limit) else {
                throw damaged("a number in it is too large")
            }
            return number
        }
        // Every entry takes four varints of at least one byte.
        let count = try next(.max)
        guard count <= bytes.count / 4 else { throw damaged("it is too short for its \(count) entries") }
        guard count <= Self.entryLimit else {
            throw damaged("it has \(count) entries, and up to \(Self.entryLimit) are read")
        }
        entries = Array(repeating: Entry(id: 0, offset: 0, length: 0, runLength: 0), count: count)
        var id = 0
        for position in 0..<count {
            let step = try next(PMTilesTileID.limit)
            guard position == 0 || step > 0, id + step < PMTilesTileID.limit else {
                throw damaged("its tiles are not in order")
            }
            id += step
            entries[position].id = id
        }
        for position in 0..<count {
            // Checked: the limit of the number that is read.
            entries[position].runLength = UInt32(try next(Int(UInt32.max)))
            let following = position + 1 < count ? entries[position + 1].id : PMTilesTileID.limit
            guard entries[position].end <= following else { throw damaged("a tile is in it twice") }
        }
        for position in 0..<count {
            // Checked: the limit of the number that is read.
            entries[position].length = UInt32(try next(Int(UInt32.max)))
            guard entries[position].length > 0 else { throw damaged("it has an entry without bytes") }
        }
        var end: Int?
        for position in 0..<count {
            let number = try next(1 << 62)
            guard let offset = number > 0 ? number - 1 : end else { throw damaged("its first entry has no offset") }
            entries[position].offset = offset
            end = CheckedNumber.sum(offset, Int(entries[position].length))
            guard end != nil else { throw damaged("a number in it is too large") }
        }
        guard reader.position == bytes.count else { throw damaged("it has bytes after its last entry") }
    }
}

/// Reads varints: seven bits per byte, the lowest first.
private struct VarintReader {
    let bytes: [UInt8]
    var position = 0

    /// The next number; `nil` at the end of the bytes, and for a number of more than 64 bits.
    mutating func next() -> UInt64? {
        var number: UInt64 = 0
        // Checked: a constant.
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            guard position < bytes.count else { return nil }
            let byte = bytes[position]
            position += 1
            if shift == 63, byte > 1 { return nil }
            // Checked: a byte.
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
        }
        return nil
    }
}
