internal import ImageMetadata
internal import CVips

/// The sample format that a file declares and libvips does not report, in units of the samples that libvips delivers.
struct SampleFormat {
    /// The range of integer samples.
    ///
    /// It is smaller than the type's for narrow samples, which libvips left-justifies, and for Netpbm with a smaller
    /// maxval.
    var full: SampleRange
    /// The range that the file declares; nil when it declares none.
    var declared: SampleRange?
    /// The same in stored values, of a TIFF.
    private(set) var stated: SampleRange?
    /// The bits of narrow integers, which libvips left-justifies; nil if they fill the type.
    private(set) var narrowBits: Int?
    /// The index of the alpha sample; nil if there is none.
    var alpha: Int?
    /// True when the file is premultiplied, so that libvips divided by alpha, rounding down.
    var wasAssociated = false
    /// True when there are channels that are neither color nor alpha, which are ignored.
    var hasUnknownChannels = false

    private var unit = 1.0
    private var invertedMaximum: Double?

    /// Reads the sample format of one page, counted from 0, which libvips opened as `image`.
    init(_ image: VipsHandle, colors: Int, container: VipsLoader.Container, bytes: ImageBytes, page: Int) {
        full = SampleRange(container: image.format)
        alpha = image.bands > colors ? colors : nil
        switch container {
        case .tiff: readTIFF(image, colors: colors, bytes, page: page)
        case .heif, .avif:
            if let bits = image.integer("heif-bitdepth"), bits > 8 {
                readLeftJustified(image, bits: bits)
            }
        case .netpbm:
            if let maxval = NetpbmHeader.maxval(bytes), SampleFormat.isInteger(image.format) {
                full.high = Double(maxval)
            }
        case .jpegXL, .radiance: declared = SampleFormat.isInteger(image.format) ? nil : full
        default: break
        }
    }

    /// True when a sample type holds integers.
    static func isInteger(_ format: VipsBandFormat) -> Bool { vips.pointee.band_format_isint(format) != 0 }

    /// Converts a range of the file's values to the delivered samples.
    func delivered(low: Double, high: Double) -> SampleRange {
        guard let invertedMaximum else { return SampleRange(low: low * unit, high: high * unit) }
        return SampleRange(low: invertedMaximum - high * unit, high: invertedMaximum - low * unit)
    }

    /// Sets the range of narrow integers, which libvips left-justifies: 10 bits in 16 are multiplied by 64.
    private mutating func readLeftJustified(_ image: VipsHandle, bits: Int) {
        let size = 8 * Int(vips.pointee.format_sizeof(image.format))
        guard SampleFormat.isInteger(image.format), bits > 0, bits < size else { return }
        unit = Double(1 << (size - bits))
        narrowBits = bits
        let isSigned = vips.pointee.band_format_isuint(image.format) == 0
        let high = Double(1 << (isSigned ? bits - 1 : bits)) - 1
        full = SampleRange(low: isSigned ? -(high + 1) * unit : 0, high: high * unit)
    }

    private mutating func readTIFF(_ image: VipsHandle, colors: Int, _ bytes: ImageBytes, page: Int) {
        guard let tags = TIFFDirectory(page: page, read: bytes.read) else { return }
        let extra = tags.values(.extraSamples)
        let count = max(0, image.bands - colors)
        // A fourth sample of RGB is alpha where the file declares nothing.
        let isUndeclaredAlpha = extra.isEmpty && count == 1 && tags.integer(.photometric) == 2
        let kinds = (0..<count).map { extra.indices.contains($0) ? extra[$0] : isUndeclaredAlpha ? 2 : 0 }
        let known = kinds.firstIndex { $0 == 1 || $0 == 2 }
        alpha = known.map { colors + $0 }
        wasAssociated = known.map { kinds[$0] == 1 } ?? false
        hasUnknownChannels = kinds.contains(0)

        // libvips inverts unsigned grays when 0 is white, so the range is inverted too.
        let isUnsigned = vips.pointee.band_format_isuint(image.format) != 0
        if tags.integer(.photometric) == 0, isUnsigned {
            invertedMaximum = full.high
        }
        let isPalette = tags.integer(.photometric) == 3
        let bits = tags.integer(.bitsPerSample) ?? 1
        // libvips scales samples of 1, 2 and 4 bits to 8; those of a palette are indices, not colors.
        guard bits >= 8, !isPalette else {
            unit = isPalette ? 1 : 255 / Double(1 << bits - 1)
            return
        }
        let low = tags.values(.sMinSampleValue).min()
        let high = tags.values(.sMaxSampleValue).max()
        guard low != nil || high != nil else { return }
        if SampleFormat.isInteger(image.format) {
            declare(low ?? SampleRange(container: image.format).low, high ?? full.high)
        } else if let low, let high {
            declare(low, high)
        }
    }

    private mutating func declare(_ low: Double, _ high: Double) {
        guard low.isFinite, high.isFinite, low < high else { return }
        stated = SampleRange(low: low, high: high)
        declared = delivered(low: low, high: high)
    }
}
