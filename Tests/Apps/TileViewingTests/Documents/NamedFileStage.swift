import Foundation
import Georeferencing
import ImageCodecs
import ImageMetadata
import ImageSources
import PixelKernels
import TestSupport
import Testing
import TilePyramid

@testable import FilePyramids
@testable import TileStores
@testable import TileViewing

/// A folder with files that no other file may lead to, and a server that none may ask: both have images of one red.
struct NamedFileStage {
    let folder: TemporaryFolder
    private let server: ScriptedServer
    private let watch: FileWatch

    /// The files in the folder.
    static let files = ["named/red.png", "named/red.svg", "named/red.tif", "named/secret.txt"]
    /// An image of one red.
    static let red = PNGFixture(width: 8, height: 8) { [255, 0, 0][$2] }.encoded()
    /// An image of one blue.
    static let blue = PNGFixture(width: 8, height: 8) { [0, 0, 255][$2] }.encoded()

    init() throws {
        folder = try TemporaryFolder()
        server = try ScriptedServer { _ in ScriptedServer.Answer(200, Self.red) }
        var page = TIFFFixture(width: 8, height: 8) { [255, 0, 0][$2] }
        page.photometric = 2
        page.samplesPerPixel = 3
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect id="r" width="8" height="8" fill="red"/></svg>
            """
        for (name, bytes) in zip(Self.files, [Self.red, Array(svg.utf8), page.encoded(), Array("SECRET\n".utf8)]) {
            try folder.write(Data(bytes), to: name)
        }
        watch = try FileWatch(Self.files.map(folder.path))
    }

    /// The ways to name one of the files: relative, absolute, as an address of the computer, and one of the server.
    func names(of file: String) -> [String] {
        let path = folder.path(file)
        let url = server.url("/\(file)")
        return [file, "./\(file)", path, "file://\(path)", url, "/vsicurl/\(url)"]
    }

    /// Writes a file beside the folder of the named ones.
    func write(_ text: String, to name: String) throws { try folder.write(Data(text.utf8), to: name) }

    /// Opens a file as an image, with what lies beside it, and expects nothing of the named files.
    ///
    /// - Returns: the image.
    @discardableResult
    func expectNothingNamed(inImage name: String, _ comment: String) throws -> DecodedImage {
        let path = folder.path(name)
        let image = try DecodedImage(openImage(.file(path)))
        #expect(!Self.isRed(image), "\(comment)")
        _ = try? StatedGeoreference.read(.file(path))
        let document = try Document(opening: path)
        document.queue.sync {}
        document.close()
        expectUnnoticed(comment)
        return image
    }

    /// Opens a file as a pyramid if it is one, reads all tiles, and expects nothing of the named files.
    ///
    /// - Returns: the number of tiles that were read.
    @discardableResult
    func expectNothingNamed(inPyramid name: String, _ comment: String) throws -> Int {
        var count = 0
        if let pyramid = try? Pyramids.openBlocking(folder.path(name)) {
            for level in pyramid.source.pyramid.levels {
                for row in 0..<min(4, level.grid.rows) {
                    for column in 0..<min(4, level.grid.columns) {
                        let index = TileIndex(level: level.index, column: column, row: row)
                        guard let tile = try? pyramid.source.read(index) else { continue }
                        count += 1
                        #expect(tile.bytes != Self.red, "\(comment)")
                    }
                }
            }
        }
        expectUnnoticed(comment)
        return count
    }

    /// Expects that no named file was opened, and no address requested.
    func expectUnnoticed(_ comment: String) {
        #expect(!watch.hasSeenOpening(), "a file is opened: \(comment)")
        #expect(server.connections.all == 0, "the server is asked: \(comment)")
    }

    /// Whether the files and the server notice what the test itself does.
    func noticesReading() throws -> Bool {
        let files = Self.files.map(folder.path)
        let areNoticed = try files.allSatisfy { file in
            _ = try Data(contentsOf: URL(fileURLWithPath: file))
            return watch.hasSeenOpening()
        }
        _ = try? Document(opening: server.url("/a.dzi"))
        return areNoticed && server.connections.all > 0
    }

    /// Whether red pixels are among those of an image.
    static func isRed(_ image: DecodedImage) -> Bool {
        guard image.info.layout.channels.opaque == .rgb else { return false }
        let size = image.info.size
        return (0..<size.height).contains { y in
            (0..<size.width).contains { x in
                let pixel = image.pixel(x, y)
                return pixel[0] > 200 && pixel[1] < 60 && pixel[2] < 60
            }
        }
    }
}
