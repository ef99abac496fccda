internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// A still WebP image, lossy or lossless, whose pixels are delivered as they are stored, while its bytes are read.
///
/// ``orientation`` is not applied. With ``DecodeOptions/allowTruncated``, missing pixels are middle gray,
/// or transparent where there is alpha.
final class WebPImageSource: DecodedImageSource {
    let info: ImageInfo
    let orientation: Orientation
    private(set) var warnings: [String] = []

    private let bytes: ImageBytes
    private let name: String
    private let allowTruncated: Bool
    private let usesThread: Bool
    private let portionBytes: Int

    /// The longest side of an image (`WEBP_MAX_DIMENSION`); the canvas of an animation may be larger.
    private static let longestSide = 16383
    /// The bytes of a file that are read and decoded at a time.
    static let portionBytes = 64 << 10

    /// Opens an image and reads its chunks.
    ///
    /// - Parameters:
    ///   - input: the file or bytes.
    ///   - options: the orientation is ignored.
    ///   - portionBytes: the bytes that are read and decoded at a time.
    /// - Returns: nil when it is animated, or the chunks are damaged.
    /// - Throws: ``CodecError`` when the file cannot be read.
    static func open(
        _ input: ImageInput, options: DecodeOptions, portionBytes: Int = portionBytes
    ) throws -> WebPImageSource? {
        let bytes = try ImageBytes(input)
        guard let chunks = WebPChunks(bytes), !chunks.isAnimated else { return nil }
        let size = chunks.header.size
        guard 1...longestSide ~= size.width, 1...longestSide ~= size.height else { return nil }
        return WebPImageSource(bytes, chunks, options, portionBytes, name: input.name)
    }

    private init(
        _ bytes: ImageBytes, _ chunks: WebPChunks, _ options: DecodeOptions, _ portionBytes: Int, name: String
    ) {
        self.bytes = bytes
        self.name = name
        self.portionBytes = portionBytes
        allowTruncated = options.allowTruncated
        usesThread = options.threads != 1
        let exif = chunks.exif.flatMap { EXIFBlock.cleaned($0, upright: false) }
        orientation = exif.map(EXIFBlock.orientation(in:)) ?? .upright
        info = ImageInfo(
            size: chunks.header.size, layout: PixelLayout(chunks.header.hasAlpha ? .rgba : .rgb),
            profile: chunks.profile,
            container: ImageFormat.webP.name, exif: exif)
    }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        let decoder = try WebPDecoder(
            info.size, hasAlpha: info.layout.channels.hasAlpha, usesThread: usesThread, name: name)
        var delivered = 0
        var offset = 0
        while delivered < info.size.height {
            let portion = bytes.read(at: offset, count: portionBytes)
            offset += portion.count
            let progress: WebPDecoder.Progress = portion.isEmpty ? .needsBytes : try decoder.append(portion)
            if decoder.rowCount > delivered {
                let rows = delivered..<min(decoder.rowCount, info.size.height)
                try body(
                    PixelBand(base: decoder.base + delivered * decoder.stride, stride: decoder.stride, rows: rows))
                delivered = rows.upperBound
                decoder.discard(before: delivered)
            }
            guard delivered < info.size.height else { return }
            if portion.isEmpty || progress != .needsBytes {
                try reportEnd(at: delivered, isTruncated: portion.isEmpty)
                return try deliverBlank(from: delivered, body)
            }
        }
    }

    /// Warns that the rows from `row` on are missing where that is allowed, and throws it otherwise.
    private func reportEnd(at row: Int, isTruncated: Bool) throws {
        let position = "row \(row + 1) of \(info.size.height)"
        let blank = info.layout.channels.hasAlpha ? "transparent" : "gray"
        guard allowTruncated, row > 0 else {
            throw isTruncated
                ? CodecError(
                    .truncated, file: name,
                    "the file ends before \(position). Get a complete copy, or cut what there is.")
                : CodecError(
                    .damaged, file: name,
                    "the data is damaged near \(position). Get a good copy, or cut what can be read.")
        }
        warnings.append(
            isTruncated
                ? "the file ends before \(position); what is missing is \(blank)."
                : "the data is damaged near \(position); what cannot be read is \(blank).")
    }

    private func deliverBlank(from row: Int, _ body: (PixelBand) throws -> Void) throws {
        let stride = info.size.width * info.layout.bytesPerPixel
        var memory = ScratchBuffer()
        let blank = try memory.reserve(stride)
        info.layout.fillBlank(PixelSize(width: info.size.width, height: 1), at: blank, stride: stride)
        for y in row..<info.size.height {
            try body(PixelBand(base: UnsafeRawPointer(blank), stride: stride, rows: y..<y + 1))
        }
    }
}
