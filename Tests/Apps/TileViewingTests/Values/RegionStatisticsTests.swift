import Concurrency
import Controls
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// The statistics of the selection, or of what is in view.
@MainActor
@Suite(.timeLimited) struct RegionStatisticsTests {
    private func channel(_ counts: [Int: Int]) -> ChannelStatistics {
        var channel = ChannelStatistics()
        for (value, count) in counts { channel.counts[value] = count }
        return channel
    }

    private func statistics(
        _ region: PixelRect, of source: any TileSource, limit: Int = SampledLevel.pixelLimit
    ) -> RegionStatistics? {
        SampledLevel(for: region, of: source.pyramid, limit: limit).flatMap {
            RegionStatistics(
                of: $0, in: Document(path: "image", source: source), cache: TileLoader().cache,
                cancellation: Cancellation())
        }
    }

    @Test func `mean, standard deviation and range of a channel follow from its counts, exactly`() {
        let values = channel([10: 1, 20: 2, 250: 1])
        #expect(values.count == 4 && values.minimum == 10 && values.maximum == 250)
        #expect(values.mean == 75)
        // The squares of −65, twice −55, and 175.
        #expect(values.deviation == (40_900.0 / 4).squareRoot())
        let none = ChannelStatistics()
        #expect(none.mean == nil && none.deviation == nil && none.minimum == nil && none.maximum == nil)
    }

    @Test func `the pixels of a region are counted at full size, over the edges of tiles`() throws {
        let counted = try #require(
            statistics(PixelRect(x: 200, y: 100, width: 100, height: 3), of: PaintedSource()))
        #expect(counted.count == 300 && counted.missingPixels == 0 && !counted.isGray)
        #expect(counted.source.name == "full size")
        // Red is the column modulo 256, green the row.
        #expect(counted.red.minimum == 0 && counted.red.maximum == 255 && counted.red.counts[255] == 3)
        #expect(counted.red.counts[43] == 3 && counted.red.counts[44] == 0 && counted.red.counts[200] == 3)
        #expect(counted.green.mean == 101 && counted.green.minimum == 100 && counted.green.maximum == 102)
        #expect(counted.blue == channel([0: 300]))
    }

    @Test func `the wait for a server that does not answer ends when the counting is canceled`() throws {
        let source = SilentSource()
        let level = try #require(
            SampledLevel(for: PixelRect(x: 0, y: 0, width: 900, height: 10), of: source.pyramid))
        let counted = RegionStatistics(
            of: level, in: Document(path: "image", source: source), cache: TileLoader().cache,
            cancellation: source.cancellation)
        #expect(counted == nil && source.cancelledCount == 1)
    }

    @Test func `of a region with too many pixels the finest level is counted that has few enough, or none`() throws {
        let source = PaintedSource()
        let whole = PixelRect(x: 0, y: 0, width: 1000, height: 800)
        let half = try #require(statistics(whole, of: source, limit: 500 * 400))
        #expect(half.source.name == "1 : 2" && half.count == 500 * 400 && half.blue.mean == 40)
        let quarter = try #require(SampledLevel(for: whole, of: source.pyramid, limit: 500 * 400 - 1))
        #expect(quarter.name == "1 : 4" && quarter.rect == PixelRect(x: 0, y: 0, width: 250, height: 200))
        // What a pixel of the level shows a part of, it shows.
        let small = try #require(
            SampledLevel(for: PixelRect(x: 3, y: 5, width: 6, height: 2), of: source.pyramid, limit: 11))
        #expect(small.name == "1 : 2" && small.rect == PixelRect(x: 1, y: 2, width: 4, height: 2))
        #expect(
            SampledLevel(for: whole, of: Pyramid(levels: [LevelShape(size: whole.size, tileSize: 256)]), limit: 9)
                == nil)
    }

    @Test func `transparent pixels do not count, others with their own color, and equal channels are gray`() throws {
        #expect(StraightPixel(premultiplied: 0) == nil)
        let half = try #require(StraightPixel(premultiplied: 0x8040_2010))
        #expect([half.red, half.green, half.blue] == [128, 64, 32] && !half.isGray)
        #expect(StraightPixel(premultiplied: 0xFF07_0707)?.isGray == true)
    }

    @Test func `what is absent is said, and a canceled counting gives nothing`() throws {
        let source = PaintedSource { index in index.column != 1 }
        let counted = try #require(statistics(PixelRect(x: 200, y: 0, width: 100, height: 10), of: source))
        #expect(counted.count == 560 && counted.missingPixels == 440)
        let level = try #require(
            SampledLevel(for: PixelRect(x: 0, y: 0, width: 9, height: 9), of: source.pyramid))
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(
            RegionStatistics(
                of: level, in: Document(path: "image", source: source), cache: TileLoader().cache,
                cancellation: cancellation) == nil)
    }

    @Test func `rows say the region, the level and each channel`() throws {
        let region = PixelRect(x: 200, y: 100, width: 100, height: 3)
        let counted = try #require(statistics(region, of: PaintedSource()))
        let rows = RegionStatisticsRows(region, isSelected: true, .counted(counted)).all
        #expect(rows.map(\.label) == ["selection", "pixels", "red", "green", "blue"])
        #expect(rows[0].value == "200, 100, 100 × 3" && rows[1].value == "300 at full size")
        // Spaces as wide as a digit put the numbers of the channels below each other.
        let s = "\u{2007}"
        #expect(rows[2].value == "mean 136.9 ± 103.3 · min \(s)\(s)0 · max 255")
        #expect(rows[3].value == "mean 101.0 ± \(s)\(s)0.8 · min 100 · max 102")
        #expect(rows[4].value == "mean \(s)\(s)0.0 ± \(s)\(s)0.0 · min \(s)\(s)0 · max \(s)\(s)0")
        let many = RegionStatisticsRows(region, isSelected: false, .tooMany).all
        #expect(many.map(\.value) == ["200, 100, 100 × 3", "more than 4 megapixels: select fewer"])
        #expect(RegionStatisticsRows(nil, isSelected: false, .counting).all.map(\.value) == ["nothing of the image"])
    }

    @Test func `many pixels are written in groups of digits, and those that are missing too`() throws {
        let region = PixelRect(x: 0, y: 0, width: 300, height: 10)
        let source = PaintedSource { index in index.column != 1 }
        let rows = RegionStatisticsRows(
            region, isSelected: true, .counted(try #require(statistics(region, of: source)))
        ).all
        #expect(rows[1].value == "2,560 at full size, 440 missing")
    }

    // MARK: In a viewer

    private func values(_ stage: ViewerStage) -> [String] {
        stage.viewer.part(RegionStatisticsPart.self).shownRows.map(\.value)
    }

    @Test func `y shows the statistics of the view, and then of what is selected`() {
        let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400), scale: 4))
        stage.frames(for: 1)
        #expect(values(stage).isEmpty)
        stage.tap("y")
        for _ in 0..<3 { stage.frame() }
        #expect(values(stage).prefix(2) == ["400, 325, 200 × 150", "30,000 at full size"])
        stage.viewer.select(PixelRect(x: 10, y: 20, width: 4, height: 2))
        for _ in 0..<3 { stage.frame() }
        #expect(
            values(stage) == [
                "10, 20, 4 × 2", "8 at full size", "mean 11.5 ± 1.1 · min 10 · max 13",
                "mean 20.5 ± 0.5 · min 20 · max 21",
                "mean \u{2007}0.0 ± 0.0 · min \u{2007}0 · max \u{2007}0",
            ])
        stage.frames(for: 1)
        #expect(stage.viewer.nextFrameTime == nil, "at rest nothing is drawn")
        stage.tap("y")
        stage.frame()
        #expect(values(stage).isEmpty)
    }

    @Test func `another selection cancels the counting of the one before`() {
        let work = BackgroundWork()
        let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400))) { settings in
            settings.features = [.regionStatistics]
            settings.inBackground = { work.add($0) }
        }
        func settle() {
            work.runAll()
            for _ in 0..<2 { stage.frame() }
        }
        for _ in 0..<3 { settle() }
        stage.viewer.select(PixelRect(x: 0, y: 0, width: 5, height: 5))
        stage.frame()
        stage.viewer.select(PixelRect(x: 0, y: 0, width: 6, height: 6))
        stage.frame()
        #expect(values(stage) == ["0, 0, 6 × 6", "counting …"])
        settle()
        #expect(values(stage).prefix(2) == ["0, 0, 6 × 6", "36 at full size"])
    }

    @Test func `while the view moves nothing is counted`() {
        let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400), scale: 4)) {
            $0.features = [.regionStatistics]
        }
        stage.frames(for: 1)
        let before = values(stage)
        stage.pointer(.down(.primary, clicks: 1), 400, 300)
        stage.pointer(.moved, 360, 300)
        stage.frame()
        #expect(values(stage) == before && stage.viewer.part(RegionStatisticsPart.self).state == .counting)
        stage.frame(after: 1)
        stage.pointer(.up(.primary, clicks: 1), 360, 300)
        stage.frames(for: 1)
        #expect(values(stage).first == "410, 325, 200 × 150")
    }
}
