internal import CVips
internal import PixelKernels

/// Converts rows of samples of any type to the delivered layout: range, gray profile, alpha and depth in one pass.
struct SampleConverter {
    /// The conversion of color samples.
    struct Color {
        /// The number of color samples per pixel: 1 or 3.
        var count: Int
        /// The values that become black and white.
        var range: SampleRange
        /// For gray with a profile: the sRGB gray for each of 65,536 values; nil for none.
        var curve: [UInt16]?
    }

    /// The conversion of alpha samples.
    struct Alpha {
        /// The index of the alpha sample in a pixel.
        var index: Int
        /// The values for transparent and opaque.
        var range: SampleRange
        /// True when libvips divided premultiplied colors by alpha and rounded down, which is corrected.
        var wasAssociated: Bool
    }

    private let format: VipsBandFormat
    private let samples: Int
    private let color: Color
    private let alpha: Alpha?
    private let layout: PixelLayout
    private let background: [UInt32]?
    private let workMaximum: UInt32
    private let colorTable: [UInt16]
    private let alphaTable: [UInt16]

    /// Creates a converter for pixels of one format, not complex, whose color samples come first.
    ///
    /// Without `alpha`, alpha is dropped or made opaque; without `background`, it is kept.
    init(
        format: VipsBandFormat, samples: Int, color: Color, alpha: Alpha?, background: RGBColor?, layout: PixelLayout
    ) {
        self.format = format
        self.samples = samples
        self.color = color
        self.alpha = alpha
        self.layout = layout
        // Deep samples are blended before they are reduced to 8 bits, so that they are rounded once.
        let deep = layout.depth == .sixteen || (background != nil && vips.pointee.format_sizeof(format) > 1)
        workMaximum = deep ? 65535 : 255
        self.background = background.map { color in
            [color.red, color.green, color.blue].map { UInt32($0) * (deep ? 257 : 1) }
        }
        colorTable = SampleConverter.table(format, color.range, color.curve, maximum: deep ? 65535 : 255)
        alphaTable = alpha.map { SampleConverter.table(format, $0.range, nil, maximum: deep ? 65535 : 255) } ?? []
    }

    /// True when pixels need no conversion.
    var isIdentity: Bool {
        guard background == nil, samples == layout.channels.rawValue, color.count == layout.channels.opaque.rawValue,
            color.curve == nil, color.range == SampleRange(container: format), alpha?.wasAssociated != true,
            alpha.map({ $0.range == SampleRange(container: format) && $0.index == color.count }) ?? true,
            layout.channels.hasAlpha == (alpha != nil)
        else { return false }
        return layout.depth == .eight ? format == VIPS_FORMAT_UCHAR : format == VIPS_FORMAT_USHORT
    }

    /// Converts a row of pixels as libvips delivers them; `scratch` is memory for `width` × 4 values.
    func convert(
        _ source: UnsafeRawPointer, width: Int, scratch: UnsafeMutablePointer<UInt16>,
        to target: UnsafeMutableRawPointer
    ) {
        switch format {
        case VIPS_FORMAT_UCHAR, VIPS_FORMAT_CHAR:
            applyTable(to: source.assumingMemoryBound(to: UInt8.self), width, scratch)
        case VIPS_FORMAT_USHORT, VIPS_FORMAT_SHORT:
            applyTable(to: source.assumingMemoryBound(to: UInt16.self), width, scratch)
        case VIPS_FORMAT_UINT: scale(source.assumingMemoryBound(to: UInt32.self), width, scratch) { Double($0) }
        case VIPS_FORMAT_INT: scale(source.assumingMemoryBound(to: Int32.self), width, scratch) { Double($0) }
        case VIPS_FORMAT_FLOAT: scale(source.assumingMemoryBound(to: Float.self), width, scratch) { Double($0) }
        default: scale(source.assumingMemoryBound(to: Double.self), width, scratch) { $0 }
        }
        if layout.depth == .eight {
            store(scratch, width, to: target.assumingMemoryBound(to: UInt8.self))
        } else {
            store(scratch, width, to: target.assumingMemoryBound(to: UInt16.self))
        }
    }

    /// Intermediate samples per pixel: the colors, and alpha if there is one.
    private var workingSamples: Int { color.count + (alpha == nil ? 0 : 1) }

    /// Converts samples of 8 and 16 bits with a lookup table.
    private func applyTable<Bits: FixedWidthInteger & UnsignedInteger>(
        to source: UnsafePointer<Bits>, _ width: Int, _ scratch: UnsafeMutablePointer<UInt16>
    ) {
        colorTable.withUnsafeBufferPointer { table in
            for x in 0..<width {
                for channel in 0..<color.count {
                    scratch[x * workingSamples + channel] = table[Int(source[x * samples + channel])]
                }
            }
        }
        guard let alpha else { return }
        alphaTable.withUnsafeBufferPointer { table in
            for x in 0..<width {
                scratch[x * workingSamples + color.count] = table[Int(source[x * samples + alpha.index])]
            }
        }
        guard alpha.wasAssociated else { return }
        for x in 0..<width {
            let opacity = UInt64(source[x * samples + alpha.index])
            for channel in 0..<color.count {
                let value = SampleConverter.rounded(
                    UInt64(source[x * samples + channel]), opacity, UInt64(Bits.max))
                scratch[x * workingSamples + channel] = colorTable[Int(value)]
            }
        }
    }

    /// Corrects a color that libvips divided by alpha and truncated: the quotient rounded to nearest.
    ///
    /// The premultiplied value is recovered first: the smallest one whose quotient is at least the truncated one.
    /// libvips divides in single precision, where a quotient just below an integer can become that integer; then the
    /// premultiplied value was one less, which repeating libvips' calculation reveals.
    static func rounded(_ cut: UInt64, _ alpha: UInt64, _ maximum: UInt64) -> UInt64 {
        guard alpha > 0, alpha < maximum else { return cut }
        var stored = (cut * alpha + maximum - 1) / maximum
        if stored > 0, UInt64(Float(maximum) / Float(alpha) * Float(stored)) != cut {
            stored -= 1
        }
        return min(maximum, (stored * maximum + alpha / 2) / alpha)
    }

    /// Converts wider samples one by one.
    private func scale<Sample>(
        _ source: UnsafePointer<Sample>, _ width: Int, _ scratch: UnsafeMutablePointer<UInt16>,
        _ value: (Sample) -> Double
    ) {
        let maximum = Double(workMaximum)
        for x in 0..<width {
            for channel in 0..<color.count {
                let sample = value(source[x * samples + channel])
                scratch[x * workingSamples + channel] = SampleConverter.level(
                    sample, color.range, color.curve, maximum: maximum)
            }
            if let alpha {
                scratch[x * workingSamples + color.count] = alpha.range.scaled(
                    value(source[x * samples + alpha.index]), maximum: maximum)
            }
        }
    }

    /// Composites pixels over the background if there is one, and writes them at the delivered depth.
    private func store<Sample: FixedWidthInteger & UnsignedInteger>(
        _ scratch: UnsafePointer<UInt16>, _ width: Int, to target: UnsafeMutablePointer<Sample>
    ) {
        let channels = layout.channels.rawValue
        let colors = layout.channels.opaque.rawValue
        let narrows = workMaximum > UInt32(Sample.max)
        for x in 0..<width {
            let pixel = scratch + x * workingSamples
            let opacity = alpha == nil ? workMaximum : UInt32(pixel[color.count])
            for channel in 0..<channels {
                var value = opacity
                if channel < colors {
                    value = UInt32(pixel[color.count == 1 ? 0 : channel])
                    if let background, opacity < workMaximum {
                        let below = background[channel] * (workMaximum - opacity)
                        value = (value * opacity + below + workMaximum / 2) / workMaximum
                    }
                }
                target[x * channels + channel] = Sample(truncatingIfNeeded: narrows ? (value + 128) / 257 : value)
            }
        }
    }

    private static func level(_ value: Double, _ range: SampleRange, _ curve: [UInt16]?, maximum: Double) -> UInt16 {
        guard let curve else { return range.scaled(value, maximum: maximum) }
        let level = curve[Int(range.scaled(value, maximum: 65535))]
        return maximum == 65535 ? level : UInt16((UInt32(level) + 128) / 257)
    }

    /// The lookup table of a type of 8 or 16 bits; empty for wider ones.
    private static func table(
        _ format: VipsBandFormat, _ range: SampleRange, _ curve: [UInt16]?, maximum: Double
    ) -> [UInt16] {
        let values: [Double]
        switch format {
        case VIPS_FORMAT_UCHAR: values = (0...UInt8.max).map { Double($0) }
        case VIPS_FORMAT_CHAR: values = (0...UInt8.max).map { Double(Int8(bitPattern: $0)) }
        case VIPS_FORMAT_USHORT: values = (0...UInt16.max).map { Double($0) }
        case VIPS_FORMAT_SHORT: values = (0...UInt16.max).map { Double(Int16(bitPattern: $0)) }
        default: values = []
        }
        return values.map { level($0, range, curve, maximum: maximum) }
    }
}
