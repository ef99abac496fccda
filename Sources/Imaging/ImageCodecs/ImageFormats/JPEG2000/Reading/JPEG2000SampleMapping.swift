internal import ImageMetadata
internal import PixelKernels

/// The conversion of a channel's stored samples to 8 or 16 bits, with a lookup table: range, sign, palette, inversion.
///
/// Of samples with more than 16 bits the highest 16 are used.
struct JPEG2000SampleMapping: Sendable {
    /// The component.
    let component: Int
    /// The value added to a sample before all else, which makes signed samples positive.
    let offset: Int32
    /// The number of lowest bits that are dropped.
    let shift: Int32
    /// The converted value of each number.
    let table: [UInt16]

    /// Prepares the conversion of a channel so that `black` becomes 0 and `white` becomes `full`.
    ///
    /// - Parameters:
    ///   - channel: the channel; its values are palette entries if it has a palette.
    ///   - black: the value that becomes 0; nil for the lowest.
    ///   - white: the value that becomes `full`; nil for the highest.
    ///   - full: 255 or 65535.
    ///   - curve: the mapping of 16-bit values that is applied last; nil for none.
    init(_ channel: JPEG2000ChannelMap.Channel, black: Double?, white: Double?, full: Int, curve: [UInt16]?) {
        component = channel.component
        let bits = channel.bits
        offset = channel.isSigned ? 1 << Int32(bits - 1) : 0
        shift = Int32(max(0, bits - 16))
        let isSigned = channel.palette?.isSigned ?? channel.isSigned
        let valueBits = channel.channelBits
        let lowest: Double = isSigned ? -Double(1 << (valueBits - 1)) : 0
        let highest = lowest + Double(1 << valueBits - 1)
        let black = black ?? lowest
        let white = white ?? highest
        let count = 1 << min(bits, 16)
        let values: [Double]
        if let palette = channel.palette {
            values = (0..<count).map { Double(palette.entries[min($0, palette.entries.count - 1)]) }
        } else {
            // With dropped bits, the highest number stands for the highest value.
            let scale = (highest - lowest) / Double(count - 1)
            values = (0..<count).map { lowest + Double($0) * scale }
        }
        let top = curve == nil ? Double(full) : 65535
        table = values.map { value in
            let scaled = min(max(((value - black) * top / (white - black)).rounded(), 0), top)
            guard let curve else { return UInt16(scaled) }
            let level = curve[Int(scaled)]
            return full == 65535 ? level : UInt16((UInt32(level) + 128) / 257)
        }
    }

    /// True when samples of 0 to 255 become themselves.
    var isByteIdentity: Bool { offset == 0 && table.count == 256 && table.indices.allSatisfy { table[$0] == $0 } }
    /// True when samples of 0 to 65535 become themselves.
    var isWordIdentity: Bool {
        offset == 0 && shift == 0 && table.count == 65536 && table.indices.allSatisfy { table[$0] == $0 }
    }

    /// Converts a row of samples, and writes each `stride` samples after the one before.
    func apply<Sample: FixedWidthInteger & UnsignedInteger>(
        _ samples: UnsafePointer<Int32>, count: Int, to target: UnsafeMutablePointer<Sample>, stride: Int
    ) {
        table.withUnsafeBufferPointer { table in
            guard let base = table.baseAddress else { return }
            PlanarSamples.look(
                up: samples, count: count, offset: offset, shift: shift, in: base, greatest: Int32(table.count - 1),
                to: target, stride: stride)
        }
    }
}
