import ArgumentParser
import FlightBench
import ImageCodecs
import LayerTree
import RemotePyramids
import ScrollLayers
import TilePyramid
import TileViewing
import TiledLayers
import ToolSupport
import VectorDrawing

/// The initial view, and how it looks.
struct ViewArguments: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Open exactly this view: the center in full-size pixels, the zoom in screen pixels per image pixel, and "
                + "the angle in degrees clockwise. (default: the one in which the file was last left, or the whole image)",
            valueName: "x,y,zoom[,angle]"))
    var view: ViewState?

    @Option(
        help: ArgumentHelp(
            "Show the channels of an image of many channels so, as a copied link says: composite=1,2&range=0..4000. "
                + "(default: as they were last shown, or as suits the image)", valueName: "text"))
    var rendering: String?

    @Option(help: ArgumentHelp("The size of the window or the screenshot.", valueName: "WxH"))
    var size = SizeArgument(PixelSize(width: 1280, height: 800))

    @Flag(help: "Show the whole image at first, and not the view in which it was last left.")
    var noRestore = false

    @Flag(help: "Open in full screen.")
    var fullScreen = false

    @Flag(help: "Show only the image: no map, no scale bar, no text.")
    var plain = false

    @Option(
        help: ArgumentHelp(
            "The color around the image and below what is transparent in it: #RRGGBB, #RGB or a CSS name. (default: a "
                + "neutral gray, and a checkerboard below)",
            valueName: "color"),
        transform: { text in
            guard let color = RGBColor(css: text) else {
                throw ValidationError("give a color as #RRGGBB, as #RGB or by its CSS name, such as white or black.")
            }
            return color
        })
    var background: RGBColor?

    @Option(
        help: ArgumentHelp(
            "The GeoJSON file that annotations of the image are read from and kept in; with --screenshot they are drawn. "
                + "(default: the image's name with .geojson after its extension)", valueName: "file"),
        completion: .file(extensions: ["geojson", "json"]))
    var annotations: String?

    @Option(
        help: ArgumentHelp(
            "A GeoJSON file of another map's annotations, or one in degrees, that is shown over the image by coordinates "
                + "and never written.", valueName: "file"),
        completion: .file(extensions: ["geojson", "json"]))
    var overlayAnnotations: String?

    @Option(help: ArgumentHelp("What the wheel does; with Ctrl it always zooms.", valueName: "zoom|pan"))
    var wheel = WheelArgument.zoom

    @Option(
        help: ArgumentHelp(
            "What a double click does: zoom in, or fit the image and show its actual size in turn. (default: fit for "
                + "plain images, zoom for pyramids)", valueName: "zoom|fit"))
    var doubleClick: DoubleClickArgument?

    @Option(
        help: ArgumentHelp(
            "What draws the window: the graphics card, the compositor, or automatic: the card where there is one.",
            valueName: "name"))
    var renderer = RendererArgument.automatic

    @Flag(help: "Show colors as sRGB, whatever profile the display has.")
    var noDisplayProfile = false

    @Flag(help: "Turn off inertia and animations.")
    var reducedMotion = false

    @Option(
        help: ArgumentHelp(
            "The order of the files of a folder, of which the oldest or the smallest is the first; N changes it.",
            valueName: "name|date|size"))
    var sort = FileOrder.name

    @Option(
        help: ArgumentHelp(
            "The time for which the slideshow (S) shows each file, from 0.5 to 86400.", valueName: "seconds"))
    var slideshow = 5.0

    func validate() throws {
        guard (0.5...86_400).contains(slideshow) else {
            throw ValidationError("--slideshow takes 0.5 to 86400 seconds; \(slideshow) is out of range.")
        }
    }

    func apply(to settings: inout ViewerSettings) {
        settings.view = view
        settings.rendering = rendering
        settings.size = size.size
        settings.wheel = wheel == .zoom ? .zoom : .pan
        settings.doubleClick = doubleClick.map { $0 == .zoom ? .zoom : .fit }
        settings.reducesMotion = reducedMotion
        settings.fileOrder = sort
        settings.slideshowInterval = slideshow
        if plain {
            settings.features = []
            settings.framesImage = false
        }
        settings.annotations = annotations
        settings.overlaidAnnotations = overlayAnnotations
        if annotations != nil || overlayAnnotations != nil {
            settings.features.insert(.annotations)
        }
        if let background {
            settings.showsCheckerboard = false
            settings.background = Color(
                red: Double(background.red) / 255, green: Double(background.green) / 255,
                blue: Double(background.blue) / 255)
        }
    }
}

/// The arguments for tasks that replace showing files until the window is closed.
struct TaskArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Write the view as a PNG file, fully sharp, without a window.", valueName: "file"),
        completion: .file(extensions: ["png"]))
    var screenshot: String?

    @Flag(help: "Replace an existing file by the screenshot.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "Play a recorded camera path in the window, \"standard\" for the built-in one, and print frame times and "
                + "how much was blank or blurred.",
            valueName: "file"), completion: .file(extensions: ["json"]))
    var flight: String?

    @Flag(help: "Print the results of a flight as a JSON object.")
    var json = false

    @OptionGroup var tracing: TraceArguments

    func validate() throws {
        guard screenshot == nil || flight == nil else {
            throw ValidationError("--screenshot and --flight cannot be combined.")
        }
        guard !force || screenshot != nil else { throw ValidationError("--force needs --screenshot.") }
        guard !json || flight != nil else { throw ValidationError("--json needs --flight.") }
    }
}

/// Options for loading tiles.
struct LoadingArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The limit for decoded tiles in megabytes, at least 16. (default: 128, and more for windows of more than 5 "
                + "megapixels)",
            valueName: "MB"))
    var cache: Int?

    @Option(help: ArgumentHelp("The page of the first file to show first, from 1.", valueName: "n"))
    var page = 1

    @Option(help: ArgumentHelp("Delay every tile by this time, to simulate a slow disk.", valueName: "ms"))
    var latency = 0

    @OptionGroup var limits: LimitArguments

    func validate() throws {
        if let cache, !(16...1_000_000).contains(cache) {
            throw ValidationError("--cache takes 16 to 1000000 megabytes; \(cache) is out of range.")
        }
        guard page >= 1 else { throw ValidationError("pages are counted from 1; there is no page \(page).") }
        guard (0...60_000).contains(latency) else {
            throw ValidationError("--latency takes 0 to 60000 milliseconds; \(latency) is out of range.")
        }
    }

    /// The settings of a viewer that loads tiles as these arguments say.
    ///
    /// - Parameters:
    ///   - isForScreenshot: whether tiles that fail are not retried, because nobody waits for them.
    ///   - first: the file of which ``page`` is shown; nil if there is none.
    ///   - network: how addresses are read.
    ///   - density: the density of the display, once it is known.
    /// - Returns: settings with a loader of their own.
    func settings(
        isForScreenshot: Bool, first: String?, network: NetworkAccess, density: DisplayDensity
    ) -> ViewerSettings {
        let retry = isForScreenshot ? TileRetryPolicy(delays: []) : TileRetryPolicy()
        var settings = ViewerSettings(loader: TileLoader(costLimit: (cache ?? 128) * 1_000_000, retry: retry))
        settings.raisesCostLimit = cache == nil
        var options = latency > 0 ? DocumentOptions(latency: Double(latency) / 1000) : DocumentOptions()
        options.limits = limits.limits
        options.network = network
        settings.thumbnailOptions = options
        settings.filesAtAddress = { try AddressList.readBlocking($0, network: network) }
        // The viewer names folders without slashes at the end, and these have no pages.
        settings.open = { [options, page, density] path in
            var options = options
            options.page = path == first ? page : 1
            options.network.prefersDenseTiles = density.isDense
            return try Document(opening: path, options: options)
        }
        return settings
    }
}
