internal import Foundation
public import LayerTree
public import Testing

/// Expects a picture to look as one that is kept beside the test: `Goldens/NAME.png` in the folder of the test's file.
///
/// Where it does not, the test fails, and the picture and how it differs are written into a folder that the message
/// names. To keep new pictures, run the tests with `TILEKIT_RECORD=1`, look at them, and commit them.
///
/// - Parameters:
///   - picture: what was drawn.
///   - name: the name of the file, without its ending.
///   - tolerance: how much any sample of any pixel, multiplied by alpha, may differ; not at all by default.
///   - testFile: the file of the test.
///   - sourceLocation: where a failure is reported.
/// - Throws: when a file cannot be read or written.
public func expectSnapshot(
    _ picture: PixelBuffer, matches name: String, tolerance: Int = 0, testFile: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let folder = URL(fileURLWithPath: testFile).deletingLastPathComponent().appendingPathComponent("Goldens")
    let golden = folder.appendingPathComponent("\(name).png").path
    func fail(_ message: String) {
        Issue.record(Comment(rawValue: "\(name): \(message)"), sourceLocation: sourceLocation)
    }
    if ProcessInfo.processInfo.environment["TILEKIT_RECORD"] != nil {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try picture.writePNG(golden)
        fail("the picture was written to \(golden); look at it, and run the test without TILEKIT_RECORD.")
        return
    }
    guard FileManager.default.fileExists(atPath: golden) else {
        fail("there is no \(golden); TILEKIT_RECORD=1 writes it. \(try kept(picture, as: name))")
        return
    }
    let expected = try PixelBuffer.read(golden)
    guard expected.size == picture.size else {
        fail("the picture has \(picture.size) pixels and not \(expected.size). \(try kept(picture, as: name))")
        return
    }
    let difference = SnapshotDifference(picture, expected)
    guard difference.greatest > tolerance else { return }
    fail(
        "\(difference.pixels(beyond: tolerance)) pixels differ by more than \(tolerance), and by \(difference.greatest)"
            + " at most, in column \(difference.worstPixel.column) and row \(difference.worstPixel.row)."
            + " \(try kept(picture, as: name)) \(try kept(difference.visualization, as: "\(name)-difference"))")
}

/// Writes a picture where it can be looked at, and says where.
private func kept(_ picture: PixelBuffer, as name: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tilekit-pictures")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("\(name).png").path
    try picture.writePNG(path)
    return "Look at \(path)."
}
