import Controls
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import TiledLayers
import VectorDrawing

@testable import TileViewing

/// The panes of images side by side: their number, their names and their overview maps.
@MainActor
@Suite(.timeLimited) struct ViewerPanesTests {
    private func stage(
        _ count: Int, _ features: Set<ViewerFeature> = [], size: PixelSize = PixelSize(width: 801, height: 601)
    ) -> ViewerStage {
        let sources = (0..<count).map { OffsetSource(PixelSize(width: 3000, height: 2000), red: $0, green: 0) }
        let stage = ViewerStage(sources, view: ViewState(center: Point(x: 1500, y: 1000))) { settings in
            settings.size = size
            settings.features = features
            settings.comparison = Comparison()
        }
        stage.frames(for: 0.5)
        return stage
    }

    @Test func `up to nine images that are named are compared, and a message says that there are more`() {
        let stage = stage(11)
        #expect(stage.viewer.comparisonView.panes.count == 8 && stage.viewer.context.panes.panes.count == 9)
        #expect(stage.messages.map(\.text) == ["11 images are open, and up to 9 are compared: the first ones."])
        stage.tap("w", .alt)
        #expect(stage.messages.last?.text == "Up to 9 images are shown side by side.")
    }

    @Test func `Alt+w shows one image more, and with Shift one less`() {
        let stage = stage(3)
        var counts = [stage.viewer.context.panes.panes.count]
        for modifiers in [KeyModifiers.alt, [.alt, .shift], [.alt, .shift], [.alt, .shift]] {
            stage.tap("w", modifiers)
            stage.frame()
            counts.append(stage.viewer.context.panes.panes.count)
        }
        #expect(counts == [3, 3, 2, 2, 2])
        #expect(
            stage.messages.map(\.text) == [
                "There is no other file to compare with.", "Two images are the fewest that are compared.",
                "Two images are the fewest that are compared.",
            ])
        stage.tap("w", .alt)
        stage.frame()
        #expect(stage.viewer.status.name == "file-0 | file-1 | file-2")
        stage.tap("w")
        stage.tap("w", .alt)
        #expect(stage.messages.last?.text == "Images are not side by side; w chooses the way of comparing.")
    }

    @Test func `each pane has the name of its image as long as the status line is shown`() {
        let stage = stage(4, [.statusLine])
        let names = stage.viewer.comparisonView.names
        #expect(names.entries.map(\.name) == ["file-0", "file-1", "file-2", "file-3"])
        #expect(names.entries.map(\.pane.origin) == stage.viewer.context.panes.frames.map(\.origin))
        stage.tap("i")
        stage.frame()
        #expect(names.entries.isEmpty && names.layer.superlayer == nil)
        stage.tap("i")
        stage.tap("w")
        stage.frame()
        #expect(names.entries.isEmpty, "a curtain has no panes")
    }

    @Test func `each pane has its own overview map, and a press in one moves all`() throws {
        let stage = stage(4, [.overviewMap])
        let maps = stage.viewer.part(OverviewPart.self).maps
        let frames = stage.viewer.context.panes.frames
        #expect(maps.count == 4)
        for (map, frame) in zip(maps, frames) {
            #expect(!map.layer.isHidden)
            #expect(frame.contains(map.layer.frame.origin))
            #expect(map.layer.frame.maxX < frame.maxX && map.layer.frame.maxY < frame.maxY)
        }
        let map = maps[3].layer.frame
        stage.pointer(.down(.primary, clicks: 1), map.minX + 6, map.minY + 6)
        stage.pointer(.up(.primary, clicks: 1), map.minX + 6, map.minY + 6)
        stage.frame()
        #expect(stage.view.center.x < 1500 && stage.view.center.y < 1000)
        stage.viewer.compare(nil)
        stage.frames(for: 0.2)
        #expect(stage.viewer.part(OverviewPart.self).maps.count == 1)
    }

    @Test func `the map of an image that is placed over the first one shows the same region in its own pixels`() throws
    {
        let available = Size(width: 120, height: 80)
        let first = try #require(
            OverviewGeometry(imageSize: Size(width: 6000, height: 4000), availableSize: available))
        let half = try #require(OverviewGeometry(imageSize: Size(width: 3000, height: 2000), availableSize: available))
        let view = ViewState(center: Point(x: 3000, y: 1000), scale: 0.5)
        let size = Size(width: 400, height: 300)
        let placement = AffineTransform(scaleX: 2, y: 2)
        #expect(half.outline(of: view, in: size, placement: placement) == first.outline(of: view, in: size))
        let far = ViewState(center: Point(x: 3000, y: 2000), scale: 0.0625)
        #expect(half.isAllSeen(by: far, in: size, placement: placement) && !half.isAllSeen(by: view, in: size))
        #expect(half.isSeen(Point(x: 60, y: 20), by: view, in: size, placement: placement))
        #expect(!half.isSeen(Point(x: 10, y: 70), by: view, in: size, placement: placement))
    }

    @Test func `of a pyramid whose coarsest level has several tiles, these are the overview`() throws {
        let size = PixelSize(width: 700, height: 500)
        let painted = PaintedSource(size)
        let level = painted.pyramid.finestLevel.index
        let source = ClosureTileSource(pyramid: Pyramid(levels: [LevelShape(size: size, tileSize: 256)])) { index in
            try painted.read(TileIndex(level: level, column: index.column, row: index.row))
        }
        let document = Document(path: "whole", source: source)
        let thumbnail = try #require(OverviewThumbnail(of: document, cache: TileLoader().cache)?.draw())
        #expect(thumbnail.size == size)
        for (x, y) in [(10, 10), (300, 100), (690, 490)] { #expect(thumbnail[x, y] == PaintedSource.pixel(x, y)) }
        #expect(OverviewThumbnail(of: Document(path: "usual", source: painted), cache: TileLoader().cache) == nil)

        let stage = ViewerStage([source], view: ViewState(center: Point(x: 350, y: 250), scale: 4)) {
            $0.features = [.overviewMap]
        }
        stage.frames(for: 0.3)
        let map = stage.viewer.part(OverviewPart.self).maps[0]
        #expect(map.thumbnail?.size == size && !map.layer.isHidden)
        document.close()
        #expect(OverviewThumbnail(of: document, cache: TileLoader().cache)?.draw() == nil)
    }
}
