import Dispatch
import LayerTree
import Concurrency
import Testing
import TilePyramid

@MainActor
@Suite struct FrameRequestTests {
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
}
