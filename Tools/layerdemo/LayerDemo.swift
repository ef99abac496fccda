internal import ArgumentParser
internal import ImageMetadata
internal import LayerGallery
internal import LayerTree
internal import SDLPresenter
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

            Exit status: 0 the window was closed, or the pictures are written; 64 invalid arguments; 69 there is no \
            display; 70 an internal error; 73 the pictures cannot be written; 74 an I/O error.
            """)

    static var _errorPrefix: String { "layerdemo: " }

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

    @Option(help: "Pixels per point in the written pictures, from above 0 to 8; 1 if not given.")
    var scale: Double?

    func validate() throws {
        let pixels = scale ?? 1
        guard pixels > 0, pixels <= 8 else {
            throw ValidationError("--scale must be above 0 and at most 8.")
        }
        guard self.scale == nil || headless != nil else {
            throw ValidationError("--scale is that of written pictures; add --headless, or leave it out.")
        }
        guard headless != "" else { throw ValidationError("--headless takes the name of a folder.") }
        guard !gallery || name == nil else {
            throw ValidationError("--gallery shows all programs; leave the name out.")
        }
        guard let name, Demo.named(name) == nil else { return }
        let hint = Demo.similar(to: name).map { " Did you mean '\($0.name)'?" } ?? ""
        throw ValidationError("There is no program '\(name)'.\(hint) layerdemo --list prints all names.")
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
        do {
            try MainActor.assumeIsolated {
                if let headless {
                    try PictureWriter(folder: headless, scale: scale ?? 1).write(demo)
                } else {
                    try GalleryContent.run(showing: demo)
                }
            }
        } catch let error as PresenterError {
            throw exit(error.code == .noDisplay ? .unavailable : .internalError, saying: error)
        } catch let error as CodecError {
            throw exit(ExitStatus(error), saying: error)
        }
    }

    /// Writes a message, and returns what ends the process.
    private func exit(_ status: ExitStatus, saying error: any Error) -> ExitCode {
        Console.message("layerdemo: \(error)")
        return ExitCode(status.rawValue)
    }
}
