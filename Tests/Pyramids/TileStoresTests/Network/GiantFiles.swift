import ImageMetadata
import TestSupport
import TilePyramid

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

/// Files of more than a gigabyte whose bytes are made when they are asked for.
enum GiantFiles {
    /// Parts of a file that follow each other with nothing between, and make their own bytes.
    private struct Layout: Sendable {
        private(set) var parts: [(start: Int, bytes: [UInt8])] = []
        private(set) var size = 0

        mutating func append(_ bytes: [UInt8]) {
            parts.append((size, bytes))
            size += bytes.count
        }

        /// The last part that begins at or before an offset.
        private func part(at offset: Int) -> Int {
            var low = 0
            var high = parts.count - 1
            while low < high {
                let middle = (low + high + 1) / 2
                if parts[middle].start <= offset { low = middle } else { high = middle - 1 }
            }
            return low
        }

        func bytes(_ range: Range<Int>) -> [UInt8] {
            var bytes: [UInt8] = []
            var number = part(at: range.lowerBound)
            while range.lowerBound + bytes.count < range.upperBound {
                let (start, content) = parts[number]
                let from = range.lowerBound + bytes.count - start
                bytes += content[from..<min(content.count, range.upperBound - start)]
                number += 1
            }
            return bytes
        }
    }

    /// A map of the world at zooms 0 to 8, 87,381 tiles of 14,000 bytes, with directories of 4096 tiles as `pmtiles` makes
    /// them; 1.2 GB.
    static func pmtiles() throws -> ServedFile {
        let tile = try self.tile(14_000)
        let count = PMTilesTileID.first(of: 9)
        let entries = (0..<count).map {
            PMTilesDirectory.Entry(id: $0, offset: $0 * tile.count, length: UInt32(tile.count), runLength: 1)
        }
        var leaves = [UInt8]()
        var root = [PMTilesDirectory.Entry]()
        for start in stride(from: 0, to: count, by: 4096) {
            let leaf = PMTilesDirectory.bytes(of: entries[start..<min(start + 4096, count)])
            root.append(.init(id: start, offset: leaves.count, length: UInt32(leaf.count), runLength: 0))
            leaves += leaf
        }
        let rootBytes = PMTilesDirectory.bytes(of: root[...])
        let metadata = Array(#"{"name":"giant"}"#.utf8)
        var header = PMTilesHeader()
        header.internalCompression = .none
        header.tileType = 3
        header.maxZoom = 8
        header.isClustered = true
        header.root = .init(offset: PMTilesHeader.length, length: rootBytes.count)
        header.metadata = .init(offset: header.root.end, length: metadata.count)
        header.leaves = .init(offset: header.metadata.end, length: leaves.count)
        header.tiles = .init(offset: header.leaves.end, length: count * tile.count)
        var layout = Layout()
        layout.append(header.bytes + rootBytes + metadata + leaves)
        for _ in 0..<count { layout.append(tile) }
        return ServedFile(size: layout.size) { [layout] in layout.bytes($0) }
    }

    /// A cloud-optimized TIFF as GDAL lays it out: 98,304×81,920 pixels in 30,720 tiles of 30,000 bytes, and eight reduced
    /// images; all directories with their tables first, then the tiles, the smallest image first; 1.2 GB.
    static func cloudOptimizedTIFF() throws -> ServedFile {
        let tile = [UInt8](repeating: 7, count: 30_000)
        let sizes = (0...8).map { PixelSize(width: 98_304 >> $0, height: 81_920 >> $0) }
        let counts = sizes.map { ($0.width + 511) / 512 * (($0.height + 511) / 512) }
        func directory(_ level: Int, firstTile: Int) -> TIFFDirectoryBuilder {
            var builder = TIFFDirectoryBuilder()
            builder[.newSubfileType] = .longs([level == 0 ? 0 : 1])
            builder[.imageWidth] = .longs([sizes[level].width])
            builder[.imageLength] = .longs([sizes[level].height])
            builder[.bitsPerSample] = .shorts([8, 8, 8])
            builder[.compression] = .shorts([TIFFCompression.webP.rawValue])
            builder[.photometric] = .shorts([2])
            builder[.samplesPerPixel] = .shorts([3])
            builder[.planarConfiguration] = .shorts([1])
            builder[.tileWidth] = .shorts([512])
            builder[.tileLength] = .shorts([512])
            builder[.tileOffsets] = .computedOffsets(count: counts[level]) { firstTile + $0 * tile.count }
            builder[.tileByteCounts] = .computedLongs(count: counts[level]) { _ in tile.count }
            return builder
        }
        let lengths = sizes.indices.map { directory($0, firstTile: 0).size(isBigTIFF: false) }
        let tilesStart = 8 + lengths.reduce(0, +)
        var head = TIFFHeader.bytes(firstDirectory: 8, isBigTIFF: false)
        for level in sizes.indices {
            let smaller = counts[(level + 1)...].reduce(0, +)
            let next = level == sizes.count - 1 ? 0 : head.count + lengths[level]
            head += directory(level, firstTile: tilesStart + smaller * tile.count)
                .bytes(at: head.count, next: next, isBigTIFF: false)
        }
        var layout = Layout()
        layout.append(head)
        for _ in 0..<counts.reduce(0, +) { layout.append(tile) }
        return ServedFile(size: layout.size) { [layout] in layout.bytes($0) }
    }

    /// An SZI of 40,000×30,000 pixels in tiles of 254 that have 55,000 bytes; 1.4 GB.
    static func szi() throws -> ServedFile {
        let tile = try self.tile(55_000)
        let pyramid = Pyramid(size: PixelSize(width: 40_000, height: 30_000), tileSize: 254)
        let descriptor = """
            <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="jpg" Overlap="0" TileSize="254">
            <Size Width="40000" Height="30000"/></Image>
            """
        var layout = Layout()
        var directory = [UInt8]()
        func append(_ name: String, _ bytes: [UInt8], _ entry: (Int) -> ZIPEntry) {
            let entry = entry(layout.size)
            layout.append(ZIPRecords.localHeader(entry, name: name))
            layout.append(bytes)
            ZIPRecords.appendCentralHeader(entry, name: name, to: &directory)
        }
        func entry(_ bytes: [UInt8]) -> (Int) -> ZIPEntry {
            let checksum = crc32(bytes)
            return { offset in
                ZIPEntry(
                    offset: offset, compressedSize: UInt32(bytes.count), size: UInt32(bytes.count), checksum: checksum,
                    method: ZIPEntry.stored, flags: 0)
            }
        }
        let text = Array(descriptor.utf8)
        let properties = Array("<properties/>".utf8)
        append("big/big.dzi", text, entry(text))
        append("big/vips-properties.xml", properties, entry(properties))
        let tileEntry = entry(tile)
        for index in pyramid.indices {
            append("big/big_files/\(index.level)/\(index.column)_\(index.row).jpg", tile, tileEntry)
        }
        let start = layout.size
        let count = pyramid.indices.count + 2
        layout.append(directory)
        layout.append(ZIPRecords.end(count: count, directory: start, length: directory.count))
        return ServedFile(size: layout.size) { [layout] in layout.bytes($0) }
    }

    /// A JPEG of 256×256 pixels, filled up to a number of bytes.
    private static func tile(_ count: Int) throws -> [UInt8] {
        let fixture = try TIFFPyramidFixture()
        let tile = try fixture.tile(TileIndex(level: 0, column: 0, row: 0), size: PixelSize(width: 256, height: 256))
        return tile + [UInt8](repeating: 0, count: count - tile.count)
    }

    /// The CRC-32 of a file in an archive, bit by bit (ISO 3309).
    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }
}
