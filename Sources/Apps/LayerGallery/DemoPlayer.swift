internal import Compositing
package import LayerTree
package import VectorDrawing

/// Plays a demo without a window, frame by frame, always with the same result.
@MainActor
package final class DemoPlayer {
    private let clock = ManualClock()
    private let stage: DemoStage
    private let compositor = Compositor()

    /// The seconds between two frames: 1/30.
    package static let interval = 1.0 / 30

    /// The most frames at the same time in which tiles that have been loaded appear.
    private static let loadingFrames = 4

    /// Starts a demo.
    package init(_ demo: Demo, scale: Double = 1) {
        stage = DemoStage(scale: scale, clock: clock)
        demo.start(on: stage)
    }

    /// Returns the picture at a time after the start, which must not be before that of the last call.
    ///
    /// - Complexity: O(frames in between), which are made but not drawn.
    package func picture(at time: Double) -> PixelBuffer { compositor.draw(frame(at: time)) }

    /// Returns the frame at a time after the start, as ``picture(at:)`` draws it, for another presenter.
    package func frame(at time: Double) -> RenderTree {
        while stage.time + Self.interval < time {
            _ = stage.frame()
            clock.advance(by: Self.interval)
        }
        _ = stage.frame()
        clock.advance(by: max(0, time - stage.time))
        var frame = stage.frame()
        // What has been loaded for a frame shows in the next one.
        for _ in 0..<Self.loadingFrames where stage.scene.needsFrame { frame = stage.frame() }
        return frame
    }
}
