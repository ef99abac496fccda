import TestSupport
import PixelKernels
import Testing
import TilePyramid

/// A TIFF of JPEG tiles, written byte by byte (TIFF 6.0, and TIFF Technical Note 2 for the tables); the tiles are
/// encoded by libjpeg.
struct TiledJPEGFixture {
    var size: PixelSize
    var tile = PixelSize(width: 32, height: 32)
    var storage = Libjpeg.Storage(name: "4:2:0", sampling: [(2, 2), (1, 1), (1, 1)])
    /// Stores the tables of all tiles in the page's JPEGTables instead of the tiles.
    var hasSharedTables = true
    /// Leaves out the JFIF and Adobe segments, which declare the color space.
    var isUnmarked = true
    /// Changes the bytes of a tile, given its index.
    var change: (Int, inout [UInt8]) -> Void = { _, _ in }
    /// Changes the offset and byte count of a tile.
    var move: (Int, inout (offset: Int, count: Int)) -> Void = { _, _ in }
    /// Additional tags with one 32-bit value.
    var tags: [Int: Int] = [:]
    /// The samples; beyond the image tiles are black.
    var sample: (_ x: Int, _ y: Int, _ channel: Int) -> UInt8 = { x, y, channel in
        UInt8((x * 3 + y * (channel + 1) + (x / 8 + y / 8) % 2 * 40) % 200 + 20)
    }

    init(width: Int, height: Int) {
        size = PixelSize(width: width, height: height)
    }

    var columns: Int { (size.width + tile.width - 1) / tile.width }
    var rows: Int { (size.height + tile.height - 1) / tile.height }

    /// A tile as libjpeg encodes it.
    func jpeg(_ number: Int) -> [UInt8] {
        let left = number % columns * tile.width
        let top = number / columns * tile.height
        return Libjpeg.encode(width: tile.width, height: tile.height, as: storage) { x, y, channel in
            left + x < size.width && top + y < size.height ? sample(left + x, top + y, channel) : 0
        }
    }

    /// The segments before the scan, and the rest from the scan header on.
    static func parts(_ jpeg: [UInt8]) -> (segments: [[UInt8]], scan: [UInt8]) {
        var segments = [[UInt8]]()
        var place = 2
        while jpeg[place + 1] != 0xDA {
            let end = place + 2 + Int(jpeg[place + 2]) << 8 + Int(jpeg[place + 3])
            segments.append(Array(jpeg[place..<end]))
            place = end
        }
        return (segments, Array(jpeg[place...]))
    }

    /// A tile as it is stored in the TIFF.
    func stored(_ number: Int) -> [UInt8] {
        let (segments, scan) = Self.parts(jpeg(number))
        let left: [UInt8] = (hasSharedTables ? [0xDB, 0xC4] : []) + (isUnmarked ? [0xE0, 0xEE] : [])
        var bytes = [0xFF, 0xD8] + segments.filter { !left.contains($0[1]) }.joined() + scan
        change(number, &bytes)
        return bytes
    }

    /// The JPEGTables of the page.
    var tables: [UInt8] {
        [0xFF, 0xD8] + Self.parts(jpeg(0)).segments.filter { [0xDB, 0xC4].contains($0[1]) }.joined() + [0xFF, 0xD9]
    }

    /// The file: header, directory, tables, then tiles, so that a truncated file is usable.
    func file() -> [UInt8] {
        let channels = storage.sampling.count
        let blocks = (0..<columns * rows).map(stored)
        var values: [(tag: Int, type: Int, bytes: [[UInt8]])] = [
            (256, 4, [Self.long(size.width)]), (257, 4, [Self.long(size.height)]),
            (258, 3, Array(repeating: [8, 0], count: channels)), (259, 3, [[7, 0]]),
            (262, 3, [[channels == 1 ? 1 : storage.isRGB ? 2 : 6, 0]]), (277, 3, [[UInt8(channels), 0]]),
            (322, 4, [Self.long(tile.width)]), (323, 4, [Self.long(tile.height)]),
            (324, 4, blocks.map { _ in Self.long(0) }), (325, 4, blocks.map { Self.long($0.count) }),
        ]
        if hasSharedTables { values.append((347, 7, tables.map { [$0] })) }
        if let first = storage.sampling.first, channels == 3, !storage.isRGB {
            values.append((530, 3, [[UInt8(first.across), 0], [UInt8(first.down), 0]]))
        }
        values += tags.map { ($0.key, 4, [Self.long($0.value)]) }
        values.sort { $0.tag < $1.tag }
        let head = 8 + 2 + 12 * values.count + 4
        let outside = values.map { $0.bytes.joined().count }.filter { $0 > 4 }.reduce(0) { $0 + ($1 + 1) & ~1 }
        var place = head + outside
        let places = blocks.enumerated().map { number, block in
            var extent = (offset: place, count: block.count)
            place += block.count
            move(number, &extent)
            return extent
        }
        for index in values.indices where [324, 325].contains(values[index].tag) {
            values[index].bytes = places.map { Self.long(values[index].tag == 324 ? $0.offset : $0.count) }
        }
        var file: [UInt8] = [0x49, 0x49, 42, 0] + Self.long(8) + [UInt8(values.count), 0]
        var rest: [UInt8] = []
        for (tag, type, bytes) in values {
            file += [UInt8(tag & 255), UInt8(tag >> 8), UInt8(type), 0] + Self.long(bytes.count)
            let content = Array(bytes.joined())
            if content.count > 4 {
                file += Self.long(head + rest.count)
                rest += content + (content.count.isMultiple(of: 2) ? [] : [0])
            } else {
                file += content + Array(repeating: 0, count: 4 - content.count)
            }
        }
        return file + Self.long(0) + rest + Array(blocks.joined())
    }

    private static func long(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
}
