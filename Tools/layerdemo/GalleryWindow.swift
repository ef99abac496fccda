internal import LayerGallery
internal import LayerTree
internal import SDLPresenter
internal import TilePyramid

/// The window of the gallery, which shows the wall of thumbnails or one demo.
@MainActor
final class GalleryWindow {
    private let window: WindowPresenter
    private let clock = SystemClock()
    private let wall: GalleryWall?
    private var stage: DemoStage?

    /// Opens a window; with a demo it shows only that one.
    init(showing demo: Demo?) throws {
        let size = demo == nil ? Size(width: 1032, height: 740) : DemoStage.size.scaled(by: 2)
        window = try WindowPresenter(WindowOptions(title: demo?.name ?? "layerdemo", size: size))
        wall = demo == nil ? GalleryWall(size: window.pixelSize, scale: window.pixelsPerPoint, clock: clock) : nil
        if let demo { start(demo) }
    }

    /// Shows frames and handles events until the window is closed.
    func run() throws {
        while !window.isClosed {
            let start = clock.now
            if let stage {
                try window.present(stage.frame())
            } else if let wall {
                try window.present(wall.scene.frame())
            }
            // A demo may change with each frame of the screen, the wall only while it is scrolled.
            let next = stage != nil ? start + 1 / window.refreshRate : wall?.scene.nextFrameTime
            var timeout = next.map { max(0, $0 - clock.now) }
            while let event = window.nextEvent(timeout: timeout) {
                handle(event)
                timeout = 0
            }
        }
    }

    private func handle(_ event: WindowEvent) {
        switch event.kind {
        case .closeRequested: window.close()
        case .resized:
            wall?.resize(to: window.pixelSize, scale: window.pixelsPerPoint)
            fit()
        case .key(let key) where key.isDown && [.escape, .character("q")].contains(key.key):
            leave()
        case .wheel(let wheel) where stage == nil:
            wall?.scroll(by: -(wheel.device == .trackpad ? wheel.points.y : wheel.delta.y * GalleryWall.rowHeight / 2))
        case .key(let key) where key.isDown && stage == nil:
            scroll(key.key)
        case .pointer(let pointer):
            if let stage {
                stage.onPointer(pointer.moved(to: toStage(pointer.position)))
            } else if case .down(.primary, _) = pointer.phase, let demo = wall?.demo(at: pointer.position) {
                start(demo)
            }
        default: break
        }
    }

    /// Scrolls the wall by the keys that scroll anywhere.
    private func scroll(_ key: Key) {
        guard let wall else { return }
        let page = window.size.height - GalleryWall.rowHeight
        switch key {
        case .up: wall.scroll(by: -GalleryWall.rowHeight)
        case .down: wall.scroll(by: GalleryWall.rowHeight)
        case .pageUp: wall.scroll(by: -page)
        case .pageDown, .character(" "): wall.scroll(by: page)
        case .home: wall.scroll(by: -wall.height)
        case .end: wall.scroll(by: wall.height)
        default: break
        }
    }

    /// Starts a demo on a new stage.
    private func start(_ demo: Demo) {
        let stage = DemoStage(scale: stageScale, clock: clock)
        demo.start(on: stage)
        self.stage = stage
        window.title = demo.name
        fit()
    }

    /// Returns from a demo to the wall, or closes the window.
    private func leave() {
        guard let wall, stage != nil else {
            window.close()
            return
        }
        stage = nil
        window.title = "layerdemo"
        wall.scene.setNeedsFrame()
    }

    /// The pixels for each point of a stage that fills the window.
    private var stageScale: Double {
        let pixels = window.pixelSize
        let points = DemoStage.size
        return max(0.1, min(Double(pixels.width) / points.width, Double(pixels.height) / points.height))
    }

    /// Fits the stage into the window.
    private func fit() {
        guard let stage else { return }
        stage.fit(into: window.pixelSize, scale: stageScale)
    }

    /// The position on the stage of one in the window, in points.
    private func toStage(_ position: Point) -> Point {
        let scale = window.pixelsPerPoint / stageScale
        let width = Double(window.pixelSize.width)
        let height = Double(window.pixelSize.height)
        let left = (width / stageScale - DemoStage.size.width) / 2
        let top = (height / stageScale - DemoStage.size.height) / 2
        return Point(x: position.x * scale - left, y: position.y * scale - top)
    }
}

extension Size {
    fileprivate func scaled(by factor: Double) -> Size { Size(width: width * factor, height: height * factor) }
}

extension PointerEvent {
    fileprivate func moved(to position: Point) -> PointerEvent {
        PointerEvent(time: time, phase: phase, position: position, modifiers: modifiers)
    }
}
