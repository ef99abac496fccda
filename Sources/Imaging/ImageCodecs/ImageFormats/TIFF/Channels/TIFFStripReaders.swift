internal import Caching
internal import Concurrency
internal import CTIFF
internal import ImageMetadata
internal import TilePyramid

/// Decodes large compressed strips a few rows at a time, from the top of each, by libtiff's scanlines.
///
/// A reader continues where the last read of its page and plane has ended, so that reading downward decodes each row once. It
/// caches the rows that it skips, because threads may ask for them in another order.
final class TIFFStripReaders: Sendable {
    /// The most pages and planes that are read in turn without starting again.
    static let limit = 32

    private struct Key: Hashable, Sendable {
        var file: String
        var page: Int
        var plane: Int
    }

    private let readers = SharedCache<Key, Locked<Reader>>(limit: limit)
    private let cache: TIFFBlockCache

    /// The position of a reader.
    private struct Reader {
        let handle = TIFFPageHandle(isMapped: true)
        var strip = -1
        /// The next row of the image.
        var row = 0
    }

    /// Creates readers that keep what they pass in a cache.
    init(_ cache: TIFFBlockCache) {
        self.cache = cache
    }

    /// Decodes a part of a strip.
    ///
    /// - Parameters:
    ///   - rows: the rows of the part.
    ///   - number: the number of the strip, counted as libtiff does.
    ///   - plane: the plane of the strip.
    ///   - page: the page.
    ///   - file: the file.
    ///   - key: the key of a part of the strip by its first row.
    /// - Returns: the part.
    /// - Throws: ``TIFFBlocks/Problem``, or ``CodecError`` when reading fails.
    func part(
        _ rows: Range<Int>, strip number: Int, plane: Int, of page: TIFFChannelPage, in file: TIFFChannelFile,
        key: (_ row: Int) -> TIFFBlockKey
    ) throws -> TIFFDecodedBlock {
        let own = Key(file: file.name, page: page.directory.start, plane: plane)
        let reader = readers.value(for: own) ?? Locked(Reader())
        readers.insert(reader, for: own, cost: 1)
        return try reader.withLock { reader in
            // Another thread may have passed it meanwhile.
            if let block = cache.value(for: key(rows.lowerBound)) { return block }
            let top = rows.lowerBound / page.block.height * page.block.height
            if reader.strip != number || reader.row > rows.lowerBound {
                reader.strip = number
                reader.row = top
            }
            try reader.handle.select(page, in: file)
            do {
                while true {
                    let part = page.partRows(showing: reader.row)
                    let block = try TIFFDecodedBlock(byteCount: part.count * page.rowBytes)
                    for row in part {
                        let target = block.memory + (row - part.lowerBound) * page.rowBytes
                        try reader.handle.read {
                            TIFFReadScanline($0, target, UInt32(clamping: row), UInt16(clamping: plane)) == 1
                        }
                    }
                    reader.row = part.upperBound
                    reader.handle.releasePages()
                    if part == rows { return block }
                    cache.insert(block, for: key(part.lowerBound), cost: block.byteCount)
                }
            } catch {
                // libtiff is in an undefined position after an error.
                reader = Reader()
                throw error
            }
        }
    }
}
