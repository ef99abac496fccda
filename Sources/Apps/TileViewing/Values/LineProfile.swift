internal import Concurrency
internal import Glibc
internal import LayerTree
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The colors along a straight line of an image, at equal distances.
struct LineProfile: Hashable, Sendable {
    /// The ends of a line, in full-size pixels.
    struct Line: Hashable, Sendable {
        var start: Point
        var end: Point

        /// The length in full-size pixels.
        var length: Double { hypot(end.x - start.x, end.y - start.y) }

        /// The point at a share of the way.
        func point(at share: Double) -> Point {
            Point(x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share)
        }
    }

    /// The line.
    let line: Line
    /// The level whose pixels were read.
    let level: Level
    /// The color at each point from the start to the end; nil where the image is transparent, absent or cannot be read.
    let samples: [StraightPixel?]
    /// The number of points whose tiles are absent, or could not be read.
    let missingCount: Int

    /// The number of points that have a color.
    var count: Int { samples.count { $0 != nil } }

    /// The most points of a line.
    static let sampleLimit = 4096

    /// The finest level in which a line has few enough pixels, or else the coarsest one.
    static func level(for line: Line, of pyramid: Pyramid, limit: Int = sampleLimit) -> Level {
        let present = pyramid.presentLevels
        let index = present.reversed().first { line.length / pyramid.levels[$0].downsample <= Double(limit - 1) }
        return pyramid.levels[index ?? present.lowerBound]
    }

    /// Reads the colors along a line: the nearest pixel at each point, a pixel of the level apart; nil if that was stopped.
    ///
    /// Blocks while tiles are read and decoded; those in the cache are not.
    ///
    /// - Parameters:
    ///   - line: the line.
    ///   - document: the document of the image.
    ///   - cache: the tiles that are decoded already.
    ///   - cancellation: stops the reading at the next tile, and the wait for one.
    init?(along line: Line, in document: Document, cache: TileCache, cancellation: Cancellation) {
        let pyramid = document.image.pyramid
        let level = Self.level(for: line, of: pyramid)
        let wanted = (line.length / level.downsample).rounded(.up)
        let count = Int(min(max(wanted, 1), Double(Self.sampleLimit - 1))) + 1
        var samples: [StraightPixel?] = []
        samples.reserveCapacity(count)
        var missingCount = 0
        // A straight line enters each tile once.
        var last: (index: TileIndex, pixels: PixelBuffer?)?
        for number in 0..<count {
            let point = line.point(at: Double(number) / Double(count - 1))
            let x = min(max(0, point.x / level.horizontalDownsample), Double(level.size.width - 1))
            let y = min(max(0, point.y / level.verticalDownsample), Double(level.size.height - 1))
            let column = Int(x)
            let row = Int(y)
            let index = TileIndex(
                level: level.index, column: level.tileColumns(showing: column..<column + 1).lowerBound,
                row: level.tileRows(showing: row..<row + 1).lowerBound)
            if last?.index != index {
                guard !cancellation.isCancelled, !document.isClosed else { return nil }
                last = (index, document.pixels(of: index, cache: cache, cancellation: cancellation))
            }
            if last?.pixels == nil { missingCount += 1 }
            let rect = pyramid.rect(of: index)
            samples.append(
                last?.pixels.flatMap { StraightPixel(premultiplied: $0[column - rect.x, row - rect.y]) })
        }
        guard !cancellation.isCancelled else { return nil }
        self.line = line
        self.level = level
        self.samples = samples
        self.missingCount = missingCount
    }
}
