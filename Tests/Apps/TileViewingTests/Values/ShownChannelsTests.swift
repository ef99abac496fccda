import ChannelImages
import Concurrency
import Controls
import ImageMetadata
import TestLimits
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// Statistics and profiles of the stored values of channels.
@MainActor
@Suite(.timeLimited) struct ShownChannelsTests {
    /// Columns 2 to 5 of rows 3 and 4, whose sums are 5 to 9.
    private static let region = PixelRect(x: 2, y: 3, width: 4, height: 2)

    private func document(
        _ description: ChannelImageDescription = ChannelFixture.description(), shown: [Int] = [0, 1]
    ) -> Document {
        let channels = DocumentChannels(
            CountedChannelImage(description), automatic: ChannelFixture.composite(shown, range: 0...255))
        return Document(path: "image", channels: channels, format: "test")
    }

    private func statistics(_ document: Document) throws -> RegionStatistics {
        let source = try #require(SampledLevel(for: Self.region, of: document.image.pyramid))
        return try #require(
            RegionStatistics(of: source, in: document, cache: TileLoader().cache, cancellation: Cancellation()))
    }

    private func profile(_ document: Document, from start: Point, to end: Point) throws -> LineProfile {
        try #require(
            LineProfile(
                along: LineProfile.Line(start: start, end: end), in: document, cache: TileLoader().cache,
                cancellation: Cancellation()))
    }

    @Test func `Statistics are those of the values of each channel that is shown`() throws {
        let counted = try statistics(document())
        let stored = try #require(counted.stored)
        #expect(counted.count == 8 && counted.missingPixels == 0)
        #expect(stored.map(\.channel.name) == ["DAPI", "FITC"])
        #expect(stored.map(\.channel.color) == [.blue, .green])
        #expect(stored.map(\.mean) == [7, 17])
        #expect(stored.allSatisfy { $0.deviation == (12.0 / 8).squareRoot() })
        #expect(stored.map(\.minimum) == [5, 15] && stored.map(\.maximum) == [9, 19])
        // A bin of 256 is nearly one of 255 values.
        #expect(Array(stored[0].counts[4...10]) == [0, 1, 2, 2, 2, 1, 0])
        let rows = RegionStatisticsRows(Self.region, isSelected: true, .counted(counted)).all
        #expect(rows.map(\.label) == ["selection", "pixels", "DAPI", "FITC"])
        let space = "\u{2007}"
        #expect(rows[1].value == "8 at full size")
        #expect(rows[2].value == "mean \(space)7 ± 1.22474 · min \(space)5 · max \(space)9")
        #expect(rows[3].value == "mean 17 ± 1.22474 · min 15 · max 19")
    }

    @Test func `Values have their unit and scale, and invalid ones do not count`() throws {
        var description = ChannelFixture.description()
        description.channels[0].unit = "m"
        description.channels[0].scale = 0.5
        description.channels[0].nodata = NodataValue(6)
        let document = document(description, shown: [0])
        let counted = try statistics(document)
        let stored = try #require(counted.stored?.first)
        #expect(counted.count == 8 && stored.count == 6)
        #expect(stored.minimum == 2.5 && stored.maximum == 4.5)
        let rows = RegionStatisticsRows(Self.region, isSelected: true, .counted(counted)).all
        #expect(rows.last?.value.hasSuffix("min 2.5 · max 4.5 m") == true)
        let profile = try profile(document, from: Point(x: 2.5, y: 3.5), to: Point(x: 6.5, y: 3.5))
        #expect(profile.stored?.first?.values == [2.5, nil, 3.5, 4, 4.5] && profile.count == 4)
    }

    @Test func `A channel that is shown twice counts once, and one without values has none`() throws {
        #expect(try statistics(document(shown: [2, 2])).stored?.map(\.channel.name) == ["Cy5"])
        let none = StoredStatistics(ShownChannels.Channel(name: "a"))
        #expect(none.mean == nil && none.deviation == nil && none.count == 0)
        var infinite = none
        [Double.infinity, -.infinity, .nan, 3].withUnsafeBufferPointer { infinite.add($0) }
        #expect(infinite.count == 1 && infinite.mean == 3 && infinite.counts.allSatisfy { $0 == 0 })
        var narrow = StoredStatistics(ShownChannels.Channel(name: "a", range: 3...3))
        [3.0, 4].withUnsafeBufferPointer { narrow.add($0) }
        #expect(narrow.count == 2 && narrow.counts.allSatisfy { $0 == 0 })
        var beyond = StoredStatistics(ShownChannels.Channel(name: "a", range: 0...1))
        [-1e308, 1e308].withUnsafeBufferPointer { beyond.add($0) }
        #expect(beyond.counts.first == 1 && beyond.counts.last == 1)
    }

    @Test func `A profile has the values of each channel, in any direction`() throws {
        let across = try profile(document(), from: Point(x: 2.5, y: 3.5), to: Point(x: 6.5, y: 3.5))
        #expect(across.stored?.map(\.values) == [[5, 6, 7, 8, 9], [15, 16, 17, 18, 19]])
        #expect(across.samples.isEmpty && across.count == 5 && across.missingCount == 0)
        let curve = try #require(across.stored?.first)
        #expect(curve.range == 5...9)
        #expect([-1, 0, 51, 255, 256].map(curve.share) == [0, 0, 0.2, 1, 1])
        let slanted = try profile(document(shown: [0]), from: Point(x: 8.5, y: 0.5), to: Point(x: 5.5, y: 4.5))
        #expect(slanted.stored?.first?.values.first == 8 && slanted.stored?.first?.values.last == 9)
        let level = slanted.level.index
        let shown = try #require(ShownChannels(document()))
        #expect(ChannelCurve.read([], of: shown, level: level, { false })?.curves.count == 2)
        #expect(ChannelCurve.read([], of: shown, level: level, { true }) == nil)
    }

    @Test func `Pictures have no stored values here`() {
        let picture = Document(path: "image", source: PaintedSource())
        #expect(ShownChannels(picture) == nil && picture.shownPlanes.isEmpty)
    }

    @Test func `The panel counts again when other channels are shown`() {
        let stage = ChannelStage(isOpen: false) { $0.features = [.regionStatistics] }
        stage.stage.viewer.select(Self.region)
        func labels() -> [String] {
            for _ in 0..<3 { stage.stage.frame() }
            return stage.stage.viewer.part(RegionStatisticsPart.self).shownRows.map(\.label)
        }
        #expect(labels() == ["selection", "pixels", "DAPI", "FITC"])
        stage.stage.viewer.context.channelRendering = ChannelFixture.composite([2])
        #expect(labels() == ["selection", "pixels", "Cy5"])
    }
}
