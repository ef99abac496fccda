internal import Concurrency
internal import Glibc
internal import LayerTree
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The colors along a straight line of an image, or the stored values of channels, at equal distances.
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
    ///
    /// It is empty for images of many channels.
    let samples: [StraightPixel?]
    /// The stored values of the channels that are shown; nil for pictures.
    let stored: [ChannelCurve]?
    /// The number of points whose tiles are absent, or could not be read.
    let missingCount: Int

    /// The number of points that have a color or a value.
    var count: Int {
        guard let stored else { return samples.count { $0 != nil } }
        return (stored.first?.values.indices ?? 0..<0).count { point in
            stored.contains { $0.values[point] != nil }
        }
    }

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
        self.line = line
        self.level = level
        let points = Self.points(along: line, of: level)
        func isStopped() -> Bool { cancellation.isCancelled || document.isClosed }
        if let shown = ShownChannels(document) {
            guard let read = ChannelCurve.read(points, of: shown, level: level.index, isStopped) else { return nil }
            samples = []
            stored = read.curves
            missingCount = read.missingCount
            return
        }
        var colors: [StraightPixel?] = []
        colors.reserveCapacity(points.count)
        var missing = 0
        // A straight line enters each tile once.
        var last: (index: TileIndex, pixels: PixelBuffer?)?
        for point in points {
            if last?.index != point.tile {
                guard !isStopped() else { return nil }
                last = (point.tile, document.pixels(of: point.tile, cache: cache, cancellation: cancellation))
            }
            if last?.pixels == nil { missing += 1 }
            let rect = pyramid.rect(of: point.tile)
            colors.append(
                last?.pixels.flatMap { StraightPixel(premultiplied: $0[point.column - rect.x, point.row - rect.y]) })
        }
        guard !cancellation.isCancelled else { return nil }
        samples = colors
        stored = nil
        missingCount = missing
    }

    /// The pixels of a level along a line, a pixel apart.
    private static func points(along line: Line, of level: Level) -> [ProfilePoint] {
        let wanted = (line.length / level.downsample).rounded(.up)
        let count = Int(min(max(wanted, 1), Double(sampleLimit - 1))) + 1
        return (0..<count).map { number in
            let point = line.point(at: Double(number) / Double(count - 1))
            let column = Int(min(max(0, point.x / level.horizontalDownsample), Double(level.size.width - 1)))
            let row = Int(min(max(0, point.y / level.verticalDownsample), Double(level.size.height - 1)))
            let tile = TileIndex(
                level: level.index, column: level.tileColumns(showing: column..<column + 1).lowerBound,
                row: level.tileRows(showing: row..<row + 1).lowerBound)
            return ProfilePoint(column: column, row: row, tile: tile)
        }
    }
}

/// A pixel of a level on the line of a profile.
struct ProfilePoint: Hashable, Sendable {
    /// The column of the level.
    var column: Int
    /// The row of the level.
    var row: Int
    /// The tile that has the pixel.
    var tile: TileIndex
}
