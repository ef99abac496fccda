import Concurrency
import Glibc
import TestLimits
import Testing
import TilePyramid

import VectorDrawing
@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct BackgroundDrawingTests {
    /// A layer whose drawing fills it with the color that it has when it is requested.
    private final class FilledLayer: Layer {
        var fill = Color.black
        var drawings = 0

        override func backgroundDrawing() -> BackgroundDrawing? {
            drawings += 1
            return { [fill] context in
                context.fillColor = fill
                context.fill(Rect(x: 0, y: 0, width: 4, height: 4))
            }
        }
    }

    /// A scene whose drawings wait until the test runs them.
    @MainActor
    private struct Studio {
        let layer = FilledLayer()
        let scene: LayerScene
        let waiting = Locked<[@Sendable () -> Void]>([])

        init() {
            layer.frame = Rect(x: 0, y: 0, width: 4, height: 4)
            layer.drawsAsynchronously = true
            scene = LayerScene(root: layer, size: PixelSize(width: 4, height: 4), clock: ManualClock())
            scene.runInBackground = { [waiting] work in waiting.withLock { $0.append(work) } }
        }

        /// Runs the drawings that wait, on another thread.
        func draw() {
            let work = waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            Self.runElsewhere(work)
        }

        /// Runs work on another thread, and waits for it.
        nonisolated private static func runElsewhere(_ work: [@Sendable () -> Void]) {
            var thread = pthread_t()
            let context = Unmanaged.passRetained(Locked(work)).toOpaque()
            pthread_create(
                &thread, nil,
                { context in
                    guard let context else { return nil }
                    let work = Unmanaged<Locked<[@Sendable () -> Void]>>.fromOpaque(context).takeRetainedValue()
                    work.withLock { $0 }.forEach { $0() }
                    return nil
                }, context)
            pthread_join(thread, nil)
        }

        /// Requests a color, and makes a frame.
        func request(_ color: Color) {
            layer.fill = color
            layer.setNeedsDisplay()
            _ = scene.frame()
        }

        /// The pixel of the next frame; nil without contents.
        var shown: UInt32? {
            _ = scene.frame()
            return layer.contents?[0, 0]
        }
    }

    @Test func `a frame does not wait for a drawing, which appears in a later one`() {
        let studio = Studio()
        studio.request(.white)
        #expect(studio.layer.contents == nil && studio.waiting.withLock { $0.count } == 1)
        #expect(studio.scene.nextFrameTime == nil)
        studio.draw()
        #expect(studio.layer.contents == nil && studio.scene.nextFrameTime != nil)
        #expect(studio.shown == 0xFFFF_FFFF)
        #expect(studio.layer.animationKeys.isEmpty && studio.scene.nextFrameTime == nil)
    }

    @Test func `drawings are shown in the order of their requests, and those that come meanwhile as one`() {
        let studio = Studio()
        studio.request(Color(red: 1, green: 0, blue: 0))
        studio.request(Color(red: 0, green: 1, blue: 0))
        studio.request(Color(red: 0, green: 0, blue: 1))
        #expect(studio.layer.drawings == 1 && studio.waiting.withLock { $0.count } == 1)
        studio.draw()
        #expect(studio.shown == 0xFFFF_0000)
        #expect(studio.layer.drawings == 2)
        studio.draw()
        #expect(studio.shown == 0xFF00_00FF && studio.scene.nextFrameTime == nil)
    }

    @Test func `without a scene, or without a drawing for the background, it is drawn at once`() {
        let lonely = FilledLayer()
        lonely.frame = Rect(x: 0, y: 0, width: 4, height: 4)
        lonely.drawsAsynchronously = true
        lonely.display()
        #expect(lonely.drawings == 0)
        let plain = Layer()
        plain.drawsAsynchronously = true
        plain.frame = Rect(x: 0, y: 0, width: 4, height: 4)
        let scene = LayerScene(root: plain, size: PixelSize(width: 4, height: 4), clock: ManualClock())
        let waiting = Locked(0)
        scene.runInBackground = { _ in waiting.withLock { $0 += 1 } }
        plain.setNeedsDisplay()
        _ = scene.frame()
        #expect(waiting.withLock { $0 } == 0)
    }

    @Test func `a layer that is gone before its drawing ends is not kept`() {
        let studio = Studio()
        let waiting = studio.waiting
        weak var gone: Layer?
        do {
            let layer = FilledLayer()
            layer.frame = Rect(x: 0, y: 0, width: 4, height: 4)
            layer.drawsAsynchronously = true
            studio.layer.addSublayer(layer)
            layer.setNeedsDisplay()
            _ = studio.scene.frame()
            layer.removeFromSuperlayer()
            gone = layer
        }
        #expect(waiting.withLock { $0.count } == 1)
        _ = studio.scene.frame()
        #expect(gone == nil)
        studio.draw()
        _ = studio.scene.frame()
    }
}
