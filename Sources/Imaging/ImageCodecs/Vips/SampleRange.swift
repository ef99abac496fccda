internal import CVips

/// The sample values that become black and white.
struct SampleRange: Hashable, Sendable {
    /// The value that becomes black.
    var low: Double
    /// The value that becomes white; different from ``low``, but possibly below it.
    var high: Double

    /// Maps a value to an integer scale: rounded to nearest and clipped; 0 for NaN.
    func scaled(_ value: Double, maximum: Double) -> UInt16 {
        let position = (value - low) / (high - low) * maximum
        guard position > 0 else { return 0 }
        return UInt16(min(position, maximum).rounded())
    }
}

extension SampleRange {
    /// The full range of a sample type; 0…1 for floating point.
    init(container format: VipsBandFormat) {
        switch format {
        case VIPS_FORMAT_UCHAR: self.init(low: 0, high: 255)
        case VIPS_FORMAT_CHAR: self.init(low: -128, high: 127)
        case VIPS_FORMAT_USHORT: self.init(low: 0, high: 65535)
        case VIPS_FORMAT_SHORT: self.init(low: -32768, high: 32767)
        case VIPS_FORMAT_UINT: self.init(low: 0, high: 4_294_967_295)
        case VIPS_FORMAT_INT: self.init(low: -2_147_483_648, high: 2_147_483_647)
        default: self.init(low: 0, high: 1)
        }
    }
}

extension SampleRange {
    /// The range that several images have in common.
    init(_ common: ClosedRange<Double>) {
        self.init(least: common.lowerBound, greatest: common.upperBound)
    }

    /// The range of measured values: extended to 0 and 1 when they are all the same, 0…1 when there are none.
    init(least: Double, greatest: Double) {
        if least < greatest {
            self.init(low: least, high: greatest)
        } else if least.isFinite {
            self.init(low: min(0, least), high: max(1, greatest))
        } else {
            self.init(low: 0, high: 1)
        }
    }
}
