import CSDL2
import Compositing
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import SDLPresenter

@MainActor
@Suite(.serialized, .timeLimited) struct CompositedWindowTests {
    private let canvas = TestCanvas(64, 48)

    private func expectSame(
        _ first: PixelBuffer, _ second: PixelBuffer, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let difference = SnapshotDifference(first, second)
        #expect(difference.greatest == 0, "in \(difference.worstPixel)", sourceLocation: sourceLocation)
    }

    @Test func `without graphics hardware the compositor draws`() throws {
        let window = try headlessWindow()
        #expect(window.drawing == .compositor)
        #expect(window.rendererName == "software")
        #expect(try window.prepare(plain(8, 8, 0)))
    }

    @Test(.withAcceleratedRenderer, arguments: [DrawingMethod.automatic, .compositor])
    func `on a screen, only graphics hardware is preferred to the compositor`(method: DrawingMethod) throws {
        let best = try acceleratedWindow()
        let hasHardware = try #require(best.renderer).hasHardware
        best.close()
        let window = try acceleratedWindow { $0.drawing = method }
        #expect(window.drawing == (hasHardware && method == .automatic ? .accelerated : .compositor))
        #expect((window.rendererName == "software") == !hasHardware)
        let tree = canvas.showing([try canvas.quad(plain(8, 8, 0xFF12_3456), in: rect(3.3, 5.1, 41, 27))])
        #expect(try window.present(tree) == .complete)
        #expect(try window.snapshot(of: tree)[20, 20] == 0xFF12_3456)
    }

    @Test func `the window shows exactly what the compositor draws`() throws {
        let window = try headlessWindow()
        let noise = buffer(30, 20) { x, y in 0xFF00_0000 | UInt32((x * 7919 + y * 104_729) % 0x100_0000) }
        let tree = canvas.showing([
            try canvas.quad(noise, in: rect(3.3, 5.1, 41, 27), by: Projection(AffineTransform(rotation: 0.1))),
            canvas.group([try canvas.quad(Color.black, in: rect(0, 0, 20, 20))], opacity: 0.3),
        ])
        expectSame(try window.snapshot(of: tree), Compositor().draw(tree))
        #expect(window.statistics.changedPixels == 64 * 48)
        #expect(window.statistics.uploadedBytes == 64 * 48 * 4)
    }

    @Test func `a stamp of 32 × 32 changes 1,024 pixels, one tile of 256 × 256 changes 65,536`() throws {
        let window = try headlessWindow(width: 800, height: 600)
        let canvas = TestCanvas(800, 600)
        var tiles: [RenderItem] = []
        for index in 0..<6 {
            let tileFrame = rect(Double(index % 3) * 256, Double(index / 3) * 256, 256, 256)
            tiles.append(try canvas.quad(plain(256, 256, 0xFF00_0000 | UInt32(index)), in: tileFrame))
        }
        try window.present(canvas.showing(tiles))
        #expect(window.statistics.changedPixels == 800 * 600)
        window.resetStatistics()
        let stamp = try canvas.quad(Color.black, in: rect(100, 100, 32, 32))
        #expect(try window.present(canvas.showing(tiles + [stamp])) == .complete)
        #expect(window.statistics.changedPixels == 1024)
        #expect(window.statistics.uploadedBytes == 4096)
        window.resetStatistics()
        var others = tiles
        others[4] = try canvas.quad(plain(256, 256, 0xFFFF_FFFF), in: rect(256, 256, 256, 256))
        try window.present(canvas.showing(others + [stamp]))
        #expect(window.statistics.changedPixels == 65_536)
    }

    @Test func `an unchanged frame costs nothing, and an exposed window is updated without drawing`() throws {
        let window = try headlessWindow()
        let tree = canvas.showing([try canvas.quad(Color.black, in: rect(0, 0, 20, 20))])
        #expect(try window.present(tree) == .complete)
        #expect(try window.present(tree) == .unchanged)
        var exposed = SDL_Event()
        exposed.type = SDL_RENDER_TARGETS_RESET.rawValue
        SDL_PushEvent(&exposed)
        while window.nextEvent(timeout: 0) != nil {}
        #expect(try window.present(tree) == .complete)
        #expect(window.statistics.frames == 2)
        #expect(window.statistics.changedPixels == 64 * 48)
        #expect(window.statistics.uploads == 1)
    }

    @Test func `after a device reset the frame is uploaded again, but not drawn again`() throws {
        let window = try headlessWindow()
        let tree = canvas.showing([try canvas.quad(Color.black, in: rect(0, 0, 20, 20))])
        try window.present(tree)
        var reset = SDL_Event()
        reset.type = SDL_RENDER_DEVICE_RESET.rawValue
        SDL_PushEvent(&reset)
        while window.nextEvent(timeout: 0) != nil {}
        expectSame(try window.snapshot(of: tree), Compositor().draw(tree))
        #expect(window.statistics.uploads == 2)
        #expect(window.statistics.changedPixels == 64 * 48)
    }

    @Test func `a frame of another size is drawn whole, with the background beside it`() throws {
        let window = try headlessWindow()
        try window.present(canvas.showing([]))
        let small = TestCanvas(40, 30, background: Color(red: 1, green: 0, blue: 0))
        let tree = small.showing([try small.quad(Color.black, in: rect(0, 0, 40, 30))])
        let shown = try window.snapshot(of: tree)
        #expect(shown[39, 29] == 0xFF00_0000)
        #expect(shown[40, 29] == 0xFFFF_0000)
        #expect(shown[39, 30] == 0xFFFF_0000)
        #expect(window.statistics.changedPixels == 64 * 48 + 40 * 30)
    }

    @Test(arguments: 0..<10)
    func `drawing only what has changed gives the whole frame, frame after frame`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let window = try headlessWindow()
        let buffers = (0..<4).map { index in
            buffer(16, 16, isOpaque: false) { x, y in UInt32(x * 8) << 24 | UInt32(x * y / 2 % (x * 8 + 1)) * 0x10101 }
        }
        var items: [RenderItem] = []
        for _ in 0..<20 {
            if !items.isEmpty, Bool.random(using: &random) {
                items.remove(at: .random(in: 0..<items.count, using: &random))
            }
            let frame = rect(
                .random(in: -10..<60, using: &random), .random(in: -10..<40, using: &random), 16, 16)
            let buffer = buffers[.random(in: 0..<4, using: &random)]
            let turn = Projection(AffineTransform(rotation: .random(in: -0.2..<0.2, using: &random)))
            if let outline = PixelPolygon(frame, projectedBy: turn),
                !outline.pixelBounds.intersection(canvas.whole).isEmpty
            {
                let quad = try canvas.quad(buffer, in: frame, by: turn)
                items.insert(
                    Bool.random(using: &random) ? quad : canvas.group([quad], opacity: 0.5),
                    at: .random(in: 0...items.count, using: &random))
            }
            let tree = canvas.showing(items)
            expectSame(try window.snapshot(of: tree), Compositor().draw(tree))
        }
        #expect(window.statistics.changedPixels < 20 * 64 * 48)
    }
}
