import ArgumentParser
import ImageCodecs
import LayerTree
import ScrollLayers
import TilePyramid
import TileViewing
import ToolSupport

/// What is seen at first, and how.
struct ViewArguments: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Open exactly there: the place in the middle in full-size pixels, screen pixels for each of them, and degrees "
                + "clockwise. (default: all of the image)",
            valueName: "x,y,zoom[,angle]"))
    var view: ViewState?

    @Option(help: ArgumentHelp("The size of the window or the picture.", valueName: "WxH"))
    var size = SizeArgument(PixelSize(width: 1280, height: 800))

    @Flag(help: "Fill the screen.")
    var fullScreen = false

    @Flag(help: "Show the image and nothing else: no map, no scale bar, no texts.")
    var plain = false

    @Option(
        help: ArgumentHelp(
            "What lies around the image: #RRGGBB, #RGB or a CSS name. (default: a neutral gray)", valueName: "color"),
        transform: { text in
            guard let color = RGBColor(css: text) else {
                throw ValidationError("give a color as #RRGGBB, as #RGB or by its CSS name, such as white or black.")
            }
            return color
        })
    var background: RGBColor?

    @Option(help: ArgumentHelp("What a wheel does; with Ctrl it always zooms.", valueName: "zoom|pan"))
    var wheel = WheelArgument.zoom

    @Flag(help: "Let nothing move by itself: no throws, no flights.")
    var reducedMotion = false

    func apply(to settings: inout ViewerSettings) {
        settings.view = view
        settings.size = size.size
        settings.wheel = wheel == .zoom ? .zoom : .pan
        settings.reducesMotion = reducedMotion
        if plain {
            settings.features = []
        }
        if let background {
            settings.background = Color(
                red: Double(background.red) / 255, green: Double(background.green) / 255,
                blue: Double(background.blue) / 255)
        }
    }
}

/// What is done instead of showing a file until the window is closed.
struct TaskArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Write what would be seen as a PNG file, fully sharp.", valueName: "file"),
        completion: .file(extensions: ["png"]))
    var screenshot: String?

    @Option(
        help: ArgumentHelp(
            "Play a recorded camera path in the window, \"standard\" for the usual one, and print frame times and what was "
                + "blank and blurred.",
            valueName: "file"), completion: .file(extensions: ["json"]))
    var flight: String?

    @Flag(help: "Print the figures of a flight as a JSON object.")
    var json = false

    func validate() throws {
        guard screenshot == nil || flight == nil else {
            throw ValidationError("--screenshot and --flight exclude each other.")
        }
        guard !json || flight != nil else { throw ValidationError("--json is for the figures of a --flight.") }
    }
}

/// How tiles are loaded.
struct LoadingArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Megabytes that decoded tiles may take, 16 or more.", valueName: "MB"))
    var cache = 256

    @Option(help: ArgumentHelp("Let every tile come so much later, to try out slow disks.", valueName: "ms"))
    var latency = 0

    func validate() throws {
        guard (16...1_000_000).contains(cache) else {
            throw ValidationError("--cache takes 16 to 1000000 megabytes; \(cache) is outside.")
        }
        guard (0...60_000).contains(latency) else {
            throw ValidationError("--latency takes 0 to 60000 milliseconds; \(latency) is outside.")
        }
    }
}
