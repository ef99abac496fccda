internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// A KTX 2.0 file of BGRA in sRGB, read by rows.
final class KTX2ImageSource: ImageSource {
    /// The bytes of rows that are read at a time.
    private static let bandBytes = 1 << 20

    let info: ImageInfo
    let warnings: [String] = []
    private let bytes: ImageBytes
    private let header: KTX2Header
    private let name: String
    private let conversion: LayoutConversion?

    /// Opens a file.
    ///
    /// - Throws: ``CodecError`` when it is truncated, or a texture of another kind.
    init(_ bytes: ImageBytes, options: DecodeOptions, name: String) throws {
        self.bytes = bytes
        self.name = name
        header = try KTX2Header(bytes, name: name)
        guard max(header.size.width, header.size.height) <= ImageInfo.longestSide else {
            throw CodecError.tooLarge(name)
        }
        var layout = PixelLayout(header.isOpaque ? .rgb : .rgba)
        if !header.isOpaque, case .flatten(let background) = options.alpha {
            conversion = LayoutConversion(
                from: layout, to: PixelLayout(.rgb), background: (background.red, background.green, background.blue))
            layout = PixelLayout(.rgb)
        } else {
            conversion = nil
        }
        info = ImageInfo(size: header.size, layout: layout, container: "KTX2")
    }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        let width = info.size.width
        let rowsAtOnce = max(1, Self.bandBytes / (4 * width))
        for top in stride(from: 0, to: info.size.height, by: rowsAtOnce) {
            let rows = top..<min(top + rowsAtOnce, info.size.height)
            let count = 4 * width * rows.count
            var stored = bytes.read(at: header.pixelOffset + 4 * width * top, count: count)
            guard stored.count == count else { throw CodecError.truncatedTile(name) }
            var straight = [UInt8](repeating: 0, count: count)
            stored.withUnsafeMutableBytes { raw in
                straight.withUnsafeMutableBytes { target in
                    guard let target = target.baseAddress else { return }
                    raw.withMemoryRebound(to: UInt32.self) { write($0, into: target) }
                }
            }
            try straight.withUnsafeMutableBytes { target in
                guard let base = target.baseAddress else { return }
                if let conversion {
                    var flat = ScratchBuffer()
                    let output = try flat.reserve(3 * width * rows.count)
                    conversion.convert(base, count: width * rows.count, into: output)
                    try body(PixelBand(base: UnsafeRawPointer(output), stride: 3 * width, rows: rows))
                } else {
                    let stride = width * info.layout.bytesPerPixel
                    try body(PixelBand(base: UnsafeRawPointer(base), stride: stride, rows: rows))
                }
            }
        }
    }

    /// Writes pixels as straight samples: RGB where the image is opaque, else RGBA.
    private func write(_ pixels: UnsafeMutableBufferPointer<UInt32>, into target: UnsafeMutableRawPointer) {
        guard let base = pixels.baseAddress else { return }
        if header.isOpaque {
            return StraightPixels.writeRGB(base, count: pixels.count, into: target)
        }
        if !header.isPremultiplied {
            _ = PremultipliedPixels.premultiply(base, count: pixels.count)
        }
        StraightPixels.writeRGBA(base, count: pixels.count, into: target)
    }
}
