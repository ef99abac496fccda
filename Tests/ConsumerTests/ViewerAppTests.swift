import Compositing
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TextLayers
import TilePyramid
import TileViewing
import TiledLayers
import VectorDrawing

/// An app that shows a pyramid of its own in a viewer; it sees products and public declarations only.
@MainActor
@Suite(.timeLimited) struct ViewerAppTests {
    private let clock = ManualClock()
    private let viewer: Viewer
    private let wakeUps: AsyncStream<Void>

    init() {
        var settings = ViewerSettings(loader: TileLoader(costLimit: 64 << 20))
        settings.size = PixelSize(width: 320, height: 200)
        settings.features = []
        settings.clock = clock
        settings.textDrawing = .immediate
        viewer = Viewer(settings)
        let (stream, wakeUp) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        wakeUps = stream
        viewer.scene.requests.onRequest = { wakeUp.yield() }
    }

    /// Makes 60 frames a second while the viewer asks for them, until it rests and has loaded all tiles.
    private func lastFrame() async -> RenderTree {
        var wakeUps = wakeUps.makeAsyncIterator()
        var frame = viewer.frame()
        while viewer.status.loadingTiles > 0 || viewer.nextFrameTime != nil {
            if viewer.nextFrameTime == nil { await wakeUps.next() }
            clock.advance(by: 1.0 / 60)
            frame = viewer.frame()
        }
        return frame
    }

    @Test func `an app shows a pyramid, pixel for pixel`() async {
        viewer.show(Document(path: "checkerboard", source: Checkerboard()))
        viewer.show(ViewState(center: Point(x: 128, y: 128)), animated: false)
        let snapshot = Compositor().draw(await lastFrame())
        #expect(viewer.status.stage == .complete && viewer.status.failedTiles.isEmpty)
        #expect(viewer.status.imageSize == PixelSize(width: 256, height: 256))
        // The image lies in the middle of the window, 32 columns from its left edge.
        for y in 0..<200 {
            for x in 32..<288 where snapshot[x, y] != Checkerboard.pixel(x - 32, y + 28) {
                Issue.record("pixel \(x), \(y) is not that of the pyramid")
                return
            }
        }
        viewer.close()
    }

    @Test func `an app binds keys, and learns what its window has to do`() {
        var copied: [String] = []
        viewer.onRequest = { if case .copy(let text) = $0 { copied.append(text) } }
        viewer.show(Document(path: "checkerboard", source: Checkerboard()))
        for key in ["g", "c"] as [Character] {
            viewer.handle(.key(KeyEvent(time: viewer.settings.clock.now, key: .character(key), isDown: true)))
        }
        #expect(viewer.features == [.pixelGrid])
        #expect(copied == ["tileview checkerboard --view \(viewer.currentView.link)"])
        #expect(viewer.settings.keys.commands[.text("?")] == .toggle(.help))
    }
}

/// A pyramid of 256×256 pixels with squares of 4×4 pixels, whose levels of less than a tile are absent.
private struct Checkerboard: TileSource {
    let pyramid = Pyramid(size: PixelSize(width: 256, height: 256), tileSize: 64)

    func read(_ index: TileIndex) -> EncodedTile? {
        let isWhole = pyramid.rect(of: index).size == PixelSize(width: 64, height: 64)
        return isWhole ? EncodedTile(bytes: Self.tile, format: .png) : nil
    }

    /// The premultiplied pixel of the full size at a column and a row.
    static func pixel(_ x: Int, _ y: Int) -> UInt32 { (x / 4 + y / 4).isMultiple(of: 2) ? 0xFFFF_FFFF : 0xFF00_0000 }

    /// A tile of 64×64 pixels, as PNG of one bit a pixel.
    private static let tile: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52,
        0x00, 0x00, 0x00, 0x40, 0x00, 0x00, 0x00, 0x40, 0x01, 0x00, 0x00, 0x00, 0x00, 0x82, 0x12, 0x4C,
        0x73, 0x00, 0x00, 0x00, 0x18, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0xF8, 0x00, 0x05, 0x0C,
        0x78, 0x18, 0xFC, 0x50, 0x80, 0x8F, 0x31, 0x6A, 0xCE, 0x88, 0x34, 0x07, 0x00, 0xC5, 0xF2, 0xFF,
        0x01, 0xEA, 0x21, 0x90, 0x3C, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60,
        0x82,
    ]
}
