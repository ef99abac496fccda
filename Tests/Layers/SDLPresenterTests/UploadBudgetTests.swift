import CSDL2
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import SDLPresenter

/// The contents that a window draws although the upload budget is spent; here it is one upload a frame.
@MainActor
@Suite(.serialized, .timeLimited) struct UploadBudgetTests {
    private let canvas = TestCanvas(64, 48)
    private let buffers = (0..<3).map { plain(8, 8, 0xFF00_0000 | $0) }

    private func window() throws -> WindowPresenter {
        try headlessWindow {
            $0.drawing = .accelerated
            $0.uploadBudget = .bytes(0)
        }
    }

    /// A frame of contents side by side.
    private func frame(_ buffers: [PixelBuffer]) throws -> RenderTree {
        canvas.showing(try buffers.enumerated().map { try canvas.quad($1, in: rect(Double($0) * 8, 0, 8, 8)) })
    }

    /// A scene of layers with contents.
    private func scene() -> LayerScene {
        let root = Layer()
        for (index, buffer) in buffers.enumerated() {
            let layer = Layer()
            layer.frame = rect(Double(index) * 8, 0, 8, 8)
            layer.contents = buffer
            root.addSublayer(layer)
        }
        return LayerScene(root: root, size: PixelSize(width: 64, height: 48))
    }

    @Test func `the first frame of a scene is drawn whole, and connects the scene to the window`() throws {
        let window = try window()
        let scene = scene()
        #expect(scene.presenterLink.uploader == nil)
        #expect(try window.present(scene.frame()) == .complete)
        #expect(window.statistics.uploads == 3)
        let uploader = try #require(scene.presenterLink.uploader)
        #expect(uploader.prepare(plain(8, 8, 0)))
        #expect(!uploader.prepare(plain(8, 8, 0)))
    }

    @Test func `a window that was closed lets its scenes show everything`() throws {
        let scene = scene()
        do {
            let window = try window()
            try window.present(scene.frame())
            window.close()
            let uploader = try #require(scene.presenterLink.uploader)
            #expect(uploader.prepare(buffers[0]) && uploader.prepare(plain(8, 8, 0)))
        }
        #expect(scene.presenterLink.uploader == nil)
    }

    @Test func `what was shown is uploaded in one frame after the graphics memory was lost`() throws {
        let window = try window()
        let scene = scene()
        try window.present(scene.frame())
        var reset = SDL_Event()
        reset.type = SDL_RENDER_DEVICE_RESET.rawValue
        SDL_PushEvent(&reset)
        while window.nextEvent(timeout: 0) != nil {}
        #expect(try window.present(scene.frame()) == .complete)
        #expect(window.statistics.uploads == 6)
    }

    @Test func `a frame that is shown already begins a new budget`() throws {
        let window = try window()
        let tree = try frame([])
        try window.present(tree)
        for buffer in buffers {
            #expect(try window.prepare(buffer))
            #expect(try !window.prepare(plain(8, 8, 0)))
            #expect(try window.present(tree) == .unchanged)
        }
    }

    @Test func `prepared contents leave the budget of others alone`() throws {
        let window = try window()
        #expect(try window.prepare(buffers[0]))
        #expect(try window.present(frame([buffers[0], buffers[1]])) == .complete)
        #expect(window.statistics.uploads == 2)
    }

    @Test func `what the compositor draws for the graphics card is not left out`() throws {
        let window = try window()
        let clip = RenderClip(bounds: canvas.whole)
        let shapes = (0..<3).map { index in
            RenderItem.shape(
                RenderShape(
                    path: Path(ellipseIn: rect(Double(index) * 16, 10, 12 + Double(index), 12)), projection: .identity,
                    fill: .color(.black), opacity: 1, clip: clip))
        }
        var tree = try frame([buffers[0]])
        tree.items += shapes
        #expect(try window.present(tree) == .complete)
        #expect(window.statistics.uploads == 4 && window.statistics.deferredContents == 0)
    }
}
