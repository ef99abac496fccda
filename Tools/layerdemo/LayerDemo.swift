internal import ArgumentParser
internal import Compositing
internal import LayerTree
internal import SDLPresenter
internal import TilePyramid

/// A demo of layers: a clock, a die, a ball, a fading card and turning pages, all animated.
@main
struct LayerDemo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layerdemo",
        abstract: "Show animated layers in a window, or write their frames as PNG files.",
        discussion: """
            Esc or q closes the window. Without a display, --headless writes 30 frames for each second of time, \
            the same on every machine.

            Example: layerdemo --headless frames --frames 60
            """)

    @Option(help: ArgumentHelp("Write frame-000.png and so on into this folder; open no window.", valueName: "folder"))
    var headless: String?

    @Option(help: "The number of frames to write.")
    var frames = 30

    @Option(help: "Pixels per point in the written frames, from above 0 to 8.")
    var scale = 1.0

    func validate() throws {
        guard frames >= 1, scale > 0, scale <= 8 else {
            throw ValidationError("--frames must be at least 1, and --scale above 0 and at most 8.")
        }
    }

    func run() throws {
        try MainActor.assumeIsolated {
            if let headless {
                try writeFrames(into: headless)
            } else {
                try showWindow()
            }
        }
    }

    @MainActor private func writeFrames(into folder: String) throws {
        let clock = ManualClock()
        let size = PixelSize(
            width: Int(DemoScene.size.width * scale), height: Int(DemoScene.size.height * scale))
        let demo = DemoScene(size: size, scale: scale, clock: clock)
        let compositor = Compositor()
        for frame in 0..<frames {
            demo.turnPageIfDue()
            let number = String(repeating: "0", count: max(0, 3 - "\(frame)".count)) + "\(frame)"
            try compositor.draw(demo.scene.frame()).writePNG("\(folder)/frame-\(number).png")
            clock.advance(by: 1.0 / 30)
        }
        print("\(folder): \(frames) \(frames == 1 ? "frame" : "frames") of \(size) pixels")
    }

    @MainActor private func showWindow() throws {
        let window = try WindowPresenter(WindowOptions(title: "Layers", size: DemoScene.size))
        let demo = DemoScene(size: window.pixelSize, scale: window.pixelsPerPoint, clock: SystemClock())
        while !window.isClosed {
            demo.turnPageIfDue()
            try window.present(demo.scene.frame())
            // Presenting waits for the screen refresh, so events are polled without waiting.
            while let event = window.nextEvent(timeout: 0) {
                switch event.kind {
                case .closeRequested: window.close()
                case .resized: demo.resize(to: window.pixelSize, scale: window.pixelsPerPoint)
                case .key(let event) where event.isDown && [.escape, .character("q")].contains(event.key):
                    window.close()
                default: break
                }
            }
        }
    }
}
