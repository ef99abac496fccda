internal import ArgumentParser
internal import LayerGallery
internal import LayerTree
internal import TilePyramid
internal import ToolSupport

/// A gallery of small programs, each of which shows one thing that layers do.
@main
struct LayerDemo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layerdemo",
        abstract: "Show what layers do: a gallery of small programs.",
        discussion: """
            Without a name, a window shows the gallery: click a thumbnail, and press Esc to go back. With a name, that \
            program runs in the window. Without a display, --headless writes its pictures as PNG files, the same on \
            every machine.

            The programs are in Sources/Apps/LayerGallery/Demos, most of them within 40 lines.

            Examples:
              layerdemo
              layerdemo --list
              layerdemo analog-clock
              layerdemo analog-clock --headless frames
            """)

    @Argument(help: ArgumentHelp("The name of a program; see --list.", valueName: "name"))
    var name: String?

    @Flag(help: "Print the name of each program and what it shows, a line each.")
    var list = false

    @Flag(help: "Show the thumbnails of all programs, which is the default.")
    var gallery = false

    @Option(
        help: ArgumentHelp(
            "Write the program's pictures, or that of the gallery, into this folder; open no window.",
            valueName: "folder"))
    var headless: String?

    @Option(help: "Pixels per point in the written pictures, from above 0 to 8.")
    var scale = 1.0

    func validate() throws {
        guard scale > 0, scale <= 8 else { throw ValidationError("--scale must be above 0 and at most 8.") }
        guard !gallery || name == nil else {
            throw ValidationError("--gallery shows all programs; leave the name out.")
        }
        guard let name, Demo.named(name) == nil else { return }
        throw ValidationError("There is no program '\(name)'. layerdemo --list prints all names.")
    }

    func run() throws {
        guard !list else {
            let width = Demo.all.map(\.name.count).max() ?? 0
            for demo in Demo.all {
                print(demo.name + String(repeating: " ", count: width + 2 - demo.name.count) + demo.summary)
            }
            return
        }
        let demo = name.flatMap(Demo.named)
        try MainActor.assumeIsolated {
            if let headless {
                try PictureWriter(folder: headless, scale: scale).write(demo)
            } else {
                try GalleryWindow(showing: demo).run()
            }
        }
    }
}
