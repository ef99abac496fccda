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
    var stated: SampleRange?
    /// The bits of narrow integers, which libvips left-justifies; nil if they fill the type.
    private(set) var narrowBits: Int?
    /// The index of the alpha sample; nil if there is none.
    var alpha: Int?
    /// True when the file is premultiplied, so that libvips divided by alpha, rounding down.
    var wasAssociated = false
    /// True when there are channels that are neither color nor alpha, which are ignored.
    var hasUnknownChannels = false

    /// The factor between the file's values and the delivered samples.
    var unit = 1.0
    /// The delivered sample for a value of 0, if the samples are inverted.
    var invertedMaximum: Double?

    /// Reads the sample format of one page, counted from 0, which libvips opened as `image`.
    init(_ image: VipsHandle, colors: Int, format: VipsFormat, bytes: ImageBytes, page: Int) {
        full = SampleRange(container: image.format)
        alpha = image.bands > colors ? colors : nil
        format.readSamples(&self, image, colors, bytes, page)
    }

    /// True when a sample type holds integers.
    static func isInteger(_ format: VipsBandFormat) -> Bool { vips.pointee.band_format_isint(format) != 0 }

    /// Converts a range of the file's values to the delivered samples.
    func delivered(low: Double, high: Double) -> SampleRange {
        guard let invertedMaximum else { return SampleRange(low: low * unit, high: high * unit) }
        return SampleRange(low: invertedMaximum - high * unit, high: invertedMaximum - low * unit)
    }

    /// Sets the range of narrow integers, which libvips left-justifies: 10 bits in 16 are multiplied by 64.
    mutating func readLeftJustified(_ image: VipsHandle, bits: Int) {
        let size = 8 * Int(vips.pointee.format_sizeof(image.format))
        guard SampleFormat.isInteger(image.format), bits > 0, bits < size else { return }
        unit = Double(1 << (size - bits))
        narrowBits = bits
        let isSigned = vips.pointee.band_format_isuint(image.format) == 0
        let high = Double(1 << (isSigned ? bits - 1 : bits)) - 1
        full = SampleRange(low: isSigned ? -(high + 1) * unit : 0, high: high * unit)
    }
}
