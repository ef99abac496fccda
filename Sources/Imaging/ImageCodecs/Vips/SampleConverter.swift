internal import CVips
internal import PixelKernels

/// Turns rows of samples of any type into the delivered layout: range, gray profile, alpha and depth in one pass.
struct SampleConverter {
    /// How color samples become gray or red, green and blue.
    struct Color {
        /// Samples of a pixel that are color: 1 or 3.
        var count: Int
        /// The values that become black and white.
        var range: SampleRange
        /// For gray in a profile of its own: sRGB gray for each of 65536 values; nil leaves values as they are.
        var curve: [UInt16]?
    }

    /// How alpha samples become alpha.
    struct Alpha {
        /// The place of alpha in a pixel.
        var index: Int
        /// The values that mean transparent and opaque.
        var range: SampleRange
        /// Whether colors were divided by alpha and rounded down, which is put right.
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

    /// A converter of pixels of one kind.
    ///
    /// - Parameters:
    ///   - format: the type of the samples; not complex.
    ///   - samples: how many a pixel has.
    ///   - color: which of them are color; they come first.
    ///   - alpha: which of them is alpha; nil leaves alpha out, or makes it opaque.
    ///   - background: the color laid under the image; nil keeps alpha.
    ///   - layout: what is delivered.
    init(
        format: VipsBandFormat, samples: Int, color: Color, alpha: Alpha?, background: RGBColor?, layout: PixelLayout
    ) {
        self.format = format
        self.samples = samples
        self.color = color
        self.alpha = alpha
        self.layout = layout
        // Blending deeper samples is done before they are brought to 8 bits, so that there is one rounding that counts.
        let deep = layout.depth == .sixteen || (background != nil && vips.pointee.format_sizeof(format) > 1)
        workMaximum = deep ? 65535 : 255
        self.background = background.map { color in
            [color.red, color.green, color.blue].map { UInt32($0) * (deep ? 257 : 1) }
        }
        colorTable = SampleConverter.table(format, color.range, color.curve, maximum: deep ? 65535 : 255)
        alphaTable = alpha.map { SampleConverter.table(format, $0.range, nil, maximum: deep ? 65535 : 255) } ?? []
    }

    /// Whether pixels come out as they went in, so that they need not be touched.
    var isIdentity: Bool {
        guard background == nil, samples == layout.channels.rawValue, color.count == layout.channels.opaque.rawValue,
            color.curve == nil, color.range == SampleRange(container: format), alpha?.wasAssociated != true,
            alpha.map({ $0.range == SampleRange(container: format) && $0.index == color.count }) ?? true,
            layout.channels.hasAlpha == (alpha != nil)
        else { return false }
        return layout.depth == .eight ? format == VIPS_FORMAT_UCHAR : format == VIPS_FORMAT_USHORT
    }

    /// Converts a row.
    ///
    /// - Parameters:
    ///   - source: the pixels as libvips delivers them.
    ///   - width: how many there are.
    ///   - scratch: room for `width` × 4 values.
    ///   - target: room for a row of the delivered layout.
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

    /// Samples kept for each pixel in between: the colors, and alpha if there is one.
    private var workingSamples: Int { color.count + (alpha == nil ? 0 : 1) }

    /// Samples of 8 and 16 bits have a table from their bits to what they become.
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

    /// What division by alpha should have given where it was cut off after the point.
    ///
    /// The stored value is found first: the smallest whose quotient is at least the cut one. libvips divides in single
    /// precision, so a quotient just below a whole number can have become that number: then it was the value before,
    /// which shows when libvips' calculation is repeated.
    static func rounded(_ cut: UInt64, _ alpha: UInt64, _ maximum: UInt64) -> UInt64 {
        guard alpha > 0, alpha < maximum else { return cut }
        var stored = (cut * alpha + maximum - 1) / maximum
        if stored > 0, UInt64(Float(maximum) / Float(alpha) * Float(stored)) != cut {
            stored -= 1
        }
        return min(maximum, (stored * maximum + alpha / 2) / alpha)
    }

    /// Wider samples are calculated one by one.
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

    /// Lays the pixels over the background if there is one, and writes them at the delivered depth.
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

    /// What each pattern of bits of a narrow sample becomes; empty for wide ones.
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
