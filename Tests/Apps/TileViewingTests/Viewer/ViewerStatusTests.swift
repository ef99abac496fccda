import Compositing
import Concurrency
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TextLayers
import TilePyramid
import TiledLayers
import TiledLayers
import VectorDrawing

import Controls
@testable import TileViewing

@MainActor
@Suite(.timeLimited) struct ViewerStatusTests {
    @Test func `the status has the image point and the exact color under the pointer once loaded`() throws {
        let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400)))
        stage.frames(for: 1)
        stage.pointer(.moved, 250.5, 320.5)
        stage.frame()
        let pointer = try #require(stage.viewer.status.pointer)
        #expect(pointer.imagePoint == Point(x: 350.5, y: 420.5))
        #expect(pointer.color == Color(premultiplied: PaintedSource.pixel(350, 420)))
        stage.pointer(.exited, 0, 0)
        stage.frame()
        #expect(stage.viewer.status.pointer == nil)
    }

    @Test func `outside of the image the pointer has a point and no color`() {
        let stage = ViewerStage()
        stage.pointer(.moved, 1, 300)
        stage.frame()
        #expect(stage.viewer.status.pointer?.color == nil)
        #expect((stage.viewer.status.pointer?.imagePoint.x ?? 0) < 0)
    }

    @Test func `the status says what is loading and what has failed`() {
        let bad = TileIndex(level: 10, column: 0, row: 0)
        let stage = ViewerStage(
            [
                PaintedSource { index in
                    if index == bad { throw TestError("it is broken") }
                    return true
                }
            ], view: ViewState(center: Point(x: 400, y: 300)))
        #expect(stage.viewer.status.loadingTiles > 0)
        stage.frames(for: 15)
        #expect(stage.viewer.status.loadingTiles == 0 && stage.viewer.status.failedTiles == [bad])
        #expect(StatusValues(stage.viewer.status).loading == .failed([bad]))
    }

    @Test(arguments: [false, true]) func `the limit for tiles is raised for a large window, if that is wanted`(
        isWanted: Bool
    ) {
        let stage = ViewerStage { $0.raisesCostLimit = isWanted }
        let limit = stage.viewer.settings.loader.costLimit
        stage.viewer.resize(to: PixelSize(width: 1280, height: 800), scale: 1)
        #expect(stage.viewer.settings.loader.costLimit == limit)
        stage.viewer.resize(to: PixelSize(width: 7680, height: 4320), scale: 2)
        #expect(stage.viewer.settings.loader.costLimit == (isWanted ? 25 * 7680 * 4320 : limit))
    }

    @Test func `what arrives while a frame is made is handled by another one`() {
        let stage = ViewerStage()
        stage.frames(for: 1)
        #expect(stage.viewer.nextFrameTime == nil)
        var texts: [String] = []
        let mailbox = stage.viewer.context.mailbox
        stage.viewer.onMessage = { message in
            texts.append(message.text)
            if texts.count == 1 { mailbox.post(.message(Message(.information, "second"))) }
        }
        mailbox.post(.message(Message(.information, "first")))
        stage.frame()
        #expect(texts == ["first"] && stage.viewer.nextFrameTime != nil)
        stage.frame()
        #expect(texts == ["first", "second"])
    }

    @Test(arguments: [false, true]) func `failed tiles are loaded again on F5 and when the window has the focus again`(
        isByFocus: Bool
    ) {
        let isBroken = Locked(true)
        let stage = ViewerStage(
            [
                PaintedSource { index in
                    if index.level == 10, isBroken.withLock({ $0 }) { throw TestError("the disk is gone") }
                    return true
                }
            ], view: ViewState(center: Point(x: 400, y: 300)))
        stage.frames(for: 60)
        #expect(stage.viewer.status.failedTiles.count > 0 && stage.viewer.nextFrameTime == nil)
        isBroken.withLock { $0 = false }
        stage.frames(for: 60)
        #expect(stage.viewer.status.failedTiles.count > 0)
        if isByFocus { stage.viewer.focusGained() } else { stage.tap(.function(5)) }
        stage.frames(for: 1)
        #expect(stage.viewer.status.failedTiles.isEmpty && stage.viewer.status.loadingTiles == 0)
        #expect(stage.viewer.tiles?.isSettled == true)
    }

    @Test func `the status line is shown after the first image even if nothing else happens`() {
        let stage = ViewerStage { settings in
            settings.textDrawing = .background
            settings.features = [.statusLine]
        }
        stage.frames(for: 1)
        #expect(stage.viewer.statusLine.values.name == "file-0")
    }

    @Test func `a press on the map moves the view there, and a drag moves it on`() throws {
        let stage = ViewerStage([PaintedSource(PixelSize(width: 8000, height: 6000)) { $0.level < 9 }]) {
            $0.features = [.overviewMap]
        }
        stage.tap("1")
        stage.frames(for: 3)
        let map = Rect(x: 568, y: 12, width: 220, height: 167)
        stage.pointer(.down(.primary, clicks: 1), map.minX + 30, map.minY + 30)
        let first = stage.view
        #expect(first.center.x < 2000 && first.center.y < 2000 && first.scale == 1)
        stage.pointer(.moved, map.minX + 90, map.minY + 60)
        #expect(stage.view.center.x > first.center.x + 1500 && stage.view.center.y > first.center.y + 700)
        stage.pointer(.up(.primary, clicks: 1), map.minX + 90, map.minY + 60)
        let view = stage.view
        stage.pointer(.moved, 400, 300)
        stage.frames(for: 0.5)
        #expect(stage.view == view)
    }

    @Test func `a click on a message dismisses it, and does not move the image`() {
        let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400), scale: 4))
        stage.viewer.post("Hello.")
        stage.frames(for: 1)
        let bottom = stage.viewer.messages.area?.maxY ?? 0
        #expect(bottom > 500)
        stage.pointer(.down(.primary, clicks: 1), 400, bottom - 10)
        stage.pointer(.up(.primary, clicks: 1), 400, bottom - 10)
        #expect(stage.viewer.messages.count == 0)
        #expect(stage.view.center == Point(x: 500, y: 400))
    }

    @Test func `the HUD is drawn when it is turned on, and lets the viewer rest`() {
        let stage = ViewerStage()
        stage.tap("d")
        stage.frames(for: 2)
        #expect(!stage.viewer.hud.layer.isHidden)
        #expect(stage.viewer.nextFrameTime == nil)
    }

    @Test func `with the HUD frames are measured: 60 a second, and the presenter's part with them`() throws {
        let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400)))
        #expect(!stage.viewer.collectsStatistics)
        stage.tap("d")
        #expect(stage.viewer.collectsStatistics)
        stage.frames(for: 1)
        for _ in 0..<90 {
            stage.viewer.scene.setNeedsFrame()
            let frame = stage.frame(after: 1.0 / 60)
            var presented = FrameStatistics()
            presented.countPixels(of: frame)
            presented.textureUploads = 3
            stage.viewer.recordFrame(milliseconds: 5, presented: presented)
        }
        let values = stage.viewer.part(StatisticsPart.self).values
        #expect(abs((values.framesPerSecond ?? 0) - 60) <= 1)
        let frame = try #require(values.frame)
        #expect(frame.layers > 3 && frame.quads > 4 && frame.textureUploads == 3 && frame.overdraw > 1)
        stage.tap("d")
        #expect(!stage.viewer.collectsStatistics)
    }

    @Test(arguments: [1.0, 2, 4]) func `tiles in their own pixels are drawn once, and in as few pieces as they are`(
        scale: Double
    ) {
        let source = PaintedSource(PixelSize(width: 6000, height: 5000))
        let stage = ViewerStage([source], view: ViewState(center: Point(x: 3000, y: 2500), scale: scale)) {
            $0.size = PixelSize(width: 1280, height: 800)
        }
        stage.frames(for: 3)
        stage.viewer.scene.collectsStatistics = true
        stage.viewer.scene.setNeedsFrame()
        let frame = stage.frame()
        stage.viewer.scene.statistics.countPixels(of: frame)
        let statistics = stage.viewer.scene.statistics
        #expect(statistics.overdraw == 1 && statistics.blendedPixels == 0 && statistics.groups == 0)
        // 6 × 5 tiles of 256 pixels can be seen at most; the layers are the root, the view, the image and the overlays.
        #expect(statistics.quads <= 30)
        #expect(statistics.layers <= 13)
    }

    @Test func `the debug overlays follow each other, and flash only once`() {
        let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400)))
        stage.frames(for: 1)
        let plain = stage.viewer.frame()
        for (overlay, name) in DebugOverlays.named {
            stage.tap("d", .shift)
            #expect(stage.viewer.debugOverlays == overlay)
            #expect(stage.messages.last?.text == "Debug overlay: \(name)")
            #expect(stage.viewer.messages.count == 1, "none names a former overlay")
            #expect(stage.viewer.frame().items.count >= plain.items.count)
        }
        stage.frames(for: 10)
        #expect(stage.viewer.nextFrameTime == nil)
        stage.tap("d", .shift)
        #expect(stage.viewer.debugOverlays == [] && stage.messages.last?.text == "No debug overlay")
        stage.frames(for: 10)
        #expect(stage.viewer.frame() == plain)
    }

    @Test func `each feature is toggled by its key`() {
        let stage = ViewerStage()
        let keys: [(Character, ViewerFeature)] = [
            ("m", .overviewMap), ("l", .scaleBar), ("i", .statusLine), ("d", .hud), ("g", .pixelGrid),
            ("n", .smoothing), ("b", .tileBorders),
        ]
        for (key, feature) in keys {
            stage.tap(key)
            #expect(stage.viewer.features == [feature])
            stage.tap(key)
            #expect(stage.viewer.features == [])
        }
        stage.viewer.handle(text: "?")
        #expect(stage.viewer.features == [.help])
        stage.tap(.escape)
        #expect(stage.viewer.features == [] && stage.requests.isEmpty)
    }
}
