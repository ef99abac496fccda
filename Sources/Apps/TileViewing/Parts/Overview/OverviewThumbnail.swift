internal import Concurrency
internal import LayerTree
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// A small version of a whole image, for a pyramid whose coarsest level has several tiles.
///
/// Of a level with more tiles than are read, the mean colors of tiles that are spread over it are the pixels of the thumbnail.
struct OverviewThumbnail {
    /// The most tiles of a level that are read.
    static let tileLimit = 64
    /// The most pixels of the tiles that are read: 16 megapixels.
    static let readPixelLimit = 1 << 24
    /// The most pixels of the thumbnail, which takes 4 bytes for each.
    static let pixelLimit = 1 << 19

    private let document: Document
    private let cache: TileCache
    private let level: Level
    /// The columns and rows of the tiles that are read; nil if all are.
    private let sample: TileGrid?

    /// Creates the thumbnail of a document; nil if a level has the whole image in one tile, which is a thumbnail itself unless it
    /// is mixed of channels, or if the tiles are too large.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - cache: the tiles that are decoded already.
    init?(of document: Document, cache: TileCache) {
        let pyramid = document.image.pyramid
        let whole = pyramid.presentLevels.last { pyramid.levels[$0].grid.count == 1 }
        guard !pyramid.presentLevels.isEmpty, whole == nil || document.channels != nil else { return nil }
        let level = pyramid.levels[whole ?? pyramid.presentLevels.lowerBound]
        let tilePixels = pyramid.rect(of: TileIndex(level: level.index, column: 0, row: 0)).size.area
        let limit = min(Self.tileLimit, Self.readPixelLimit / max(1, tilePixels))
        guard limit > 0 else { return nil }
        self.document = document
        self.cache = cache
        self.level = level
        sample = level.grid.count <= limit ? nil : Self.sample(of: level.grid, limit: limit)
    }

    /// The columns and rows of at most `limit` tiles that are spread over a grid.
    private static func sample(of grid: TileGrid, limit: Int) -> TileGrid {
        let step = (Double(grid.columns) * Double(grid.rows) / Double(limit)).squareRoot()
        let columns = min(grid.columns, limit, max(1, Int(Double(grid.columns) / step)))
        return TileGrid(columns: columns, rows: min(grid.rows, limit / columns))
    }

    /// Draws the thumbnail.
    ///
    /// Blocks while tiles are read. Tiles that cannot be read are transparent.
    ///
    /// - Parameter cancellation: ends the reading.
    /// - Returns: the thumbnail; nil if the document was closed or the reading was canceled meanwhile.
    func draw(_ cancellation: Cancellation = Cancellation()) -> PixelBuffer? {
        func tile(column: Int, row: Int) -> Tile? {
            guard !document.isClosed, !cancellation.isCancelled else { return nil }
            let index = TileIndex(level: level.index, column: column, row: row)
            let buffer = document.pixels(of: index, cache: cache, cancellation: cancellation)
            return buffer.map { Tile(index: index, buffer: $0) }
        }
        let buffer = sample.map { drawSample($0, tile) } ?? drawLevel(tile)
        return document.isClosed || cancellation.isCancelled ? nil : buffer
    }

    private struct Tile {
        var index: TileIndex
        var buffer: PixelBuffer
    }

    /// Draws all tiles of the level, scaled down by a whole number.
    private func drawLevel(_ tile: (_ column: Int, _ row: Int) -> Tile?) -> PixelBuffer {
        let factor = (1...level.size.area).first { level.size.area <= Self.pixelLimit * $0 * $0 } ?? 1
        let pyramid = document.image.pyramid
        let size = PixelSize(
            width: max(1, level.size.width / factor), height: max(1, level.size.height / factor))
        let x = Double(size.width) / Double(level.size.width)
        let y = Double(size.height) / Double(level.size.height)
        return PixelBuffer.drawn(size: size) { context in
            for number in 0..<level.grid.count {
                guard let tile = tile(number % level.grid.columns, number / level.grid.columns) else { continue }
                let rect = pyramid.rect(of: tile.index)
                context.draw(
                    tile.buffer,
                    in: Rect(
                        x: Double(rect.x) * x, y: Double(rect.y) * y, width: Double(rect.size.width) * x,
                        height: Double(rect.size.height) * y))
            }
        }
    }

    /// Returns the mean colors of the tiles in the middle of equal parts of the level.
    private func drawSample(_ sample: TileGrid, _ tile: (_ column: Int, _ row: Int) -> Tile?) -> PixelBuffer {
        PixelBuffer(size: PixelSize(width: sample.columns, height: sample.rows), isOpaque: nil) { target in
            for number in target.indices {
                // The part's middle, in halves of a part.
                let middle = (x: 2 * (number % sample.columns) + 1, y: 2 * (number / sample.columns) + 1)
                let column = middle.x * level.grid.columns / (2 * sample.columns)
                let row = middle.y * level.grid.rows / (2 * sample.rows)
                target[number] = tile(column, row)?.buffer.meanPixel ?? 0
            }
        }
    }
}

extension PixelBuffer {
    /// The mean of the premultiplied pixels.
    fileprivate var meanPixel: UInt32 {
        withPixels { pixels in
            var sums = SIMD4<UInt64>.zero
            for pixel in pixels {
                sums &+= SIMD4(
                    UInt64(pixel >> 24), UInt64(pixel >> 16 & 255), UInt64(pixel >> 8 & 255), UInt64(pixel & 255))
            }
            let count = UInt64(max(1, pixels.count))
            let mean = (sums &+ SIMD4(repeating: count / 2)) / SIMD4(repeating: count)
            return UInt32(truncatingIfNeeded: mean[0] << 24 | mean[1] << 16 | mean[2] << 8 | mean[3])
        }
    }
}
