import Concurrency
import Controls
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// The values along a line that is drawn over the image.
@MainActor
@Suite(.timeLimited) struct LineProfileTests {
    private typealias Line = LineProfile.Line

    private func line(_ x: Double, _ y: Double, _ endX: Double, _ endY: Double) -> Line {
        Line(start: Point(x: x, y: y), end: Point(x: endX, y: endY))
    }

    private func profile(_ line: Line, of source: any TileSource = PaintedSource()) -> LineProfile? {
        LineProfile(
            along: line, in: Document(path: "image", source: source), cache: TileLoader().cache,
            cancellation: Cancellation())
    }

    @Test func `a line is read pixel by pixel, over the edges of tiles`() throws {
        let across = try #require(profile(line(250.5, 10.5, 260.5, 10.5)))
        #expect(across.samples.map { $0?.red } == [250, 251, 252, 253, 254, 255, 0, 1, 2, 3, 4])
        #expect(across.samples.allSatisfy { $0?.green == 10 && $0?.blue == 0 })
        let back = try #require(profile(line(3.5, 20.5, 3.5, 16.5)))
        #expect(back.samples.map { $0?.green } == [20, 19, 18, 17, 16])
        let slanted = try #require(profile(line(0.5, 0.5, 30.5, 40.5)))
        #expect(slanted.samples.count == 51 && slanted.samples.last??.red == 30 && slanted.samples.last??.green == 40)
    }

    @Test func `a line to the edge of the image ends with the last pixel, and absent tiles leave gaps`() throws {
        let edge = try #require(profile(line(995, 0, 1000, 0)))
        #expect(edge.samples.map { $0?.red } == [227, 228, 229, 230, 231, 231])
        let gap = try #require(profile(line(254.5, 0.5, 257.5, 0.5), of: PaintedSource { $0.column == 0 }))
        #expect(gap.samples.map { $0?.red } == [254, 255, nil, nil])
        #expect(gap.count == 2 && gap.missingCount == 2 && edge.missingCount == 0)
    }

    @Test func `a long line is read at a coarser level, and a canceled one not at all`() throws {
        let pyramid = Pyramid(size: PixelSize(width: 20_000, height: 100), tileSize: 256)
        #expect(LineProfile.level(for: line(0, 0, 4000, 0), of: pyramid).downsample == 1)
        #expect(LineProfile.level(for: line(0, 0, 8000, 0), of: pyramid).scaleText == "1 : 2")
        #expect(LineProfile.level(for: line(0, 0, 20_000, 0), of: pyramid).scaleText == "1 : 8")
        let single = Pyramid(levels: [LevelShape(size: PixelSize(width: 20_000, height: 100), tileSize: 256)])
        #expect(LineProfile.level(for: line(0, 0, 20_000, 0), of: single).downsample == 1)
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(
            LineProfile(
                along: line(0, 0, 5, 0), in: Document(path: "image", source: PaintedSource()),
                cache: TileLoader().cache, cancellation: cancellation) == nil)
    }

    @Test func `the wait for a server that does not answer ends when the reading is canceled`() {
        let source = SilentSource()
        let profile = LineProfile(
            along: line(10, 10, 900, 10), in: Document(path: "image", source: source), cache: TileLoader().cache,
            cancellation: source.cancellation)
        #expect(profile == nil && source.cancelledCount == 1)
    }

    // MARK: In a viewer

    private func stage() -> ViewerStage {
        let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400), scale: 2))
        stage.frames(for: 1)
        return stage
    }

    private func drag(_ stage: ViewerStage, from start: Point, to end: Point) {
        stage.pointer(.moved, start.x, start.y)
        stage.pointer(.down(.primary, clicks: 1), start.x, start.y)
        stage.pointer(.moved, end.x, end.y)
        stage.pointer(.up(.primary, clicks: 1), end.x, end.y)
        for _ in 0..<3 { stage.frame(after: 0.1) }
    }

    @Test func `Y and a drag show the values along a line and its length, and the view stays`() {
        let stage = stage()
        let part = stage.viewer.part(ProfilePart.self)
        stage.tap("y", .shift)
        stage.frame()
        #expect(part.shownRows.map(\.value) == ["drag a line over the image"])
        drag(stage, from: Point(x: 200, y: 100), to: Point(x: 260, y: 180))
        #expect(part.line == line(400, 300, 430, 340))
        #expect(part.shownRows.map(\.value) == ["50 px", "51 at full size"])
        #expect(part.profile?.samples.count == 51)
        #expect(stage.view == ViewState(center: Point(x: 500, y: 400), scale: 2))
        #expect(stage.viewer.cursor != .crosshair)
    }

    @Test func `a line over tiles that cannot be read says how many values are missing`() {
        let source = PaintedSource { index in
            guard index.level == 10 else { return true }
            throw TestError("the tile is damaged")
        }
        let stage = ViewerStage([source], view: ViewState(center: Point(x: 500, y: 400), scale: 2))
        stage.frames(for: 1)
        stage.tap("y", .shift)
        drag(stage, from: Point(x: 200, y: 100), to: Point(x: 260, y: 180))
        #expect(stage.viewer.part(ProfilePart.self).shownRows.map(\.value) == ["50 px", "0 at full size, 51 missing"])
    }

    @Test func `the ends of the line are dragged, other drags pan`() {
        let stage = stage()
        let part = stage.viewer.part(ProfilePart.self)
        stage.tap("y", .shift)
        drag(stage, from: Point(x: 200, y: 100), to: Point(x: 260, y: 180))
        drag(stage, from: Point(x: 262, y: 181), to: Point(x: 200, y: 200))
        #expect(part.line == line(400, 300, 400, 350))
        drag(stage, from: Point(x: 201, y: 101), to: Point(x: 220, y: 100))
        #expect(part.line == line(410, 300, 400, 350))
        drag(stage, from: Point(x: 500, y: 400), to: Point(x: 520, y: 400))
        #expect(part.line == line(410, 300, 400, 350) && stage.view.center.x < 500)
    }

    @Test func `a click draws nothing, Esc removes the line and then ends the profile, as another file does`() {
        let stage = stage()
        let part = stage.viewer.part(ProfilePart.self)
        stage.tap("y", .shift)
        drag(stage, from: Point(x: 200, y: 100), to: Point(x: 201, y: 100))
        #expect(part.line == nil)
        drag(stage, from: Point(x: 200, y: 100), to: Point(x: 300, y: 100))
        #expect(part.line != nil)
        stage.tap(.escape)
        stage.frame()
        #expect(part.line == nil && stage.viewer.features.contains(.profile))
        stage.tap(.escape)
        stage.frame()
        #expect(!stage.viewer.features.contains(.profile) && part.shownRows.isEmpty)
    }

    @Test func `beyond the image the line ends at its edge, and its length has units where pixels have a size`() throws
    {
        let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400)))
        stage.frames(for: 1)
        let document = try #require(stage.viewer.document)
        document.update { $0.metadata.millimetersPerPixel = 0.01 }
        let part = stage.viewer.part(ProfilePart.self)
        stage.tap("y", .shift)
        drag(stage, from: Point(x: 400, y: 300), to: Point(x: 990, y: 300))
        #expect(part.line == line(500, 400, 1000, 400))
        #expect(part.shownRows.first?.value == "5 mm, 500 px")
    }
}
