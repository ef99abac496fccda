import ImageCodecs
import ImageSources
import PixelKernels
import TilePyramid
import TileStores

/// A test image that looks different everywhere, with waves and a line at every 64th pixel, and its tiles.
struct ReferenceImage {
    /// Red, green and blue, from 0 to 255 each.
    typealias Color = SIMD4<Int32>

    let pyramid: Pyramid
    /// The pixels of each level, row by row.
    private var levels: [[Color]]

    init(_ pyramid: Pyramid) {
        self.pyramid = pyramid
        let size = pyramid.size
        levels = [(0..<size.area).map { Self.color($0 % size.width, $0 / size.width) }]
        for (level, finer) in zip(pyramid.levels, pyramid.levels.dropFirst()).reversed() {
            let pixels = levels[0]
            let half = (0..<level.size.area).map { position -> Color in
                let x = position % level.size.width * 2
                let y = position / level.size.width * 2
                let right = min(x + 1, finer.size.width - 1)
                let below = min(y + 1, finer.size.height - 1)
                let rows = (y * finer.size.width, below * finer.size.width)
                return (pixels[rows.0 + x] &+ pixels[rows.0 + right] &+ pixels[rows.1 + x] &+ pixels[rows.1 + right])
                    / 4
            }
            levels.insert(half, at: 0)
        }
    }

    private static func color(_ x: Int, _ y: Int) -> Color {
        if x % 64 == 0 || y % 64 == 0 { return [250, 250, 60, 0] }
        return [Int32(x / 3 + 60), Int32(y / 2 + 60), Int32((x / 7 + y / 5) % 2 * 90 + 100), 0]
    }

    /// The color of a pixel of a level; white outside.
    func color(level: Int, _ x: Int, _ y: Int) -> Color {
        let size = pyramid.levels[level].size
        let isInside = x >= 0 && y >= 0 && x < size.width && y < size.height
        return isInside ? levels[level][y * size.width + x] : [255, 255, 255, 0]
    }

    /// The mean color of the full-size pixels around a point inside the image.
    func mean(aroundX x: Double, y: Double, side: Double) -> Color {
        let level = pyramid.finestLevel
        let columns = max(0, Int((x - side / 2).rounded(.down)))...min(level.size.width - 1, Int(x + side / 2))
        let rows = max(0, Int((y - side / 2).rounded(.down)))...min(level.size.height - 1, Int(y + side / 2))
        var sum = Color()
        for row in rows {
            for column in columns { sum &+= levels[level.index][row * level.size.width + column] }
        }
        return sum / Int32(columns.count * rows.count)
    }

    /// Writes all tiles, and the whole levels that the store asks for.
    func write(to store: any TileStore, format: TileFormat) throws {
        var encoding = TileEncoding()
        encoding.format = format
        encoding.quality = 97
        encoding.chroma = .full
        let layout = PixelLayout(.rgb)
        let encoder = try encoding.makeEncoder(for: layout)
        func encode(_ size: PixelSize, _ level: Int, _ x: Int, _ y: Int, _ body: (RawSpan) throws -> Void) throws {
            var bytes: [UInt8] = []
            for position in 0..<size.area {
                let color = color(level: level, x + position % size.width, y + position / size.width)
                bytes += [UInt8(color.x), UInt8(color.y), UInt8(color.z)]
            }
            try bytes.withUnsafeBytes { bytes in
                let rows = (0..<size.height).compactMap { row in bytes.baseAddress.map { $0 + row * size.width * 3 } }
                try rows.withUnsafeBufferPointer { rows in
                    try encoder.encode(TilePixels(size: size, layout: layout, rows: rows), body)
                }
            }
        }
        for index in pyramid.indices {
            let rect = pyramid.rect(of: index)
            let position = pyramid.offsetInTile(of: index)
            try encode(pyramid.storedSize(of: index), index.level, rect.x - position.x, rect.y - position.y) {
                try store.write($0, format: format, at: index)
            }
        }
        guard let store = store as? any LevelImageStore else { return }
        for level in store.wholeLevels {
            try encode(pyramid.levels[level].size, level, 0, 0) {
                try store.write(wholeLevel: level, $0, format: format)
            }
        }
    }
}
