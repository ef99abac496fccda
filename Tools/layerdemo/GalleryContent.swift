internal import LayerGallery
internal import LayerTree
internal import SDLPresenter
internal import TilePyramid
internal import VectorDrawing

/// The content of the gallery's window: the wall of thumbnails, or one demo.
@MainActor
final class GalleryContent: WindowContent {
    private let clock = SystemClock()
    private let wall: GalleryWall?
    /// The demo that starts once the size of the window is known.
    private var awaited: Demo?
    private var stage: DemoStage
    /// Whether the stage of a demo is shown, and not the wall.
    private var showsStage: Bool
    private var size = PixelSize(width: 1, height: 1)
    private var scale = 1.0
    /// Called when something else is shown, with the title of the window; nil to close it.
    var onShow: (@MainActor (String?) -> Void)?

    /// Shows the gallery, or one demo only.
    init(showing demo: Demo?) {
        stage = DemoStage(clock: clock)
        showsStage = demo != nil
        wall = demo == nil ? GalleryWall(size: size, scale: 1, clock: clock) : nil
        awaited = demo
    }

    /// Shows the window until it is closed.
    static func run(showing demo: Demo?) throws {
        let content = GalleryContent(showing: demo)
        let size = demo == nil ? Size(width: 1032, height: 740) : DemoStage.size.scaled(by: 2)
        let window = LayerWindow(WindowOptions(title: demo?.name ?? "layerdemo", size: size), content: content)
        content.onShow = { [unowned window] title in
            if let title { window.presenter?.title = title } else { window.close() }
        }
        try window.run { _ in }
    }

    var scene: LayerScene { showsStage ? stage.scene : wall?.scene ?? stage.scene }
    var cursor: Cursor { .arrow }

    /// A demo may change with each frame of the screen, the wall only while it is scrolled.
    var nextFrameTime: Double? { showsStage ? -.infinity : scene.nextFrameTime }

    func update() {}

    func frame() -> RenderTree { showsStage ? stage.frame() : scene.frame() }

    func resize(to size: PixelSize, scale: Double) {
        self.size = size
        self.scale = scale
        wall?.resize(to: size, scale: scale)
        stage.fit(into: size, scale: stageScale)
        if let demo = awaited {
            awaited = nil
            start(demo)
        }
    }

    func handle(_ event: WindowEvent) {
        switch event.kind {
        case .key(let key) where key.isDown && [.escape, .character("q")].contains(key.key):
            leave()
        case .wheel(let wheel) where !showsStage:
            wall?.scroll(by: -(wheel.device == .trackpad ? wheel.points.y : wheel.delta.y * GalleryWall.rowHeight / 2))
        case .key(let key) where key.isDown && !showsStage:
            scroll(key.key)
        case .pointer(let pointer):
            if showsStage {
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
        let page = Double(size.height) / scale - GalleryWall.rowHeight
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
        stage = DemoStage(scale: stageScale, clock: clock)
        demo.start(on: stage)
        stage.fit(into: size, scale: stageScale)
        showsStage = true
        onShow?(demo.name)
    }

    /// Returns from a demo to the wall, or closes the window.
    private func leave() {
        guard let wall, showsStage else {
            onShow?(nil)
            return
        }
        showsStage = false
        onShow?("layerdemo")
        wall.scene.setNeedsFrame()
    }

    /// The pixels for each point of a stage that fills the window.
    private var stageScale: Double {
        let points = DemoStage.size
        return max(0.1, min(Double(size.width) / points.width, Double(size.height) / points.height))
    }

    /// The position on the stage of one in the window, in points.
    private func toStage(_ position: Point) -> Point {
        let factor = scale / stageScale
        let left = (Double(size.width) / stageScale - DemoStage.size.width) / 2
        let top = (Double(size.height) / stageScale - DemoStage.size.height) / 2
        return Point(x: position.x * factor - left, y: position.y * factor - top)
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
