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

    @Test func `the handles of a selection stay in the pane of the first image`() {
        let stage = stage(2)
        stage.viewer.select(PixelRect(x: 1400, y: 900, width: 900, height: 200))
        stage.frame()
        let layer = stage.viewer.selectionMarks.layer
        #expect(layer.masksToBounds && layer.bounds.size == stage.viewer.context.panes.frames.first?.size)
        stage.viewer.compare(nil)
        stage.frame()
        #expect(!layer.masksToBounds && layer.bounds.size == stage.viewer.context.windowSize)
    }

    @Test func `a click in another pane, where the first one has its tools, chooses no tool`() throws {
        let stage = stage(2, [.annotations])
        stage.tap("k")
        stage.frame()
        let bar = stage.viewer.annotations.view.toolBar
        let frame = bar.layer.frame
        let points = stride(from: frame.minY, to: frame.maxY, by: 2).flatMap { y in
            stride(from: frame.minX, to: frame.maxX, by: 2).map { Point(x: $0, y: y) }
        }
        let area = try #require(points.first { bar.tool(at: $0) == .area })
        let other = area + stage.viewer.context.panes.frames[1].origin
        for (point, tool) in [(other, AnnotationTool.distance), (area, .area)] {
            stage.pointer(.moved, point.x, point.y)
            stage.pointer(.down(.primary, clicks: 1), point.x, point.y)
            stage.pointer(.up(.primary, clicks: 1), point.x, point.y)
            #expect(stage.viewer.annotations.editor.tool == tool)
        }
    }

    @Test func `a name is shown whole, after the letter of its image, where the pane has room beside its map`() {
        func texts(_ names: [String], _ size: PixelSize) -> [String] {
            let stage = ViewerStage([], opensFiles: false) { settings in
                settings.size = size
                settings.features = [.statusLine, .overviewMap]
                settings.comparison = Comparison()
                settings.open = { Document(path: $0, source: OffsetSource(size, red: 1, green: 1)) }
            }
            stage.viewer.open(names)
            stage.frames(for: 0.5)
            let view = stage.viewer.comparisonView
            let frames = view.names.layer.sublayers.map(\.frame)
            #expect(
                zip(frames, stage.viewer.context.panes.frames).allSatisfy { $1.minX < $0.minX && $0.maxX < $1.maxX })
            return view.names.texts
        }
        let names = ["africa from the air.jpg", "europe from the air.jpg"]
        let wide = PixelSize(width: 801, height: 600)
        #expect(texts(names, wide) == ["A  africa from the air.jpg", "B  europe from the air.jpg"])
        let many = (1...9).map { "a photograph of the Earth \($0).jpg" }
        let narrow = texts(many, PixelSize(width: 400, height: 300))
        #expect(narrow.count == 9)
        for (text, letter) in zip(narrow, SeenImage.letters) {
            #expect(text.hasPrefix("\(letter)  ") && text.contains("…"), "\(text)")
        }
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

    @Test(arguments: [
        (PixelSize(width: 1024, height: 1024), PixelSize(width: 8, height: 8), 64),
        (PixelSize(width: 2048, height: 512), PixelSize(width: 16, height: 4), 64),
        (PixelSize(width: 32, height: 6400), PixelSize(width: 1, height: 64), 64),
        (PixelSize(width: 960, height: 608), PixelSize(width: 10, height: 6), 60),
    ])
    func `of a level with many tiles, at most 64 that are spread over it are read, and their means are the overview`(
        size: PixelSize, thumbnailSize: PixelSize, count: Int
    ) throws {
        let pyramid = Pyramid(levels: [LevelShape(size: size, tileSize: 32)])
        let read = Locked<[TileIndex]>([])
        let source = ClosureTileSource(pyramid: pyramid) { index in
            read.withLock { $0.append(index) }
            let rect = pyramid.rect(of: index)
            // Half of the pixels are brighter by 2 than the others.
            let png = PNGFixture(width: rect.size.width, height: rect.size.height) { x, _, channel in
                [index.column, index.row, 7][channel] + 2 * (x % 2)
            }
            return EncodedTile(bytes: png.encoded(), format: .png)
        }
        let document = Document(path: "many", source: source)
        let thumbnail = try #require(OverviewThumbnail(of: document, cache: TileLoader().cache)?.draw())
        #expect(thumbnail.size == thumbnailSize)
        let indices = read.withLock { $0 }
        #expect(indices.count == count && Set(indices).count == count)
        let pixels = indices.map { 0xFF00_0000 | UInt32($0.column + 1) << 16 | UInt32($0.row + 1) << 8 | 8 }
        #expect(thumbnail.withPixels { Array($0) } == pixels, "row by row")
        let last = try #require(indices.last)
        #expect(pyramid.levels[0].grid.columns - last.column <= 4 && pyramid.levels[0].grid.rows - last.row <= 4)
    }

    @Test func `an overview of several tiles is read last, and no more once the file is closed`() {
        let size = PixelSize(width: 700, height: 500)
        let read = Locked(0)
        let pyramid = Pyramid(levels: [LevelShape(size: size, tileSize: 64)])
        let source = ClosureTileSource(pyramid: pyramid) { index in
            read.withLock { $0 += 1 }
            let size = pyramid.rect(of: index).size
            let tile = PNGFixture(width: size.width, height: size.height) { _, _, _ in 9 }
            return EncodedTile(bytes: tile.encoded(), format: .png)
        }
        let work = BackgroundWork()
        let stage = ViewerStage([source], view: ViewState(center: Point(x: 350, y: 250), scale: 4)) {
            $0.features = [.overviewMap]
            $0.atLowPriority = { work.add($0) }
        }
        stage.frames(for: 0.3)
        #expect(stage.viewer.isComposingOverview)
        stage.tap("w", .control)
        stage.frames(for: 0.1)
        #expect(stage.viewer.document == nil && !stage.viewer.isComposingOverview)
        let count = read.withLock { $0 }
        work.runAll()
        stage.frames(for: 0.1)
        #expect(read.withLock { $0 } == count)
        #expect(stage.viewer.part(OverviewPart.self).maps[0].thumbnail == nil)
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
