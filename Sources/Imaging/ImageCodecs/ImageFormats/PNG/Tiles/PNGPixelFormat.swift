internal import ImageMetadata
internal import PixelKernels

/// The conversion of a PNG's stored pixels to premultiplied ones.
enum PNGPixelFormat {
    /// Indices of `depth` bits into a table of premultiplied colors; also grays of 1 to 4 bits.
    case palette([UInt32], depth: Int, isOpaque: Bool)
    /// Samples of 8 or 16 bits.
    ///
    /// Pixels whose stored bytes equal `transparent` are transparent.
    case samples(PixelLayout, transparent: [UInt8]?)

    /// Selects the conversion for a file.
    init(_ file: PNGFile) {
        let header = file.header
        switch (header.colorType, header.depth) {
        case (.palette, _), (.gray, 1...4):
            let palette = header.colorType == .palette ? Self.colors(of: file) : Self.grays(of: file)
            self = .palette(
                palette, depth: header.depth, isOpaque: palette.withUnsafeBufferPointer(PremultipliedPixels.areOpaque))
        default:
            let channels = PixelLayout.Channels(rawValue: header.colorType.samples) ?? .gray
            let layout = PixelLayout(channels, header.depth == 16 ? .sixteen : .eight)
            // tRNS has 16 bits per sample at any depth; at 8 bits the low byte counts.
            let key = file.transparency.enumerated().filter { layout.depth == .sixteen || $0.offset % 2 == 1 }
            let isKeyed = !channels.hasAlpha && !key.isEmpty
            self = .samples(layout, transparent: isKeyed ? key.map(\.element) : nil)
        }
    }

    /// True when no pixel can be transparent.
    var isOpaque: Bool {
        switch self {
        case .palette(_, _, let isOpaque): isOpaque
        case .samples(let layout, let transparent): !layout.channels.hasAlpha && transparent == nil
        }
    }

    /// The distance to the pixel on the left that filters use.
    var bytesPerPixel: Int {
        switch self {
        case .palette: 1
        case .samples(let layout, _): layout.bytesPerPixel
        }
    }

    /// Converts a row of `count` stored pixels; `scratch` is memory for as many bytes as the row has.
    ///
    /// - Returns: true when all pixels are opaque.
    func write(
        _ row: UnsafeRawPointer, count: Int, scratch: UnsafeMutableRawPointer, into target: UnsafeMutablePointer<UInt32>
    ) -> Bool {
        switch self {
        case .palette(let palette, let depth, let isOpaque):
            PremultipliedPixels.write(row, bits: depth, count: count, palette: palette, into: target)
            return isOpaque || PremultipliedPixels.areOpaque(UnsafeBufferPointer(start: target, count: count))
        case .samples(let layout, let transparent):
            var samples = row
            if layout.depth == .sixteen {
                narrowBigEndian16(row, count: count * layout.channels.rawValue, into: scratch)
                samples = UnsafeRawPointer(scratch)
            }
            let isOpaque = PremultipliedPixels.write(samples, channels: layout.channels, count: count, into: target)
            guard let transparent else { return isOpaque }
            return PremultipliedPixels.applyColorKey(row, matching: transparent, count: count, in: target)
        }
    }

    /// The color of every index; black where the palette is shorter.
    private static func colors(of file: PNGFile) -> [UInt32] {
        (0..<(1 << file.header.depth)).map { index in
            guard 3 * index < file.palette.count else { return PremultipliedPixels.opaqueBlack }
            let alpha = index < file.transparency.count ? file.transparency[index] : 255
            return PremultipliedPixels.pixel(
                red: file.palette[3 * index], green: file.palette[3 * index + 1], blue: file.palette[3 * index + 2],
                alpha)
        }
    }

    private static func grays(of file: PNGFile) -> [UInt32] {
        let white = 1 << file.header.depth - 1
        return (0...white).map { value in
            let isTransparent = file.transparency.count == 2 && file.transparency[1] == value
            let gray = UInt8(value * 255 / white)
            return PremultipliedPixels.pixel(red: gray, green: gray, blue: gray, isTransparent ? 0 : 255)
        }
    }
}
