import Compositing
import FileDialogs
import FlightBench
import Glibc
import LayerTree
import SDLPresenter
import ScrollLayers
import TileViewing
import TileStores
import TiledLayers
import ToolSupport
import Tracing

/// A window that shows a viewer; it draws when something has changed, and sleeps otherwise.
@MainActor
final class ViewerWindow {
    private let viewer: Viewer
    private let settings: ViewerSettings
    private let isFullScreen: Bool
    private let drawing: DrawingMethod
    private let signals: SignalWatcher
    private let clock = SystemClock()
    /// The time at which the last frame was started.
    private var lastFrame = -Double.infinity
    /// The time at which a flight was last advanced.
    private var lastStep = -Double.infinity
    /// The flight that starts once a file is open; nil if there is none, or it has started.
    private var flight: Flight?
    private var player: FlightPlayer?
    /// Gives memory back while processes wait for it; nil where the system does not say so.
    private let memoryPressure: MemoryPressureWatcher?
    private let chooser = FileChooser()
    /// Whether the window was opened for files that were named, so that it closes when none of them can be shown.
    private var hasNamedFiles = false
    /// The density of the display, for files that are opened from now on.
    private let density: DisplayDensity
    /// The number of consecutive frames that could not be drawn.
    private var failures = 0

    /// The most consecutive frames that may fail, as while the graphics driver is replaced.
    private static let failureLimit = 10

    init(
        _ settings: ViewerSettings, isFullScreen: Bool, drawing: DrawingMethod, density: DisplayDensity,
        signals: SignalWatcher
    ) {
        self.settings = settings
        self.signals = signals
        self.density = density
        self.isFullScreen = isFullScreen
        self.drawing = drawing
        viewer = Viewer(settings)
        viewer.advise = Console.advised
        memoryPressure = MemoryPressureWatcher()
        // A signal that arrives before the window exists is handled once it does.
        signals.onSignal {}
    }

    /// Plays a flight over a file, reports, and closes the window.
    func run(
        _ files: [String], flying flight: Flight, report: @escaping (FlightPlayerReport) -> Void
    ) -> ExitStatus {
        self.flight = flight
        let status = run(files)
        if let player {
            report(player.report)
        }
        return status
    }

    /// Shows files until the window is closed.
    func run(_ files: [String]) -> ExitStatus {
        do {
            return try runLoop(files)
        } catch {
            Console.message("tileview: \(error)")
            return error.code == .noDisplay ? .unavailable : .internalError
        }
    }

    private func runLoop(_ files: [String]) throws(PresenterError) -> ExitStatus {
        // Files are opened while the window is created, and addresses once it says which tiles its display needs.
        let isRemote = files.contains { PyramidLocation($0).isRemote }
        if !isRemote { viewer.open(files) }
        hasNamedFiles = !files.isEmpty
        if files.isEmpty {
            viewer.showStartScreen()
        }
        var options = WindowOptions(title: viewer.title, size: viewer.controller.scrollLayer.bounds.size)
        options.clock = clock
        options.drawing = drawing
        let window = try WindowPresenter(options)
        connect(window)
        density.set(pixelsPerPoint: window.pixelsPerPoint)
        if isRemote { viewer.open(files) }
        try show(in: window)
        defer {
            chooser.cancel()
            window.close()
            viewer.close()
        }
        while !window.isClosed {
            if let event = window.nextEvent(timeout: timeUntilNextFrame(for: window)) {
                handle(event, in: window)
            }
            useChosenFiles()
            viewer.update()
            window.cursor = viewer.cursor
            fly()
            if let status = exitStatus { return status }
            if isFrameDue(in: window) {
                try show(in: window)
            }
        }
        return .success
    }

    private func connect(_ window: WindowPresenter) {
        let waker = window.waker
        viewer.scene.requests.onRequest = { waker.wake() }
        signals.onSignal { waker.wake() }
        signals.onTimeout(nil) { [viewer] in viewer.abandonExport() }
        // Wayland reports small scroll steps, but not which device they come from.
        viewer.controller.settings.guessesTrackpad = window.videoDriverName == "wayland"
        viewer.onMessage = { Console.message("tileview: \($0.text)") }
        viewer.onRequest = { [weak self, weak window] request in
            switch request {
            case .chooseFiles(let folder): self?.chooseFiles(in: folder, waking: waker)
            case .chooseExportFile(let folder, let name): self?.chooseExportFile(name, in: folder, waking: waker)
            case .setFullScreen(let isFullScreen): try? window?.setFullScreen(isFullScreen)
            case .copy(let text): try? window?.copyToClipboard(text)
            case .paste: self?.viewer.paste(window?.clipboardText ?? "")
            case .close: window?.close()
            }
        }
        viewer.resize(to: window.pixelSize, scale: window.pixelsPerPoint)
        if isFullScreen {
            viewer.perform(.toggleFullScreen)
        }
    }

    /// The status with which a signal ends the program: all but SIGINT close the window, as a person does.
    nonisolated static func exitStatus(ofSignal number: Int32) -> ExitStatus {
        number == SIGINT ? .interrupted(bySignal: number) : .success
    }

    /// The exit status if it is time to end: after a signal, after a flight, or when nothing can be shown.
    private var exitStatus: ExitStatus? {
        if let signal = signals.received { return Self.exitStatus(ofSignal: signal) }
        if player?.isOver ?? false { return .success }
        if hasNamedFiles, let error = viewer.openingError, viewer.document == nil, !viewer.isOpening {
            return ExitStatus(error)
        }
        return nil
    }
}

// MARK: Events

extension ViewerWindow {
    /// Handles an event, and all others that have arrived.
    private func handle(_ first: WindowEvent, in window: WindowPresenter) {
        var event: WindowEvent? = first
        var dropped: [String] = []
        while let current = event {
            switch current.kind {
            case .closeRequested: viewer.perform(.close)
            case .resized:
                density.set(pixelsPerPoint: window.pixelsPerPoint)
                viewer.resize(to: window.pixelSize, scale: window.pixelsPerPoint)
            case .exposed: viewer.scene.setNeedsFrame()
            case .focused(false): viewer.focusLost()
            case .text(let text): viewer.handle(text: text)
            case .fileDropped(let path): dropped.append(path)
            case .focused(true): viewer.focusGained()
            case .woken: break
            case .key, .pointer, .wheel, .touch:
                if let input = current.input { viewer.handle(input) }
            }
            event = window.nextEvent(timeout: 0)
        }
        viewer.open(dropped)
    }
}

// MARK: Choosing files

extension ViewerWindow {
    /// Shows the dialog for opening files, unless it is shown already.
    private func chooseFiles(in folder: String?, waking waker: Waker) {
        let options = FileDialogOptions(
            title: "Open an image or a pyramid", folder: folder, filterName: "Images and pyramids",
            fileExtensions: ViewableFiles.extensions)
        start(options, for: .opening, waking: waker)
    }

    /// Shows the dialog for the file of an export, unless one is shown already.
    private func chooseExportFile(_ name: String, in folder: String, waking waker: Waker) {
        var options = FileDialogOptions(
            title: "Export as PNG, TIFF or JPEG", folder: folder, filterName: "PNG, TIFF and JPEG",
            fileExtensions: ["png", "tif", "tiff", "jpg", "jpeg"])
        options.savedName = name
        start(options, for: .export, waking: waker)
    }

    private func start(_ options: FileDialogOptions, for purpose: FileChooser.Purpose, waking waker: Waker) {
        guard chooser.start(options, for: purpose, onEnd: { waker.wake() }) else {
            return viewer.post(Message(.information, "A dialog for files is shown already.", duration: 4))
        }
    }

    /// Opens the files that were chosen, or exports to the one; posts why no dialog can be shown.
    private func useChosenFiles() {
        guard let (purpose, paths) = chooser.takeResult() else { return }
        switch (purpose, paths) {
        case (.opening, .success(let paths)): viewer.open(paths)
        case (.opening, .failure(let error)): viewer.post(Message(.error, error.message, duration: 8))
        case (.export, .success(let paths)):
            if paths.count == 1 { viewer.export(to: paths[0]) }
        case (.export, .failure):
            viewer.exportBesideImage()
            viewer.post(
                Message(
                    .information, "No file dialog is installed, so that the export is written beside the image.",
                    duration: 8))
        }
    }
}

// MARK: Frames

extension ViewerWindow {
    /// Seconds until the next frame; nil for not before something happens.
    private func timeUntilNextFrame(for window: WindowPresenter) -> Double? {
        // A flight advances even where it rests and no frame has to be drawn.
        let next = player == nil ? viewer.nextFrameTime : lastStep + refreshInterval(of: window)
        return next.map { max(0, max($0, earliestFrame(in: window)) - clock.now) }
    }

    /// Moves the camera to where the flight has it, if there is one.
    private func fly() {
        if let flight, viewer.document != nil {
            player = FlightPlayer(flight, in: viewer)
            self.flight = nil
        }
        player?.advance()
        lastStep = clock.now
    }

    private func isFrameDue(in window: WindowPresenter) -> Bool {
        guard !window.isClosed, let time = viewer.nextFrameTime else { return false }
        return max(time, earliestFrame(in: window)) <= clock.now
    }

    /// The time before which the screen would not show another frame.
    ///
    /// Drivers that wait for the screen's refresh do so themselves. Where none does, this keeps the processor idle, and
    /// frames start as late as they can, with the newest events.
    private func earliestFrame(in window: WindowPresenter) -> Double { lastFrame + refreshInterval(of: window) }

    /// The screen's refresh interval in seconds, less a little, because a frame that is late is shown one refresh
    /// later.
    private func refreshInterval(of window: WindowPresenter) -> Double { 0.95 / window.refreshRate }

    private func show(in window: WindowPresenter) throws(PresenterError) {
        try Trace.span("frame", .frames) { () throws(PresenterError) in try showNow(in: window) }
    }

    private func showNow(in window: WindowPresenter) throws(PresenterError) {
        lastFrame = clock.now
        let frame = viewer.frame()
        if window.title != viewer.title {
            window.title = viewer.title
        }
        let former = window.statistics
        do {
            if try window.present(frame) == .incomplete {
                viewer.scene.setNeedsFrame()
            }
            let seconds = clock.now - lastFrame
            viewer.recordFrame(
                milliseconds: seconds * 1000, textures: textures(of: window),
                presented: viewer.collectsStatistics ? cost(of: frame, in: window, since: former) : nil)
            player?.recordFrame(seconds: seconds)
            failures = 0
        } catch {
            failures += 1
            guard failures < Self.failureLimit else { throw error }
            viewer.scene.setNeedsFrame()
        }
    }

    /// The cost of presenting a frame.
    private func cost(
        of frame: RenderTree, in window: WindowPresenter, since former: PresenterStatistics
    ) -> FrameStatistics {
        var cost = FrameStatistics()
        cost.countPixels(of: frame)
        cost.countUploads(window.statistics, since: former)
        return cost
    }

    /// The textures that the window holds; nil if the compositor draws, which needs none.
    private func textures(of window: WindowPresenter) -> MemoryUsage? {
        guard window.drawing == .accelerated else { return nil }
        return MemoryUsage(window.statistics.cachedBytes, of: window.textureByteLimit)
    }
}
