import CSDL2
import Compositing
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import SDLPresenter

/// The memory of windows that the compositor draws into.
@MainActor
@Suite(.serialized, .timeLimited) struct WindowSurfaceTests {
    private let canvas = TestCanvas(64, 48)

    @Test func `without graphics hardware frames are drawn into the window's own memory, without a renderer`() throws {
        let window = try headlessWindow { $0.drawing = .compositor }
        let device = try #require(window.device)
        let surface = try #require(device.painter.target as? WindowSurface)
        #expect(device.painter is SurfacePainter && SDL_GetRenderer(device.window.pointer) == nil)
        let tree = canvas.showing([try canvas.quad(plain(8, 8, 0xFF12_3456), in: rect(3, 5, 8, 8))])
        try window.present(tree)
        let memory = try surface.memory()
        #expect(!memory.isNew && memory.size == PixelSize(width: 64, height: 48))
        #expect(memory.pixels[5 * memory.stride + 3] & 0xFF_FFFF == 0x12_3456)
    }

    @Test func `after a change of size the memory is another one, and is drawn whole`() throws {
        let window = try headlessWindow { $0.drawing = .compositor }
        try window.present(canvas.showing([]))
        let device = try #require(window.device)
        // Back to the first size: the memory is new all the same.
        SDL_SetWindowSize(device.window.pointer, 90, 70)
        SDL_SetWindowSize(device.window.pointer, 64, 48)
        while window.nextEvent(timeout: 0) != nil {}
        window.resetStatistics()
        let tree = canvas.showing([try canvas.quad(plain(8, 8, 0xFF12_3456), in: rect(3, 5, 8, 8))])
        let shown = try window.snapshot(of: tree)
        #expect(SnapshotDifference(shown, Compositor().draw(tree)).greatest == 0)
        #expect(window.statistics.changedPixels == 64 * 48)
    }

    @Test func `a frame larger than the window shows its upper left part`() throws {
        let window = try headlessWindow(width: 40, height: 30) { $0.drawing = .compositor }
        let tree = canvas.showing([try canvas.quad(plain(64, 48, 0xFF12_3456), in: rect(0, 0, 64, 48))])
        #expect(try window.present(tree) == .complete)
        let shown = try window.snapshot(of: tree)
        #expect(shown.size == PixelSize(width: 40, height: 30) && shown[39, 29] == 0xFF12_3456)
    }

    @Test func `a frame is handed over only where it has changed, and whole once the window lost it`() throws {
        let window = try headlessWindow { $0.drawing = .compositor }
        let surface = try #require(window.device?.painter.target as? WindowSurface)
        let first = canvas.showing([])
        try window.present(first)
        _ = try window.snapshot(of: canvas.showing([try canvas.quad(Color.white, in: rect(3, 5, 8, 8))]))
        #expect(surface.changed.rects == [PixelRect(x: 3, y: 5, width: 8, height: 8)])
        surface.contentLost()
        #expect(surface.changed.rects == [PixelRect(x: 0, y: 0, width: 64, height: 48)])
        try window.present(first)
        #expect(surface.changed.isEmpty)
    }
}
