import CSDL2
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import SDLPresenter

/// Turns of the loop of a window without a screen.
///
/// The loop itself needs the program's main thread, which the examples
/// have: `ExampleWindowTests` run it.
@MainActor
@Suite(.serialized, .timeLimited) struct LayerWindowTests {
    private func makeWindow(clock: any LayerClock = SystemClock()) -> LayerWindow {
        var options = WindowOptions(title: "test", size: Size(width: 64, height: 48))
        options.isHeadless = true
        options.waitsForVSync = false
        options.clock = clock
        return LayerWindow(options)
    }

    /// Sends an event, and turns the loop, which handles all that have arrived.
    private func send(
        _ type: SDL_EventType, to window: LayerWindow, turning windows: [LayerWindow]? = nil,
        _ fill: (inout SDL_Event) -> Void = { _ in }
    ) throws {
        let presenter = try #require(window.presenter)
        var event = SDL_Event()
        event.type = type.rawValue
        event.window.windowID = try #require(presenter.device).window.identifier
        fill(&event)
        event.common.timestamp = SDL_GetTicks()
        #expect(SDL_PushEvent(&event) == 1)
        try LayerWindow.turn(windows ?? [window])
    }

    private func button(_ type: SDL_EventType, at x: Int32, _ y: Int32, in window: LayerWindow) throws {
        try send(type, to: window) {
            $0.button.button = UInt8(SDL_BUTTON_LEFT)
            $0.button.clicks = 1
            $0.button.x = x
            $0.button.y = y
        }
    }

    @Test func `a window shows its layers, and draws no frame when nothing has changed`() throws {
        let window = makeWindow()
        try window.open()
        let presenter = try #require(window.presenter)
        window.root.backgroundColor = .white
        presenter.waker.wake()
        try LayerWindow.turn([window])
        #expect(presenter.statistics.frames == 1)
        #expect(try presenter.snapshot(of: window.scene.frame())[63, 47] == 0xFFFF_FFFF)
        presenter.waker.wake()
        try LayerWindow.turn([window])
        #expect(presenter.statistics.frames == 1)
        window.finish()
        #expect(window.presenter == nil)
    }

    @Test func `root, scene and the layers of controllers follow the size of the window`() throws {
        let window = makeWindow()
        let content = Layer()
        content.bounds = Rect(x: 0, y: 0, width: 640, height: 480)
        let controller = ScrollController(for: content)
        window.add(controller)
        var sizes: [Size] = []
        window.onResize = { [unowned window] in sizes.append(window.root.bounds.size) }
        try window.open()
        let presenter = try #require(window.presenter)
        #expect(controller.scrollLayer.frame == Rect(x: 0, y: 0, width: 64, height: 48))
        SDL_SetWindowSize(try #require(presenter.device).window.pointer, 90, 70)
        presenter.waker.wake()
        try LayerWindow.turn([window])
        presenter.waker.wake()
        try LayerWindow.turn([window])
        #expect(window.scene.size == PixelSize(width: 90, height: 70))
        #expect(controller.scrollLayer.frame == Rect(x: 0, y: 0, width: 90, height: 70))
        #expect(controller.model.view.scale == 90.0 / 640, "the content is fitted again")
        #expect(sizes.first == Size(width: 64, height: 48) && sizes.last == Size(width: 90, height: 70))
        window.remove(controller)
        #expect(window.root.sublayers.isEmpty && window.dispatcher.controllers.isEmpty)
        window.finish()
    }

    @Test func `events reach gestures, handlers see them first, and typed text and dropped files arrive`() throws {
        let window = makeWindow()
        let pin = Layer()
        pin.frame = Rect(x: 10, y: 10, width: 10, height: 10)
        pin.cursor = .pointingHand
        window.root.addSublayer(pin)
        var log: [String] = []
        pin.addGesture(TapRecognizer { _ in log.append("tap") })
        window.onText = { log.append($0) }
        window.onFileDropped = { log.append($0) }
        try window.open()
        let presenter = try #require(window.presenter)
        try button(SDL_MOUSEBUTTONDOWN, at: 15, 15, in: window)
        try button(SDL_MOUSEBUTTONUP, at: 15, 15, in: window)
        try send(SDL_TEXTINPUT, to: window) { $0.text.text.0 = 65 }
        try send(SDL_DROPFILE, to: window) { $0.drop.file = SDL_strdup("big.jpg") }
        #expect(log == ["tap", "A", "big.jpg"] && presenter.cursor == .pointingHand)
        window.onEvent = { _ in true }
        try button(SDL_MOUSEBUTTONDOWN, at: 15, 15, in: window)
        try button(SDL_MOUSEBUTTONUP, at: 15, 15, in: window)
        #expect(log.count == 3)
        window.finish()
    }

    @Test func `the window closes when the user wants it, unless the app does not`() throws {
        let window = makeWindow()
        try window.open()
        let presenter = try #require(window.presenter)
        var answers = [true, false]
        window.onCloseRequest = { answers.removeLast() }
        try send(SDL_QUIT, to: window)
        #expect(!presenter.isClosed)
        try send(SDL_QUIT, to: window)
        #expect(presenter.isClosed)
        window.finish()
    }

    @Test func `the loop of one window serves a second one, and each gets its own events`() throws {
        let windows = [makeWindow(), makeWindow()]
        var taps = [0, 0]
        for (index, window) in windows.enumerated() {
            window.root.addGesture(TapRecognizer { _ in taps[index] += 1 })
            try window.open()
        }
        func tap(_ window: LayerWindow) throws {
            for type in [SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP] {
                try send(type, to: window, turning: windows) {
                    $0.button.button = UInt8(SDL_BUTTON_LEFT)
                    $0.button.clicks = 1
                    $0.button.x = 15
                    $0.button.y = 15
                }
            }
        }
        try tap(windows[1])
        #expect(taps == [0, 1])
        try tap(windows[0])
        #expect(taps == [1, 1])
        #expect(windows.allSatisfy { $0.presenter?.statistics.frames == 1 })
        try send(SDL_WINDOWEVENT, to: windows[1], turning: windows) {
            $0.window.event = UInt8(SDL_WINDOWEVENT_CLOSE.rawValue)
        }
        #expect(windows[0].presenter?.isClosed == false && windows[1].presenter == nil)
        windows[0].finish()
    }

    @Test func `a second loop is refused as long as one runs`() async {
        let window = makeWindow()
        LayerWindow.hasLoop = true
        let error = await #expect(throws: PresenterError.self) { try await window.runUntilClosed { _ in } }
        #expect(error?.message.contains("Open this window with open()") ?? false)
        #expect(window.presenter == nil)
        #expect(LayerWindow.hasLoop)
        LayerWindow.hasLoop = false
    }

    @Test(arguments: Cursor.allCases) func `each cursor is one of the system's`(cursor: Cursor) throws {
        let window = makeWindow()
        try window.open()
        let presenter = try #require(window.presenter)
        presenter.cursor = cursor
        #expect(presenter.cursor == cursor)
        window.finish()
    }
}
