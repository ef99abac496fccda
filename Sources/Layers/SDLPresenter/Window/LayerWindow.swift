internal import Concurrency
public import LayerTree
public import VectorDrawing

/// A window that shows a layer tree, and the main loop of an app: events, gestures, frames and tasks.
///
/// ```swift
/// let window = LayerWindow(title: "Pins")
/// try window.run { window in
///     window.add(ScrollController(for: try await loadMap()))
/// }
/// ```
///
/// The loop draws a frame when layers have changed or move, and sleeps otherwise. Tasks of the main actor run in it, so the
/// closure of `run` may await, and so may a `Task` that a gesture's action begins. The window appears with its first picture,
/// see ``pictureWait``. Events go to gestures and controllers
/// through the ``dispatcher``. The loop of one window also serves the windows that are opened beside it with ``open()``.
@MainActor
public final class LayerWindow {
    /// The content, which makes the frames.
    public let content: any WindowContent
    /// The root layer, which has the size of the window.
    public var root: Layer { scene.root }
    /// The scene of the layers.
    public var scene: LayerScene { content.scene }
    /// The dispatcher that passes events to gestures and controllers; it gets none if the window was created with a content.
    public let dispatcher: InputDispatcher
    /// The options for opening the window; they cannot be changed while it is open.
    public var options: WindowOptions {
        didSet { precondition(presenter == nil, "the options of a window that is open cannot be changed") }
    }
    /// The window, while it is open.
    public private(set) var presenter: WindowPresenter?

    /// Called for each event before the content gets it; returns true if the content must not get it.
    ///
    /// The default is nil.
    public var onEvent: (@MainActor (WindowEvent) -> Bool)?
    /// Called when text was typed.
    ///
    /// The default is nil.
    public var onText: (@MainActor (String) -> Void)?
    /// Called with the path of each file that is dropped on the window.
    ///
    /// The default is nil.
    public var onFileDropped: (@MainActor (String) -> Void)?
    /// Called when the size of the window or its pixels has changed, and when it opens.
    ///
    /// The default is nil.
    public var onResize: (@MainActor () -> Void)?
    /// Called in each turn of the loop, before the loop decides whether a frame is needed.
    ///
    /// The default is nil.
    public var onUpdate: (@MainActor () -> Void)?
    /// Called when the user wants to close the window; returns whether it closes.
    ///
    /// The default is nil: the window closes.
    public var onCloseRequest: (@MainActor () -> Bool)?

    /// The windows that are open, in the order of their opening.
    private static var openWindows: [LayerWindow] = []
    /// Whether a loop runs, or is about to run on the main thread, which has one at a time.
    static var hasLoop = false
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var lastTask = 0
    private var failure: (any Error)?
    /// The time at which the last frame was begun.
    private var lastFrame = -Double.infinity
    /// The time at which the controllers were updated.
    private var lastUpdate = -Double.infinity
    /// The number of consecutive frames that could not be drawn.
    private var failedFrames = 0

    /// The time on the clock by which the window is shown, even without a picture; nil once it is shown.
    private var appearanceTime: Double?

    /// The time in seconds for which a new window stays hidden until its content has a picture.
    ///
    /// Beyond it the window is shown with what there is, so that a slow disk or network does not keep it hidden.
    public static let pictureWait = 1.0

    /// The maximum number of consecutive frames that may fail, for example while the graphics driver is replaced.
    public static let failedFrameLimit = 10

    /// Creates a window, which ``run(_:)`` opens.
    ///
    /// - Parameters:
    ///   - title: the title.
    ///   - size: the size in points without the frame; each side from 1 to 16,384. The default is 1280 × 800.
    ///   - root: the root layer, by default a new one.
    public convenience init(title: String, size: Size = Size(width: 1280, height: 800), root: Layer = Layer()) {
        self.init(WindowOptions(title: title, size: size), root: root)
    }

    /// Creates a window with options and a root layer, by default a new one.
    public init(_ options: WindowOptions, root: Layer = Layer()) {
        self.options = options
        let content = LayerContent(root, options)
        self.content = content
        dispatcher = content.dispatcher
    }

    /// Creates a window with options, which shows a content that makes its own frames.
    public init(_ options: WindowOptions, content: any WindowContent) {
        self.options = options
        self.content = content
        dispatcher = InputDispatcher(scene: content.scene)
    }

    /// Adds a controller; it gets the events on its layer, and an update before each frame.
    ///
    /// If its layer has no superlayer, it becomes a sublayer of the root and fills the window. The window must have been created
    /// with a root layer.
    public func add(_ controller: any LayerController) {
        layerContent?.add(controller)
    }

    /// Removes a controller, and also its layer if ``add(_:)`` added it.
    public func remove(_ controller: any LayerController) {
        layerContent?.remove(controller)
    }

    private var layerContent: LayerContent? {
        precondition(content is LayerContent, "a window with a content of its own has no controllers")
        return content as? LayerContent
    }

    /// Begins a task of the main actor; its error closes the window, and ``run(_:)`` throws it.
    ///
    /// The task is cancelled when the window closes. Errors after that are ignored.
    public func perform(_ work: @escaping @MainActor () async throws -> Void) {
        lastTask += 1
        let number = lastTask
        tasks[number] = Task { [weak self] in
            do {
                try await work()
            } catch {
                self?.fail(error)
            }
            self?.tasks[number] = nil
        }
    }

    /// Closes the window, which ends its ``run(_:)``.
    public func close() {
        presenter?.close()
    }

    /// Opens the window beside a running one; the loop of that window serves both until one of them is closed.
    ///
    /// The other window's ``run(_:)`` throws the errors that this window's would throw.
    ///
    /// - Throws: ``PresenterError`` if the window cannot be opened.
    public func open() throws(PresenterError) {
        precondition(presenter == nil, "a window that is open cannot be opened again")
        // Hidden until it has a picture, so that nobody sees an empty one.
        var hidden = options
        hidden.isHidden = true
        let presenter = try WindowPresenter(hidden)
        presenter.leaveTimingToLoop()
        self.presenter = presenter
        appearanceTime = options.isHidden ? nil : scene.clock.now + Self.pictureWait
        failure = nil
        scene.requests.onRequest = { [waker = presenter.waker] in waker.wake() }
        Self.openWindows.append(self)
        layOut()
        onResize?()
    }

    /// Opens the window and runs the loop until it is closed; windows that were opened beside it close with it.
    ///
    /// It runs the program's main thread: call it from `main.swift`, or from a `main()`. Where these await something,
    /// ``runUntilClosed(_:)`` does the same.
    ///
    /// - Parameter start: called in a task once the window is open; its error closes the window.
    /// - Throws: ``PresenterError``; or the error of `start`, or of a task of ``perform(_:)``.
    @available(
        *, noasync, renamed: "runUntilClosed(_:)",
        message: "a main function that awaits calls 'try await runUntilClosed' instead"
    )
    public func run(_ start: @escaping @MainActor (LayerWindow) async throws -> Void) throws {
        try runNow(start)
    }

    /// Opens the window and runs the loop, on the main thread.
    func runNow(_ start: @escaping @MainActor (LayerWindow) async throws -> Void) throws {
        precondition(MainQueue.isHere, "a window's loop must run on the main thread")
        let hadLoop = Self.hasLoop
        Self.hasLoop = true
        defer { Self.hasLoop = hadLoop }
        try open()
        defer { Self.openWindows.reversed().forEach { $0.finish() } }
        guard let waker = presenter?.waker else { return }
        let queue = MainQueue { waker.wake() }
        perform { [unowned self] in try await start(self) }
        while let presenter, !presenter.isClosed {
            queue.drain()
            try Self.turn(Self.openWindows)
        }
        if let failure { throw failure }
    }

    /// Ends the tasks and input of the open window, and closes it.
    func finish() {
        Self.openWindows.removeAll { $0 === self }
        for task in tasks.values {
            task.cancel()
        }
        content.cancelInput()
        scene.requests.onRequest = {}
        presenter?.close()
        presenter = nil
    }

    private func fail(_ error: any Error) {
        guard presenter?.isClosed == false else { return }
        failure = failure ?? error
        close()
    }

    /// Tells the content the size of the window.
    func layOut() {
        guard let presenter, !presenter.isClosed else { return }
        content.resize(to: presenter.pixelSize, scale: presenter.pixelsPerPoint)
    }
}

// MARK: The loop

extension LayerWindow {
    /// Runs one turn of the loop: shows the due frames, waits for an event, and handles all events that have arrived.
    static func turn(_ windows: [LayerWindow]) throws(PresenterError) {
        var waits: [Double] = []
        for window in windows {
            if let wait = try window.showNextFrame() { waits.append(wait) }
        }
        // The first window waits for all.
        var timeout = waits.min()
        for window in windows {
            while let event = window.presenter?.nextEvent(timeout: timeout) {
                window.handle(event)
                timeout = 0
            }
            timeout = 0
        }
        for window in windows.dropFirst() where window.presenter?.isClosed ?? false {
            if let failure = window.failure { windows.first?.fail(failure) }
            window.finish()
        }
    }

    /// Updates the controllers, and shows a frame if it is due.
    ///
    /// - Returns: the seconds until the next work; nil for not before an event.
    private func showNextFrame() throws(PresenterError) -> Double? {
        guard let presenter else { return nil }
        lastUpdate = scene.clock.now
        content.update()
        onUpdate?()
        guard !presenter.isClosed else { return 0 }
        if nextFrameTime(in: presenter).map({ $0 <= scene.clock.now }) ?? false {
            try show(in: presenter)
        }
        // A frame may have requested another one, or moved layers below the pointer.
        presenter.cursor = content.cursor
        let updateTime = content.nextUpdateTime.map { max($0, lastUpdate + refreshInterval(of: presenter)) }
        return [nextFrameTime(in: presenter), updateTime].compactMap { $0 }.min().map { max(0, $0 - scene.clock.now) }
    }

    /// Returns the screen's refresh interval in seconds, slightly reduced, because a late frame is shown one refresh later.
    private func refreshInterval(of presenter: WindowPresenter) -> Double { 0.95 / presenter.refreshRate }

    /// Returns the time of the next frame, at most one per refresh of the screen; nil if nothing changes.
    ///
    /// Some drivers wait for the screen's refresh themselves; with others, the processor idles until then.
    private func nextFrameTime(in presenter: WindowPresenter) -> Double? {
        let next = content.nextFrameTime.map { max($0, lastFrame + refreshInterval(of: presenter)) }
        return [next, appearanceTime].compactMap { $0 }.min()
    }

    private func show(in presenter: WindowPresenter) throws(PresenterError) {
        try Trace.span("frame", .frames) { () throws(PresenterError) in try showNow(in: presenter) }
    }

    private func showNow(in presenter: WindowPresenter) throws(PresenterError) {
        lastFrame = scene.clock.now
        if appearanceTime != nil { presenter.uploadEverything() }
        var frame = content.frame()
        let former = presenter.statistics
        do {
            if let appearanceTime {
                guard content.hasPicture || lastFrame >= appearanceTime else { return try presenter.drawUnseen(frame) }
                frame = try appear(in: presenter)
            }
            if try presenter.present(frame) == .incomplete { scene.setNeedsFrame() }
            content.didPresent(frame, seconds: scene.clock.now - lastFrame, since: former)
            failedFrames = 0
        } catch {
            failedFrames += 1
            guard failedFrames < Self.failedFrameLimit else { throw error }
            scene.setNeedsFrame()
        }
    }

    /// Shows the window; returns the frame to present in it at once.
    private func appear(in presenter: WindowPresenter) throws(PresenterError) -> RenderTree {
        content.willAppear()
        presenter.uploadEverything()
        let frame = content.frame()
        // All that takes time is done before the window is there. Some drivers draw nothing in a hidden window, so the same
        // frame is drawn again afterwards.
        try presenter.drawUnseen(frame)
        let size = presenter.pixelSize
        presenter.show()
        appearanceTime = nil
        guard presenter.pixelSize != size else { return frame }
        layOut()
        onResize?()
        return content.frame()
    }

    private func handle(_ event: WindowEvent) {
        if onEvent?(event) ?? false { return }
        switch event.kind {
        case .closeRequested: if onCloseRequest?() ?? true { close() }
        case .resized:
            layOut()
            onResize?()
        case .exposed: scene.setNeedsFrame()
        case .focused(false):
            content.cancelInput()
            content.handle(event)
        case .text(let text):
            onText?(text)
            content.handle(event)
        case .fileDropped(let path): onFileDropped?(path)
        case .woken: break
        case .focused(true), .key, .pointer, .wheel, .touch: content.handle(event)
        }
    }
}
