package import LayerTree
internal import TextLayers
package import TilePyramid
package import VectorDrawing

/// A scene of 320 × 240 points on which a ``Demo`` runs.
@MainActor
package final class DemoStage {
    /// The size of every stage in points.
    nonisolated package static let size = Size(width: 320, height: 240)

    /// The layer that fills the stage; the demo adds its layers to it.
    package let root = Layer()
    /// The scene of ``root``.
    package let scene: LayerScene
    /// Called before each frame, with the seconds since the start; by default nothing happens.
    package var onFrame: (_ time: Double) -> Void = { _ in }
    /// Called for each event of the pointer, with positions on the stage; by default nothing happens.
    package var onPointer: (PointerEvent) -> Void = { _ in }

    /// Draws the text of all demos at once, so that no frame shows it late.
    static let text = TextDrawing(queue: DrawingQueue(mode: .immediate))

    private let start: Double
    private var schedule: [(time: Double, action: () -> Void)] = []

    /// Creates a white stage.
    ///
    /// - Parameters:
    ///   - scale: pixels for each point; the default is 1.
    ///   - clock: the time of all layers.
    package init(scale: Double = 1, clock: any LayerClock) {
        let size = PixelSize(width: Int(Self.size.width * scale), height: Int(Self.size.height * scale))
        root.bounds = Rect(origin: .zero, size: Self.size)
        root.position = Point(x: Self.size.width / 2, y: Self.size.height / 2)
        scene = LayerScene(root: root, size: size, scale: scale, background: .white, clock: clock)
        start = clock.now
    }

    /// Shows the stage in the middle of a window.
    ///
    /// - Parameters:
    ///   - size: the size of the window in pixels.
    ///   - scale: pixels for each point of the stage.
    package func fit(into size: PixelSize, scale: Double) {
        scene.size = size
        scene.scale = scale
        Transaction.run(disablesActions: true) {
            root.position = Point(x: Double(size.width) / scale / 2, y: Double(size.height) / scale / 2)
        }
    }

    /// The seconds since the start.
    package var time: Double { scene.clock.now - start }

    /// The time at which the next frame is due, in seconds of the clock; nil for not before the next event.
    package var nextFrameTime: Double? {
        [scene.nextFrameTime, schedule.first.map { start + $0.time }].compactMap(\.self).min()
    }

    /// Runs an action at a time after the start, so that a demo shows by itself what a person would do.
    func at(_ time: Double, _ action: @escaping () -> Void) {
        let index = schedule.firstIndex { $0.time > time } ?? schedule.count
        schedule.insert((time, action), at: index)
    }

    /// Clicks at a position of the stage, at a time after the start.
    func click(at position: Point, time: Double) {
        at(time) { [weak self] in
            guard let self else { return }
            for phase in [PointerEvent.Phase.down(.primary, clicks: 1), .up(.primary, clicks: 1)] {
                onPointer(PointerEvent(time: scene.clock.now, phase: phase, position: position))
            }
        }
    }

    /// Presses the button at the first position, moves the pointer to the others, and releases it at the last.
    func drag(_ positions: [Point], times: [Double]) {
        for (index, (position, time)) in zip(positions, times).enumerated() {
            at(time) { [weak self] in
                guard let self else { return }
                let now = scene.clock.now
                onPointer(
                    PointerEvent(
                        time: now, phase: index == 0 ? .down(.primary, clicks: 1) : .moved, position: position))
                guard index == positions.count - 1 else { return }
                onPointer(PointerEvent(time: now, phase: .up(.primary, clicks: 1), position: position))
            }
        }
    }

    /// Makes the frame of the present time; what was scheduled before it happens first.
    package func frame() -> RenderTree {
        while let next = schedule.first, next.time <= time {
            schedule.removeFirst()
            next.action()
        }
        onFrame(time)
        return scene.frame()
    }
}
