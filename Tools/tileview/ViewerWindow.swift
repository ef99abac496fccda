import VectorDrawing
import Controls
import FileDialogs
import FilePyramids
import FlightBench
import Glibc
import LayerTree
import SDLPresenter
import ScrollLayers
import TileViewing
import TiledLayers
import ToolSupport

/// The window of `tileview`: it shows a viewer, asks for files, and plays flights.
@MainActor
final class ViewerWindow {
    private let viewer: Viewer
    private let content: ViewerContent
    private let window: LayerWindow
    private let isFullScreen: Bool
    private let usesDisplayProfile: Bool
    private let signals: SignalWatcher
    /// Gives memory back while processes wait for it; nil where the system does not say so.
    private let memoryPressure: MemoryPressureWatcher?
    private let chooser = FileChooser()
    private let clipboard = WindowClipboard()
    /// The density of the display, for files that are opened from now on.
    private let density: DisplayDensity
    /// Whether the window was opened for files that were named, so that it closes when none of them can be shown.
    private var hasNamedFiles = false
    /// The files that were dropped since the last turn of the loop.
    private var dropped: [String] = []
    /// The status with which the program ends; success if the window was just closed.
    private var status = ExitStatus.success

    init(
        _ settings: ViewerSettings, isFullScreen: Bool, drawing: DrawingMethod, usesDisplayProfile: Bool,
        density: DisplayDensity, signals: SignalWatcher
    ) {
        self.signals = signals
        self.density = density
        self.isFullScreen = isFullScreen
        self.usesDisplayProfile = usesDisplayProfile
        viewer = Viewer(settings)
        viewer.advise = Console.advised
        content = ViewerContent(viewer)
        var options = WindowOptions(title: viewer.title, size: viewer.controller.scrollLayer.bounds.size)
        options.drawing = drawing
        window = LayerWindow(options, content: content)
        content.presenter = { [weak window] in window?.presenter }
        memoryPressure = MemoryPressureWatcher()
        // A signal that arrives before the window exists is handled once it does.
        signals.onSignal {}
    }

    /// The most faults of a key file that are shown in the window.
    private static let faultLimit = 3

    /// Says which lines of the key file are not used, and why.
    func report(_ faults: [KeyFile.Fault]) {
        for fault in faults.prefix(Self.faultLimit) {
            post(fault.message, about: fault.place)
        }
        guard faults.count > Self.faultLimit, let first = faults.first else { return }
        post("\(faults.count - Self.faultLimit) more lines have faults. See --print-keys.", about: first.path)
    }

    /// Shows a warning about a file in the window, and on the terminal before that is connected.
    private func post(_ text: String, about name: String) {
        if viewer.onMessage == nil { Console.message(about: "tileview: \(name)", text) }
        viewer.post(Message(.warning, text, duration: 8), about: name)
    }

    /// Plays a flight over a file, reports, and closes the window.
    func run(
        _ files: [String], flying flight: Flight, report: @escaping (FlightPlayerReport) -> Void
    ) -> ExitStatus {
        content.flight = flight
        let status = run(files)
        if let player = content.player { report(player.report) }
        return status
    }

    /// Shows files until the window is closed.
    func run(_ files: [String]) -> ExitStatus {
        // Files are opened while the window is created, and addresses once it says which tiles its display needs.
        let isRemote = files.contains { PyramidLocation($0).isRemote }
        if !isRemote { viewer.open(files) }
        content.awaitsFiles = isRemote
        hasNamedFiles = !files.isEmpty
        if files.isEmpty { viewer.showStartScreen() }
        connect()
        defer {
            chooser.cancel()
            viewer.close()
            clipboard.close()
        }
        do {
            try window.run { [self] window in
                if let presenter = window.presenter { connect(presenter) }
                if isRemote { viewer.open(files) }
                content.awaitsFiles = false
            }
            return status
        } catch {
            Console.message("tileview", error)
            return (error as? PresenterError)?.code == .noDisplay ? .unavailable : .internalError
        }
    }

    private func connect() {
        viewer.onMessage = { Console.message("tileview: \($0.text)") }
        viewer.onRequest = { [weak self] in self?.fulfill($0) }
        signals.onTimeout(nil) { [viewer] in viewer.abandonExport() }
        window.onResize = { [weak self] in
            guard let self, let presenter = window.presenter else { return }
            density.set(pixelsPerPoint: presenter.pixelsPerPoint)
        }
        window.onCloseRequest = { [viewer] in
            viewer.perform(.close)
            return false
        }
        window.onFileDropped = { [weak self] in self?.dropped.append($0) }
        window.onUpdate = { [weak self] in self?.update() }
    }

    /// Reads the display's profile again, which may have changed, or the window may be on another display.
    private func updateDisplay() {
        if let presenter = window.presenter { viewer.setDisplay(colorSpace(of: presenter)) }
    }

    private func connect(_ presenter: WindowPresenter) {
        signals.onSignal { [waker = presenter.waker] in waker.wake() }
        // Wayland reports small scroll steps, but not which device they come from.
        viewer.controller.settings.guessesTrackpad = presenter.videoDriverName == "wayland"
        updateDisplay()
        // While the window had no focus, the user may have chosen another profile.
        content.onFocus = { [weak self] in self?.updateDisplay() }
        if isFullScreen { viewer.perform(.toggleFullScreen) }
    }

    /// The color space of the window's display.
    private func colorSpace(of presenter: WindowPresenter) -> DisplayColorSpace {
        guard usesDisplayProfile else { return .off }
        if presenter.videoDriverName == "wayland" { return .managed }
        return presenter.displayProfile.map { .profile($0) } ?? .unprofiled
    }

    private func fulfill(_ request: ViewerRequest) {
        let presenter = window.presenter
        switch request {
        case .chooseFiles(let folder): chooseFiles(in: folder)
        case .chooseExportFile(let folder, let name): chooseExportFile(name, in: folder)
        case .setFullScreen(let isFullScreen): try? presenter?.setFullScreen(isFullScreen)
        case .copy(let text): try? presenter?.copyToClipboard(text)
        case .paste: viewer.paste(presenter?.clipboardText ?? "")
        case .copyPicture(let path): copyPicture(path)
        case .openClipboard: openClipboard()
        case .close: window.close()
        }
    }

    /// Opens what was dropped or chosen, and ends the program if it is time to.
    private func update() {
        viewer.open(dropped)
        dropped = []
        useChosenFiles()
        useClipboard()
        content.fly()
        guard let status = exitStatus else { return }
        self.status = status
        window.close()
    }

    /// The status with which a signal ends the program: all but SIGINT close the window, as a person does.
    nonisolated static func exitStatus(ofSignal number: Int32) -> ExitStatus {
        number == SIGINT ? .interrupted(bySignal: number) : .success
    }

    /// The exit status if it is time to end: after a signal, after a flight, or when nothing can be shown.
    private var exitStatus: ExitStatus? {
        if let signal = signals.received { return Self.exitStatus(ofSignal: signal) }
        if content.player?.isOver ?? false { return .success }
        if hasNamedFiles, let error = viewer.openingError, viewer.document == nil, !viewer.isOpening {
            return ExitStatus(error)
        }
        return nil
    }
}

// MARK: Choosing files

extension ViewerWindow {
    /// Shows the dialog for opening files, unless it is shown already.
    private func chooseFiles(in folder: String?) {
        let options = FileDialogOptions(
            title: "Open an image or a pyramid", folder: folder, filterName: "Images and pyramids",
            fileExtensions: ViewableFiles.extensions)
        start(options, for: .opening)
    }

    /// Shows the dialog for the file of an export, unless one is shown already.
    private func chooseExportFile(_ name: String, in folder: String) {
        var options = FileDialogOptions(
            title: "Export as PNG, TIFF or JPEG", folder: folder, filterName: "PNG, TIFF and JPEG",
            fileExtensions: ["png", "tif", "tiff", "jpg", "jpeg"])
        options.savedName = name
        start(options, for: .export)
    }

    private func start(_ options: FileDialogOptions, for purpose: FileChooser.Purpose) {
        let waker = window.presenter?.waker
        guard chooser.start(options, for: purpose, onEnd: { waker?.wake() }) else {
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
                    .information, "No file dialog is installed. The export can be written beside the image.",
                    duration: 8))
        }
    }
}

// MARK: The clipboard

extension ViewerWindow {
    private func copyPicture(_ path: String) {
        let waker = window.presenter?.waker
        if !clipboard.copy(path, onEnd: { waker?.wake() }) { postBusy() }
    }

    private func openClipboard() {
        let waker = window.presenter?.waker
        if !clipboard.paste(onEnd: { waker?.wake() }) { postBusy() }
    }

    private func postBusy() {
        viewer.post(Message(.information, "A picture is still being copied. Try again.", duration: 4))
    }

    /// Says what was copied, or opens what was pasted: a picture or, without one, what the text names.
    private func useClipboard() {
        switch clipboard.takeOutcome() {
        case nil: break
        case .copied: viewer.post(Message(.information, "The picture was copied.", duration: 4))
        case .notCopied(let error):
            viewer.post(Message(.error, "The picture was not copied: \(error)", duration: 8))
        case .pasted(let path?): viewer.open([path])
        case .pasted(path: nil): viewer.openPasted(window.presenter?.clipboardText ?? "")
        case .notPasted(let error):
            let text = window.presenter?.clipboardText ?? ""
            guard text.isEmpty else { return viewer.openPasted(text) }
            viewer.post(Message(.error, "There is no text on the clipboard, and \(error)", duration: 8))
        }
    }
}
