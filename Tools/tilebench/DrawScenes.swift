internal import ArgumentParser
internal import Compositing
internal import JSONDocuments
internal import LayerTree
internal import TileContainers
internal import TilePyramid
internal import ToolSupport
internal import VectorDrawing

struct DrawScenes: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draw-scenes",
        abstract: "Draw the scenes of a JSON file with the compositor, for a comparison with another library.",
        discussion: """
            Writes NAME.bgra for each scene: premultiplied BGRA of 8 bits, row by row. Tools/oracle/compositor-pictures \
            calls it, and says what scenes consist of.

            Example: tilebench draw-scenes Tools/oracle/scenes.json --output .build/oracle
            """, shouldDisplay: false)

    @Option(help: ArgumentHelp("The folder of the pictures, which exists.", valueName: "folder"))
    var output: String

    @Argument(help: ArgumentHelp("The JSON file.", valueName: "scenes"))
    var file: String

    func run() throws {
        try reportingFailures {
            guard let bytes = try FileSystem.readWhole(file) else {
                throw failure(.noInput, "there is no such file; check the path")
            }
            do {
                let scenes = try JSONObject(JSONValue(parsing: bytes)).objects("scenes")
                try MainActor.assumeIsolated {
                    for scene in scenes {
                        let name = try scene.string("name")
                        try FileSystem.writeWhole(draw(scene).bytes, to: "\(output)/\(name).bgra")
                    }
                }
                print("\(scenes.count) pictures in \(output)")
            } catch let error as JSONError {
                throw failure(.badInput, "\(error)")
            }
        }
    }

    /// Draws a scene over white.
    @MainActor
    private func draw(_ scene: JSONObject) throws(JSONError) -> PixelBuffer {
        let sides = try scene.numbers("size", count: 2)
        let size = PixelSize(width: Int(sides[0]), height: Int(sides[1]))
        let scale = scene.has("scale") ? try scene.number("scale") : 1
        let root = Layer()
        root.frame = Rect(x: 0, y: 0, width: sides[0] / scale, height: sides[1] / scale)
        for description in try scene.objects("layers") {
            root.addSublayer(try Layer.make(description, scale: scale))
        }
        let layers = LayerScene(root: root, size: size, scale: scale, background: .white, clock: ManualClock())
        return Compositor().draw(layers.frame())
    }

    private func failure(_ status: ExitStatus, _ message: String) -> ExitCode {
        Console.message("tilebench: \(file): \(message)")
        return ExitCode(status.rawValue)
    }
}

extension PixelBuffer {
    /// The bytes B, G, R and A of each pixel.
    fileprivate var bytes: [UInt8] {
        withPixels { pixels in
            pixels.flatMap { pixel in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: pixel >> $0) } }
        }
    }
}
