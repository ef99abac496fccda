import Concurrency
import Dispatch
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@MainActor
@Suite(.timeLimited) struct FrameRequestTests {
    private let scene = TestLayers.scene(10, 10)

    @Test func `a request makes one more frame needed`() {
        _ = scene.frame()
        #expect(!scene.needsFrame)
        scene.requests.request()
        #expect(scene.needsFrame && scene.nextFrameTime == scene.clock.now)
        _ = scene.frame()
        #expect(!scene.needsFrame && scene.nextFrameTime == nil)
    }

    @Test func `the loop is woken once for all requests before the next frame`() {
        _ = scene.frame()
        let wakes = Locked(0)
        scene.requests.onRequest = { wakes.withLock { $0 += 1 } }
        let requests = scene.requests
        DispatchQueue.concurrentPerform(iterations: 8) { _ in requests.request() }
        #expect(wakes.withLock { $0 } == 1)
        _ = scene.frame()
        scene.requests.request()
        #expect(wakes.withLock { $0 } == 2)
    }

    @Test func `work runs once at the start of the next frame, in order and before layout`() {
        _ = scene.frame()
        let requests = scene.requests
        let root = scene.root
        var widths: [Double] = []
        let delegate = LayoutRecorder { widths.append($0.bounds.size.width) }
        root.delegate = delegate
        root.actions = .none
        for width in [3.0, 4.0] {
            DispatchQueue.global().sync { requests.perform { root.bounds.size.width += width } }
        }
        let before = root.bounds.size.width
        #expect(scene.needsFrame && scene.nextFrameTime == scene.clock.now)
        _ = scene.frame()
        #expect(widths == [before + 7])
        _ = scene.frame()
        #expect(root.bounds.size.width == before + 7 && !scene.needsFrame)
    }
}

/// Calls a closure at each layout.
private final class LayoutRecorder: LayerDelegate {
    private let onLayout: (Layer) -> Void

    init(_ onLayout: @escaping (Layer) -> Void) {
        self.onLayout = onLayout
    }

    func layoutSublayers(of layer: Layer) { onLayout(layer) }
}
