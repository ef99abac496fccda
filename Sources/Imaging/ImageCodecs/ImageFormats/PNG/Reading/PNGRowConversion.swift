internal import ImageMetadata
internal import PixelKernels

/// The conversion of a PNG's stored rows to delivered ones: palette and transparent color, range, alpha and depth.
struct PNGRowConversion: Sendable {
    /// The layout of the delivered rows.
    var layout: PixelLayout { finishing.layout }
    /// True when stored rows need no conversion.
    var isIdentity: Bool { expansion.isIdentity && finishing.isIdentity }

    private let expansion: PNGSampleExpansion
    private let finishing: RowFinishing
    /// The bits of a stored pixel.
    private let pixelBits: Int

    /// The number of pixels converted at a time, which stay in the first-level cache; a multiple of the pixels in a byte.
    private static let pieceLength = 512

    /// Prepares the conversion of an image.
    ///
    /// - Parameters:
    ///   - chunks: the image's header and colors.
    ///   - options: the range, depth and background.
    ///   - keepsProfile: true when the pixels are delivered in the image's profile.
    ///   - file: the image's name for error messages.
    /// - Throws: ``CodecError`` when the requested range is invalid.
    init(_ chunks: PNGLeadingChunks, options: DecodeOptions, keepsProfile: Bool, file: String) throws {
        let header = chunks.header
        // Adam7's passes are put together a byte at a time.
        let isUnpacked = header.isInterlaced && header.depth < 8
        expansion = PNGSampleExpansion(chunks, isUnpacked: isUnpacked)
        pixelBits = isUnpacked ? 8 : header.depth * header.colorType.samples
        // Ranges are those of samples of 8 bits where a sample has less.
        let full: Double = header.depth == 16 ? 65535 : 255
        let greatest = expansion.isIdentity ? Double((1 << header.depth) - 1) : full
        let range = try options.requestedRange(file: file) ?? (low: 0, high: full)
        var background: RGBColor?
        if case .flatten(let color) = options.alpha {
            // A gray profile does not fit colored pixels.
            background = keepsProfile && header.isGray ? color.gray : color
        }
        finishing = RowFinishing(
            expansion.format, black: range.low * greatest / full, white: range.high * greatest / full,
            depth: options.depth, background: background)
    }

    /// Converts `count` pixels of a row.
    func convert(_ row: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
        // Eight bytes of expanded samples for each pixel, and sixteen for the steps that follow.
        withUnsafeTemporaryAllocation(byteCount: 24 * Self.pieceLength, alignment: 64) { memory in
            guard let scratch = memory.baseAddress else { return }
            let expanded = scratch + 16 * Self.pieceLength
            for start in stride(from: 0, to: count, by: Self.pieceLength) {
                let length = min(Self.pieceLength, count - start)
                var pixels = row + start * pixelBits / 8
                if !expansion.isIdentity {
                    expansion.expand(pixels, to: expanded, count: length)
                    pixels = UnsafeRawPointer(expanded)
                }
                finishing.convert(
                    pixels, to: target + start * layout.bytesPerPixel, count: length, scratch: scratch)
            }
        }
    }

    /// Fills rows that are missing: black, or transparent where there is alpha.
    func fillBlank(_ target: UnsafeMutableRawPointer, count: Int) {
        let pixel = [UInt8](unsafeUninitializedCapacity: 8) { pixel, filled in
            withUnsafeTemporaryAllocation(byteCount: 32, alignment: 64) { scratch in
                guard let scratch = scratch.baseAddress, let pixel = pixel.baseAddress else { return }
                let zeros = scratch + 16
                zeros.initializeMemory(as: UInt8.self, repeating: 0, count: 8)
                finishing.convert(zeros, to: pixel, count: 1, scratch: scratch)
                filled = layout.bytesPerPixel
            }
        }
        for start in stride(from: 0, to: count * pixel.count, by: pixel.count) {
            target.advanced(by: start).copyMemory(from: pixel, byteCount: pixel.count)
        }
    }
}
