import CSDL2
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import SDLPresenter

/// A content that has a picture once a test says so.
@MainActor
private final class WaitingContent: WindowContent {
    let scene: LayerScene
    let cursor = Cursor.arrow
    var hasPicture = false
    /// The sizes that the window had, and the preparations for its appearance, in order.
    private(set) var log: [String] = []

    init(clock: ManualClock) {
        scene = LayerScene(root: Layer(), size: PixelSize(width: 64, height: 48), clock: clock)
    }

    func update() {}
    func frame() -> RenderTree { scene.frame() }
    func willAppear() { log.append("appears") }
    func handle(_ event: WindowEvent) {}
    func resize(to size: PixelSize, scale: Double) {
        scene.size = size
        log.append("\(size.width)x\(size.height)")
    }
}

/// The appearance of windows, without a screen.
@MainActor
@Suite(.serialized, .timeLimited) struct WindowAppearanceTests {
    private let clock = ManualClock(now: 100)

    private func makeWindow(_ content: WaitingContent, isHidden: Bool = false) throws -> LayerWindow {
        var options = WindowOptions(title: "test", size: Size(width: 64, height: 48))
        options.isHeadless = true
        options.waitsForVSync = false
        options.isHidden = isHidden
        options.clock = clock
        let window = LayerWindow(options, content: content)
        try window.open()
        return window
    }

    private func turn(_ window: LayerWindow) throws {
        window.presenter?.wake()
        try LayerWindow.turn([window])
    }

    private func isShown(_ window: LayerWindow) throws -> Bool {
        let pointer = try #require(window.presenter?.device).window.pointer
        return SDL_GetWindowFlags(pointer) & SDL_WINDOW_SHOWN.rawValue != 0
    }

    @Test func `a window appears with its first picture, which is presented in the same turn`() throws {
        let content = WaitingContent(clock: clock)
        let window = try makeWindow(content)
        try turn(window)
        #expect(try !isShown(window) && window.presenter?.statistics.frames == 0)
        clock.advance(by: 0.5)
        content.scene.setNeedsFrame()
        try turn(window)
        #expect(try !isShown(window) && content.log == ["64x48"])
        content.hasPicture = true
        clock.advance(by: 0.1)
        content.scene.setNeedsFrame()
        try turn(window)
        #expect(try isShown(window) && window.presenter?.statistics.frames == 1)
        #expect(content.log.prefix(2) == ["64x48", "appears"])
        window.finish()
    }

    @Test func `without a picture a window appears after a second, though nothing asks for a frame`() throws {
        let content = WaitingContent(clock: clock)
        let window = try makeWindow(content)
        try turn(window)
        clock.advance(by: 0.75)
        try turn(window)
        #expect(try !isShown(window))
        clock.advance(by: 0.25)
        try turn(window)
        #expect(try isShown(window) && window.presenter?.statistics.frames == 1)
        #expect(LayerWindow.pictureWait == 1)
        window.finish()
    }

    @Test func `a content that needs no time appears in the first turn, and a hidden window never`() throws {
        for isHidden in [false, true] {
            let content = WaitingContent(clock: clock)
            content.hasPicture = true
            let window = try makeWindow(content, isHidden: isHidden)
            try turn(window)
            #expect(try isShown(window) == !isHidden)
            clock.advance(by: 2)
            content.scene.setNeedsFrame()
            try turn(window)
            #expect(try isShown(window) == !isHidden)
            window.finish()
        }
    }

    @Test func `the first picture is uploaded whole before the window is there, whatever the budget`() throws {
        let content = WaitingContent(clock: clock)
        for index in 0..<4 {
            let layer = Layer()
            layer.frame = Rect(x: Double(index) * 16, y: 0, width: 16, height: 16)
            layer.contents = plain(16, 16, 0xFF00_0000 | UInt32(index))
            content.scene.root.addSublayer(layer)
        }
        var options = WindowOptions(title: "test", size: Size(width: 64, height: 48))
        options.isHeadless = true
        options.waitsForVSync = false
        options.drawing = .accelerated
        options.uploadBudget = .bytes(0)
        options.clock = clock
        let window = LayerWindow(options, content: content)
        try window.open()
        content.scene.setNeedsFrame()
        content.hasPicture = true
        try turn(window)
        let statistics = try #require(window.presenter?.statistics)
        #expect(statistics.uploads == 4 && statistics.frames == 1 && statistics.deferredContents == 0)
        window.finish()
    }
}
