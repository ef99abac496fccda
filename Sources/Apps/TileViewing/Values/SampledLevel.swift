internal import LayerTree
internal import Numbers
internal import TilePyramid
internal import VectorDrawing

/// The part of a level of a pyramid that shows a region of the image, for work on its pixels.
struct SampledLevel: Hashable, Sendable {
    /// The level.
    let level: Level
    /// The pixels of the level.
    let rect: PixelRect

    /// The most pixels of a selected region that are counted: 16 megapixels, whose tiles are decoded in about half a second.
    static let pixelLimit = 1 << 24
    /// The most pixels that are counted of what is in view, which is counted again whenever the view comes to rest.
    static let viewPixelLimit = 1 << 22
    /// The most tiles that are read for a region.
    static let tileLimit = 4096

    /// Chooses the finest level in which a region has few enough pixels; nil if it has too many in all of them.
    ///
    /// - Parameters:
    ///   - region: the region, in full-size pixels of the image.
    ///   - pyramid: the levels.
    ///   - limit: the most pixels.
    init?(for region: PixelRect, of pyramid: Pyramid, limit: Int = pixelLimit) {
        for index in pyramid.presentLevels.reversed() {
            let level = pyramid.levels[index]
            let rect = level.pixels(touchedBy: region)
            let tiles = level.tileColumns(showing: rect.columns).count * level.tileRows(showing: rect.rows).count
            guard rect.size.area <= limit, tiles <= Self.tileLimit, !rect.isEmpty else { continue }
            self.level = level
            self.rect = rect
            return
        }
        return nil
    }

    /// The addresses of the tiles, row by row.
    var tiles: [TileIndex] {
        level.tileRows(showing: rect.rows).flatMap { row in
            level.tileColumns(showing: rect.columns).map { TileIndex(level: level.index, column: $0, row: row) }
        }
    }

    /// The name of the level for people: "full size", or "1 : 4".
    var name: String { level.scaleText }
}

extension Level {
    /// The scale of the level for people: "full size", or "1 : 4".
    var scaleText: String {
        guard downsample != 1 else { return "full size" }
        let tenths = (downsample * 10).rounded() / 10
        return "1 : " + (tenths == tenths.rounded() && tenths < 1e15 ? "\(Int(tenths))" : "\(tenths)")
    }

    /// The number of pixels of the level that were read, and of those that could not be: "2,800 at full size, 100 missing".
    func text(of count: Int, missing: Int) -> String {
        let text = "\(NumberText.grouped(count)) at \(scaleText)"
        return missing == 0 ? text : "\(text), \(NumberText.grouped(missing)) missing"
    }

    /// The pixels of the level that show a region of the image; empty outside of the image.
    fileprivate func pixels(touchedBy region: PixelRect) -> PixelRect {
        func span(_ pixels: Range<Int>, _ factor: Double, _ length: Int) -> Range<Int> {
            let start = min(max(0, (Double(pixels.lowerBound) / factor).rounded(.down)), Double(length))
            let end = min(max(start, (Double(pixels.upperBound) / factor).rounded(.up)), Double(length))
            return Int(start)..<Int(end)
        }
        let columns = span(region.columns, horizontalDownsample, size.width)
        let rows = span(region.rows, verticalDownsample, size.height)
        return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }
}
