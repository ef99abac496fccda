import Concurrency
import TilePyramid
import TiledLayers
import VectorDrawing

/// Decodes each file to one color, counts, and fails for some files.
final class NamedDecoding: ImageDecoding {
    /// The files that were decoded, in order, with the pixels that were asked for of 3000×2000.
    let decoded = Locked<[(path: String, size: PixelSize)]>([])
    private let failing: Set<String>

    init(failing: Set<String> = []) {
        self.failing = failing
    }

    var paths: [String] { decoded.withLock { $0.map(\.path) } }

    func decode(
        _ bytes: [UInt8], name: String, shownSize: (PixelSize) -> PixelSize
    ) throws -> (buffer: PixelBuffer, fullSize: PixelSize) {
        try decode(file: name, shownSize: shownSize)
    }

    func decode(
        file path: String, shownSize: (PixelSize) -> PixelSize
    ) throws -> (buffer: PixelBuffer, fullSize: PixelSize) {
        let full = PixelSize(width: 3000, height: 2000)
        let size = shownSize(full)
        decoded.withLock { $0.append((path, size)) }
        guard !failing.contains(path) else { throw TestError("the file is damaged.") }
        return (PixelBuffer(size: size, isOpaque: true) { $0.update(repeating: 0xFF20_4060) }, full)
    }
}
