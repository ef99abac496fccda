import Foundation
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

/// The comparison on which other tests rely.
@Suite(
    .enabled(if: ProcessInfo.processInfo.environment["TILEKIT_RECORD"] == nil, "pictures are being recorded"),
    .timeLimited)
struct ExpectedSnapshotTests {
    @Test func `premultiplied pixels survive a PNG file unchanged`() throws {
        let folder = try TemporaryFolder()
        // Every alpha with every sample up to it.
        let glass = PixelBuffer(256, 256) { x, y in
            let alpha = UInt32(max(x, y))
            let sample = UInt32(min(x, y))
            return alpha << 24 | sample << 16 | (alpha - sample) << 8 | sample
        }
        try glass.writePNG(folder.path("glass.png"))
        #expect(try PixelBuffer.read(folder.path("glass.png")).pixels == glass.pixels)
        let wall = PixelBuffer.random(5, 3, seed: 1, isOpaque: true)
        try wall.writePNG(folder.path("wall.png"))
        let read = try PixelBuffer.read(folder.path("wall.png"))
        #expect(read.pixels == wall.pixels)
        #expect(read.isOpaque)
    }

    @Test func `an image that differs by more than the tolerance fails, and the difference is written`() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("Goldens"), withIntermediateDirectories: true)
        let name = "picture-\(UUID().uuidString)"
        let golden = PixelBuffer.random(20, 10, seed: 1)
        try golden.writePNG(folder.path("Goldens/\(name).png"))
        let other = PixelBuffer(20, 10) { x, y in
            x == 7 && y == 4 ? golden[7, 4] ^ 3 : x == 7 && y == 5 ? golden[7, 5] ^ 1 : golden[x, y]
        }
        let source = folder.path("SomeTests.swift")
        try expectSnapshot(golden, matches: name, testFile: source)
        let difference = SnapshotDifference(other, golden)
        try expectSnapshot(other, matches: name, tolerance: difference.greatest, testFile: source)
        #expect(difference.greatest >= 1 && difference.greatest <= 3)
        #expect(difference.pixels(beyond: 0) == 2)
        func expectFailure(_ image: PixelBuffer, _ name: String, saying text: String) throws {
            try withKnownIssue {
                try expectSnapshot(image, matches: name, testFile: source)
            } matching: { issue in
                issue.comments.contains { $0.rawValue.contains(text) }
            }
        }
        try expectFailure(
            other, name, saying: "2 pixels differ by more than 0, and by \(difference.greatest) at most, in")
        try expectFailure(PixelBuffer(9, 9) { _, _ in 0 }, name, saying: "the snapshot has 9×9 pixels, not 20×10.")
        try expectFailure(golden, "\(name)-none", saying: "TILEKIT_RECORD=1 writes it.")
        let kept = FileManager.default.temporaryDirectory.appendingPathComponent("tilekit-snapshots")
        for suffix in ["", "-difference", "-none"] {
            let path = kept.appendingPathComponent("\(name)\(suffix).png").path
            #expect(FileManager.default.fileExists(atPath: path))
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}
