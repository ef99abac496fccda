import ArgumentParser
import Compositing
import Files
import FlightBench
import Glibc
import ImageCodecs
import SDLPresenter
import TextRendering
import TileViewing
import TiledLayers
import ToolSupport

/// The command, which shows images in a window or writes a view as an image.
@main
struct Tileview: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tileview",
        abstract: "View giant images: zoom and pan without waiting.",
        usage: "tileview [<file> ...] [<options>]",
        discussion: """
            Opens images of any format and tile pyramids of any kind: Deep Zoom, Zoomify, IIIF, XYZ, TMS and Google \
            tiles, flat tiles, ZIP and SZI archives, MBTiles, GeoPackage, PMTiles and TIFF. Name a pyramid's descriptor, its \
            folder or its file; its kind is recognized by the content. Any other folder stands for the images in it. \
            Without a file, the window lists those that were opened last.

            Pyramids over the network are named by their addresses: that of a descriptor (Deep Zoom, Zoomify, IIIF, \
            TileJSON, WMTS), of a PMTiles, TIFF or SZI file, of which only the parts that are seen are read, or a \
            template of map tiles. What was seen is kept on disk, 512 MB at most, and shown without a network. A \
            server of tileserve, and a collection or manifest of IIIF, stand for the images that they list.

            Examples:
              tileview big.dzi
              tileview big.jpg                         a plain image
              tileview big.dzi --view 12000,8000,1     actual size, centered on that pixel
              tileview big.dzi --screenshot view.png   an image file, without a window
              tileview *.dzi                           Space opens the next file
              tileview photos                          a folder of images
              tileview --compare a.dzi b.dzi           two images side by side, and more
              tileview https://example.org/big.dzi     a pyramid over the network
              tileview 'https://example.org/{z}/{x}/{y}.png'   map tiles
              tileview http://localhost:8080/          all images of a server

            In the window:
            \(ViewerKeyBindings.standard.text())

            Exit status: 0 the window was closed, also by SIGTERM; 64 invalid arguments; 65 a damaged file, or tiles \
            of a screenshot that could not be loaded; 66 the file does not exist or may not be read; 69 there is no \
            display, or the system refuses threads; 70 an internal error; 73 the screenshot cannot be written; 74 an I/O \
            error; 130 interrupted.
            """,
        version: "tileview \(Version.number)")

    /// Watches signals from the start of the program.
    @MainActor private static var signals: SignalWatcher?

    static var _errorPrefix: String { "tileview: " }

    @Argument(
        help: ArgumentHelp("The files to show, folders of them, or addresses of pyramids.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @OptionGroup(title: "View") var view: ViewArguments
    @OptionGroup(title: "Keys") var keys: KeyArguments
    @OptionGroup(title: "Comparison") var comparing: ComparisonArguments
    @OptionGroup(title: "Screenshots and measurements") var task: TaskArguments
    @OptionGroup(title: "Loading") var loading: LoadingArguments
    @OptionGroup(title: "Network") var network: NetworkArguments
    @OptionGroup(title: "Network") var mapZooms: MapZoomArguments

    func validate() throws {
        try comparing.validate(files: files)
        guard task.screenshot == nil || files.count == 1 || comparing.comparison != nil else {
            throw ValidationError("--screenshot takes one file; \(files.count) are given.")
        }
        if let fault = task.screenshot.flatMap(ToolArguments.fault(ofPNG:)) { throw ValidationError(fault) }
        guard view.annotations == nil || files.count == 1 || comparing.comparison != nil else {
            throw ValidationError("--annotations takes one file; \(files.count) are given.")
        }
        guard view.overlayAnnotations == nil || files.count == 1 || comparing.comparison != nil else {
            throw ValidationError("--overlay-annotations takes one file; \(files.count) are given.")
        }
        guard task.flight == nil || files.count == 1 else {
            throw ValidationError("--flight takes one file; \(files.count) are given.")
        }
    }

    /// Parses the arguments and runs the command; what the parser says of them is written as all messages are.
    static func main() {
        ToolProcess.start("tileview")
        let words = ToolArguments.words
        // As early as can be: a signal ends the viewer in the same way while it starts.
        let isForScreenshot = words.contains { $0.hasPrefix("--screenshot") }
        let watcher = SignalWatcher {
            isForScreenshot ? .interrupted(bySignal: $0) : ViewerWindow.exitStatus(ofSignal: $0)
        }
        MainActor.assumeIsolated { signals = watcher }
        let libraries = TextLibraries.versions + PresenterLibraries.versions
        guard !Version.printLibraries(of: "tileview", and: libraries, arguments: words) else { return }
        if let fault = ToolArguments.fault(in: words, options: "h") {
            exit(reporting: ValidationError(fault))
        }
        do {
            var command = try parseAsRoot(words)
            Console.advise(CommandRemedies(of: Tileview.self, elsewhere: "tilecut"))
            try command.run()
        } catch {
            exit(reporting: error)
        }
    }

    func run() throws {
        try task.tracing.start("tileview")
        defer { task.tracing.stop("tileview") }
        let status = MainActor.assumeIsolated { perform() }
        guard status == .success else { throw ExitCode(status.rawValue) }
    }

    @MainActor private func perform() -> ExitStatus {
        var keyFile: KeyFile?
        do {
            keyFile = try keys.file()
        } catch {
            Console.message("tileview", error)
            // The user's own file is none that was asked for.
            if keys.keys != nil { return ExitStatus(error) }
        }
        let bindings = keyFile.map(ViewerKeyBindings.standard.applying) ?? .standard
        if keys.printKeys {
            keyFile?.faults.forEach { Console.message(about: "tileview: \($0.place)", $0.message) }
            let lines = bindings.keyFileText(path: keys.path).split(separator: "\n", omittingEmptySubsequences: false)
            for line in lines { Console.result(String(line)) }
            return .success
        }
        let density = DisplayDensity()
        var settings = loading.settings(
            isForScreenshot: task.screenshot != nil, first: files.first, network: network.access(zooms: mapZooms.zoom),
            density: density)
        view.apply(to: &settings)
        settings.comparison = comparing.comparison
        if let outputPath = task.screenshot {
            if view.annotations == nil, view.overlayAnnotations == nil { settings.features.remove(.annotations) }
            return writeScreenshot(of: files, settings, to: outputPath)
        }
        if task.flight == nil {
            settings.recentFiles = .standard
            settings.bookmarks = .standard
            settings.asksWhereToExport = true
            settings.lastViews = view.noRestore ? nil : .standard
            settings.firstStart = view.plain ? nil : .standard
            settings.backgrounds = view.background == nil && !view.plain ? .standard : nil
            settings.keys = bindings
            settings.keyFile = keys.path.map(UserPath.text)
        }
        let window = ViewerWindow(
            settings, isFullScreen: view.fullScreen, drawing: view.renderer.drawing,
            usesDisplayProfile: !view.noDisplayProfile, density: density,
            signals: Self.signals ?? SignalWatcher(exitStatus: ViewerWindow.exitStatus))
        if task.flight == nil { window.report(keyFile?.faults ?? []) }
        guard let flight = task.flight else { return window.run(files) }
        return fly(flight, in: window)
    }

    /// Writes the view of a file; tiles that could not be loaded are reported, and the image is written all the same.
    @MainActor private func writeScreenshot(
        of files: [String], _ settings: ViewerSettings, to outputPath: String
    ) -> ExitStatus {
        let file = files[0]
        ToolProcess.begin(file, tool: "tileview")
        guard task.force || access(outputPath, F_OK) != 0 else {
            Console.message(
                "tileview: \(outputPath): this exists already. Replace it with --force, or choose another name.")
            return .cannotCreate
        }
        do {
            let images = try files.map { try Screenshot.image(of: $0, settings) }
            let screenshot = try Screenshot.take(of: images[0], comparedWith: Array(images.dropFirst()), settings)
            try Compositor().draw(screenshot.frame).write(to: outputPath, as: .png)
            for warning in screenshot.warnings {
                Console.message(about: "tileview: \(file)", "warning: \(warning)")
            }
            for failure in screenshot.failures {
                Console.message(about: "tileview: \(file)", failure)
            }
            return screenshot.error.map(ExitStatus.init) ?? (screenshot.failures.isEmpty ? .success : .badInput)
        } catch {
            Console.message("tileview", error)
            return ExitStatus(error)
        }
    }

    @MainActor private func fly(_ name: String, in window: ViewerWindow) -> ExitStatus {
        do {
            let flight = name == "standard" ? Flight.standard : try Flight(contentsOf: name)
            return window.run(files, flying: flight) { report in
                Console.result(task.json ? report.json(flight: name) : "\(report)")
            }
        } catch {
            Console.message("tileview", error)
            return ExitStatus(error)
        }
    }
}
