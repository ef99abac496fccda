internal import Foundation
import LayerTree
public import Testing
public import VectorDrawing

/// Expects a snapshot to equal the golden image `Goldens/NAME.png` in the folder of the test's file.
///
/// If it differs, the test fails, and the snapshot and the difference are written into a folder that the message names.
/// To record golden images, run the tests with `TILEKIT_RECORD=1`, look at the images, and commit them.
///
/// - Parameters:
///   - snapshot: the drawn frame.
///   - name: the name of the golden image, without its extension.
///   - tolerance: the maximum difference of a premultiplied sample; the default is 0.
///   - testFile: the file of the test.
///   - sourceLocation: the location at which a failure is reported.
/// - Throws: `CodecError` or a Foundation error if a file cannot be read or written.
public func expectSnapshot(
    _ snapshot: PixelBuffer, matches name: String, tolerance: Int = 0, testFile: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let folder = URL(fileURLWithPath: testFile).deletingLastPathComponent().appendingPathComponent("Goldens")
    let golden = folder.appendingPathComponent("\(name).png").path
    func fail(_ message: String) {
        Issue.record(Comment(rawValue: "\(name): \(message)"), sourceLocation: sourceLocation)
    }
    if ProcessInfo.processInfo.environment["TILEKIT_RECORD"] != nil {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try snapshot.writePNG(golden)
        fail("the golden image was written to \(golden). Look at it, and run the test without TILEKIT_RECORD.")
        return
    }
    guard FileManager.default.fileExists(atPath: golden) else {
        fail("\(golden) is missing. TILEKIT_RECORD=1 writes it. \(try save(snapshot, as: name))")
        return
    }
    let expected = try PixelBuffer.read(golden)
    guard expected.size == snapshot.size else {
        fail("the snapshot has \(snapshot.size) pixels, not \(expected.size). \(try save(snapshot, as: name))")
        return
    }
    let difference = SnapshotDifference(snapshot, expected)
    guard difference.greatest > tolerance else { return }
    fail(
        "\(difference.pixels(beyond: tolerance)) pixels differ by more than \(tolerance), and by \(difference.greatest)"
            + " at most, in column \(difference.worstPixel.column) and row \(difference.worstPixel.row)."
            + " \(try save(snapshot, as: name)) \(try save(difference.visualization, as: "\(name)-difference"))")
}

/// Writes an image into the folder for temporary files; returns a sentence with its path.
private func save(_ image: PixelBuffer, as name: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tilekit-snapshots")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("\(name).png").path
    try image.writePNG(path)
    return "Look at \(path)."
}
