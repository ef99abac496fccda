internal import ImageCodecs
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// The rotation, colors and format of a region's image, applied once it has its size.
struct OutputOptions: Hashable, Sendable {
    /// The colors that are kept.
    enum Quality: String, Hashable, Sendable, CaseIterable {
        /// As the image is.
        case standard = "default"
        /// In color, where the image has any.
        case color
        /// In shades of gray.
        case gray
        /// In black and white.
        case bitonal

        /// Whether colors stay as they are.
        var hasColors: Bool { self == .standard || self == .color }
    }

    /// Whether left and right are exchanged, before the image is rotated.
    var isMirrored = false
    /// Quarter turns clockwise, from 0 to 3.
    var quarterTurns = 0
    /// The rotation after the quarter turns, in degrees clockwise: at least 0, and less than 90.
    var degrees = 0.0
    /// The colors.
    var quality = Quality.standard
    /// The format in which the image is encoded.
    var format = OutputFormat.jpeg
    /// Whether pixels get alpha that have none, before they are rotated freely.
    private var addsAlpha = false

    /// Creates the options of an upright JPEG.
    init() {}

    /// Whether the image is neither mirrored nor rotated.
    var isUpright: Bool { !isMirrored && quarterTurns == 0 && degrees == 0 }

    /// The free rotation of an image that has this size before it is rotated; nil if there are quarter turns at most.
    func freeRotation(of size: PixelSize) -> FreeRotation? {
        guard degrees != 0 else { return nil }
        let isTurned = !quarterTurns.isMultiple(of: 2)
        return FreeRotation(
            source: isTurned ? PixelSize(width: size.height, height: size.width) : size, degrees: degrees)
    }

    /// The steps until a free rotation: the image is mirrored, turned, and has alpha.
    var beforeRotation: OutputOptions {
        var options = self
        options.degrees = 0
        options.quality = quality.hasColors ? .standard : .gray
        options.format = .png
        options.addsAlpha = true
        return options
    }

    /// The steps from a free rotation on: colors and format.
    var afterRotation: OutputOptions {
        var options = OutputOptions()
        options.quality = quality
        options.format = format
        return options
    }

    /// The layout in which an image is encoded.
    func layout(of source: PixelLayout) -> PixelLayout {
        var channels = source.channels
        if quality == .gray || quality == .bitonal { channels = channels.hasAlpha ? .grayAlpha : .gray }
        if !format.supportsAlpha || quality == .bitonal { channels = channels.opaque }
        return PixelLayout(addsAlpha ? channels.withAlpha : channels)
    }
}

/// Receives the rows of a region, and lays them out mirrored, rotated and in other colors.
final class OutputImage {
    /// The pixels, complete when all rows have been added.
    let pixels: PixelMemory
    private let options: OutputOptions
    private let width: Int
    private let height: Int
    private let conversion: LayoutConversion
    private let row: PixelMemory

    /// The value from which on gray is white in black and white.
    private static let threshold: UInt8 = 128

    /// Prepares an image of a size, before it is rotated.
    ///
    /// - Throws: `OutOfMemory`.
    init(_ size: PixelSize, from source: PixelLayout, _ options: OutputOptions) throws {
        let layout = options.layout(of: source)
        let isTurned = !options.quarterTurns.isMultiple(of: 2)
        pixels = try PixelMemory(
            isTurned ? PixelSize(width: size.height, height: size.width) : size, layout)
        row = try PixelMemory(PixelSize(width: size.width, height: 1), layout)
        self.options = options
        width = size.width
        height = size.height
        conversion = LayoutConversion(from: source, to: layout, background: (red: 255, green: 255, blue: 255))
    }

    /// Adds a row of the region, of its size before it is rotated.
    func add(_ source: UnsafeRawPointer, _ y: Int) {
        let target = options.isUpright ? pixels.row(y) : row.base
        conversion.convert(source, count: width, into: target)
        if options.quality == .bitonal {
            let samples = target.assumingMemoryBound(to: UInt8.self)
            for x in 0..<width { samples[x] = samples[x] < Self.threshold ? 0 : 255 }
        }
        if !options.isUpright { copy(row: y) }
    }

    /// Copies a row to its position after mirroring and rotation.
    private func copy(row y: Int) {
        let bytes = pixels.layout.bytesPerPixel
        // The offset of the row's first pixel, and the distance to that of the next one.
        let first: Int
        var step: Int
        let last = (x: width - 1, y: height - 1)
        let isMirrored = options.isMirrored
        func offset(_ x: Int, _ y: Int) -> Int { y * pixels.stride + x * bytes }
        switch options.quarterTurns {
        case 0:
            first = offset(isMirrored ? last.x : 0, y)
            step = bytes
        case 1:
            first = offset(last.y - y, isMirrored ? last.x : 0)
            step = pixels.stride
        case 2:
            first = offset(isMirrored ? 0 : last.x, last.y - y)
            step = -bytes
        default:
            first = offset(y, isMirrored ? 0 : last.x)
            step = -pixels.stride
        }
        if isMirrored { step = -step }
        for x in 0..<width {
            (pixels.base + first + x * step).copyMemory(from: row.base + x * bytes, byteCount: bytes)
        }
    }

    /// Encodes the image.
    ///
    /// - Throws: `CodecError`.
    func encoded(quality: Int) throws -> [UInt8] {
        guard let format = options.format.tileFormat else {
            return TIFFStripEncoder.bytes(
                of: pixels.base, stride: pixels.stride, size: pixels.size, layout: pixels.layout)
        }
        var encoding = TileEncoding()
        encoding.format = format
        encoding.quality = quality
        return try TilePixels.lend(
            UnsafeRawPointer(pixels.base), stride: pixels.stride, size: pixels.size, layout: pixels.layout
        ) { try encoding.makeEncoder(for: pixels.layout).bytes(of: $0) }
    }
}
