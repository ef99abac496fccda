internal import CTIFF
internal import PixelKernels

/// The stored samples of a page that are converted one by one when its rows are read.
struct TIFFConvertedSamples: Sendable {
    /// The type of a sample.
    var type: TIFFSampleType
    /// The stored samples of a pixel.
    var perPixel: Int
    /// The number of color samples of a pixel.
    var colors: Int
    /// The number of planes: the samples of a pixel in a separate planar configuration, else 1.
    var planes: Int
    /// The delivered color of each index; nil for pages without a palette.
    var palette: [UInt16]?
    /// The samples of a color of the palette: 3, or 1 where all of them are gray.
    var paletteChannels = 3
    /// The bits of delivered samples: 8, or 16 for samples of more than 8 bits.
    var deliveredBits: Int { type.bits > 8 ? 16 : 8 }

    /// The bytes of a row of a block in one plane.
    func blockRowBytes(_ width: Int) -> Int { (width * perPixel / planes * type.bits + 7) / 8 }

    /// The value of each bit pattern, of 0 to `maximum`; empty for samples of more than 16 bits, and for indices.
    func table(_ range: SampleRange, maximum: Double) -> [UInt16] {
        guard type.bits <= 16, palette == nil else { return [] }
        return (0..<(1 << type.bits)).map { range.scaled(type.value(UInt64($0)), maximum: maximum) }
    }

    /// The values that become black and white; nil if they are the limits of the pixels, which have to be measured.
    func range(_ options: DecodeOptions, declared: (low: Double, high: Double)?) -> SampleRange? {
        switch options.range {
        case .values(let low, let high): return SampleRange(low: low, high: high)
        case .full: return type.range
        case .auto:
            guard declared != nil || type.number == .floatingPoint else { return type.range }
            if let common = options.commonRange { return SampleRange(common) }
            return declared.map { SampleRange(low: $0.low, high: $0.high) }
        }
    }
}

extension TIFFPage {
    /// The warning about a range in which no sample can be; empty without a reason.
    ///
    /// Any number may be a sample of floating point, and a range changes only those colors of a palette that have 8 bits.
    func emptyRangeWarning(_ options: DecodeOptions) -> [String] {
        guard let type = converted?.type, converted?.palette == nil else {
            return converted == nil || stored.bits == 8 ? options.emptyRangeWarning(bits: stored.bits) : []
        }
        guard type.number != .floatingPoint else { return [] }
        return options.emptyRangeWarning(bits: type.bits, isSigned: type.number == .signed)
    }
}

extension TIFFTags {
    /// The colors of a palette (ColorMap), the channels of each index in turn; nil when it is absent.
    ///
    /// Some writers store values of 8 bits, which libtiff recognizes in the same way. A palette of grays has one channel,
    /// if that is allowed.
    func palette(bits: Int, deliveredBits: Int, allowsGray: Bool) -> (colors: [UInt16], channels: Int)? {
        let count = 1 << bits
        guard var channels = colorMap(count) else { return nil }
        if allowsGray, channels.allSatisfy({ $0 == channels[0] }) { channels = [channels[0]] }
        let isNarrow = channels.allSatisfy { $0.allSatisfy { $0 < 256 } }
        let colors = (0..<count).flatMap { index in
            channels.map { channel -> UInt16 in
                switch (isNarrow, deliveredBits) {
                case (true, 8): channel[index]
                case (true, _): channel[index] * 257
                case (false, 8): channel[index] >> 8
                default: channel[index]
                }
            }
        }
        return (colors, channels.count)
    }
}
