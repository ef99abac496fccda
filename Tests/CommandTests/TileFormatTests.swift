import Foundation
import ImageCodecs
import ImageMetadata
import ImageSources
import TestLimits
import TestSupport
import Testing

/// Formats of tiles that not every program shows, from cutting to converting.
@Suite(.timeLimited) struct TileFormatTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(TestImage.noise(300, 200), to: "big.jpg")
        try run("big.jpg", "--format", "png", "-o", "png", "-q")
    }

    @discardableResult
    private func run(_ arguments: String...) throws -> String {
        let outcome = try BuiltTool.run(arguments, in: folder)
        #expect(outcome.status == 0, "\(arguments): \(outcome.messages)")
        return outcome.output
    }

    @Test func `automatically, a drawing is cut into PNG tiles, and a noisy image into JPEG tiles`() throws {
        try folder.write(TestImage.white(300, 200), to: "white.jpg")
        for (image, format) in [("white", "png"), ("big", "jpg")] {
            try run("\(image).jpg", "--format", "auto", "-o", image, "-q")
            #expect(try folder.names("\(image)_files/9") == ["0_0.\(format)", "1_0.\(format)"])
        }
    }

    @Test(arguments: ["jp2", "jpng", "ktx2"])
    func `a pyramid is cut, described, verified, and converted`(format: String) throws {
        try run("big.jpg", "--format", format, "--quality", "100", "-o", "a", "-q")
        #expect(try folder.names("a_files/9") == ["0_0.\(format)", "1_0.\(format)"])
        #expect(try run("info", "a.dzi").contains(format))
        try run("verify", "a.dzi", "-q")
        try run("convert", "a.dzi", "b", "--format", "png", "-q")
        let tiles = try ["b_files/9/1_0.png", "png_files/9/1_0.png"].map {
            try DecodedImage(openImage(.file(folder($0))))
        }
        #expect(tiles[0].info.size == tiles[1].info.size)
        let greatest = zip(tiles[0].samples, tiles[1].samples).map { abs($0 - $1) }.max() ?? 255
        // JPEG 2000 and KTX are lossless here; 4:2:0 of noise is far off.
        #expect(format == "jpng" || greatest == 0)
    }

    @Test(arguments: ["jp2", "jpng", "ktx2"])
    func `a tile that is too short is reported`(format: String) throws {
        try run("big.jpg", "--format", format, "-o", "a", "-q")
        let path = folder("a_files/9/0_0.\(format)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        try bytes.prefix(bytes.count / 3).write(to: URL(fileURLWithPath: path))
        let outcome = try BuiltTool.run(["verify", "a.dzi"], in: folder)
        #expect(outcome.status != 0)
        #expect((outcome.output + outcome.messages).contains("0_0.\(format)"))
    }

    @Test func `a JPNG tile without alpha is reported`() throws {
        try run("big.jpg", "--format", "jpng", "-o", "a", "-q")
        try run("big.jpg", "--format", "jpg", "-o", "jpg", "-q")
        let jpeg = try Data(contentsOf: URL(fileURLWithPath: folder("jpg_files/9/0_0.jpg")))
        try jpeg.write(to: URL(fileURLWithPath: folder("a_files/9/0_0.jpng")))
        let outcome = try BuiltTool.run(["verify", "a.dzi"], in: folder)
        #expect(outcome.status != 0)
        #expect((outcome.output + outcome.messages).contains("the alpha of this tile is missing; it is shown opaque."))
    }

    @Test(arguments: ["jp2", "jpng", "ktx2"])
    func `containers and pages that cannot hold or show the format refuse it`(format: String) throws {
        for output in ["a.mbtiles", "a.pmtiles", "a.tif"] {
            #expect(try BuiltTool.run(["big.jpg", "--format", format, "-o", output], in: folder).status == 64)
        }
        let page = try BuiltTool.run(["big.jpg", "--format", format, "-o", "page", "--html"], in: folder)
        #expect(page.status == 64)
        #expect(page.messages.contains("web browsers do not show \(format) tiles. Leave --html out"))
    }
}
