import Foundation
import ImageCodecs
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

/// A slide, a scene and an elevation model, cut by `tilecut`: what people see with no option, and with the usual ones.
@Suite(.timeLimited) struct `Pictures of many channels` {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// Cuts a file, and returns the picture of full size and its half, joined from their tiles.
    private func pictures(
        _ file: [UInt8], _ options: String...
    ) throws -> (full: PixelBuffer, half: PixelBuffer) {
        try folder.write(file, to: "painted.tif")
        let outcome = try BuiltTool.run(
            ["painted.tif", "-q", "-o", "picture", "--format", "png", "--force"] + options, in: folder)
        #expect(outcome == BuiltTool.Outcome(status: 0, output: "", messages: ""))
        let tiles = try ["0_0", "1_0", "0_1", "1_1"].map { try PixelBuffer.read(folder("picture_files/9/\($0).png")) }
        let full = PixelBuffer(
            size: PixelSize(width: 512, height: 384), isOpaque: tiles.allSatisfy { $0.isOpaque }
        ) { target in
            for index in target.indices {
                let x = index % 512
                let y = index / 512
                target[index] = tiles[y / 256 * 2 + x / 256][x % 256, y % 256]
            }
        }
        return (full, try PixelBuffer.read(folder("picture_files/8/0_0.png")))
    }

    @Test func `A slide shows its stains in their colors with no option`() throws {
        try expectSnapshot(pictures(PaintedSlide.file()).full, matches: "slide", tolerance: 1)
    }

    @Test func `A scene shows natural colors by its bands, and nothing where there is no data`() throws {
        let picture = try pictures(PaintedScene.file(), "--channels", "4,3,2").full
        #expect(picture[0, 0] == 0 && picture[86, 1] == 0 && picture[86, 2] >> 24 == 255)
        try expectSnapshot(picture, matches: "scene", tolerance: 1)
        // The names of the bands say the same.
        let named = try pictures(PaintedScene.file()).full
        #expect((0..<512 * 384).allSatisfy { named[$0 % 512, $0 / 512] == picture[$0 % 512, $0 / 512] })
    }

    @Test func `Infrared light is bright on plants in the colors of a scale`() throws {
        let picture = try pictures(PaintedScene.file(), "--channel", "B08", "--colormap", "viridis").full
        try expectSnapshot(picture, matches: "infrared", tolerance: 1)
    }

    @Test func `Mountains are lit from the northwest`() throws {
        try expectSnapshot(pictures(PaintedMountains.file(), "--hillshade").full, matches: "hillshade", tolerance: 1)
    }

    @Test func `Elevations in the bytes of colors are those of the mountains`() throws {
        let pictures = try pictures(PaintedMountains.file(), "--terrain-rgb")
        // The lakes: (750 + 10,000) · 10 = 107,500 tenths of a meter.
        let least = pictures.full.withPixels { pixels in pixels.map { $0 & 0xFF_FFFF }.min() }
        #expect(least == 107_500)
        try expectSnapshot(pictures.half, matches: "terrain")
    }

    @Test func `The picture of the documentation is what the tool cuts`() throws {
        let parts = try [
            pictures(PaintedSlide.file()), pictures(PaintedScene.file()),
            pictures(PaintedMountains.file(), "--hillshade"),
        ].map(\.half)
        let size = PixelSize(width: 3 * 256 + 2 * 8, height: 192)
        let picture = PixelBuffer(size: size, isOpaque: false) { target in
            for index in target.indices {
                let x = index % size.width
                guard x % 264 < 256 else { continue }
                target[index] = parts[x / 264][x % 264, index / size.width]
            }
        }
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../SampleImages/channels.png").standardizedFileURL.path
        if ProcessInfo.processInfo.environment["TILEKIT_RECORD"] != nil { try picture.writePNG(path) }
        let shown = try PixelBuffer.read(path)
        #expect(shown.size == size)
        guard shown.size == size else { return }
        #expect(SnapshotDifference(shown, picture).greatest <= 1)
    }
}
