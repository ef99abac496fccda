internal import ImageSources
internal import PixelKernels

/// Maps rows of samples of any type to samples of 8 or 16 bits that use their full range.
///
/// Safe to use from any thread.
struct TIFFSampleMapping: Sendable {
    private let samples: TIFFConvertedSamples
    private let alphaIndex: Int?
    private let color: Kernel
    private let alpha: Kernel
    private let depth: PixelLayout.Depth
    /// True when all samples have the same mapping.
    private let isUniform: Bool

    /// The mapping of one kind of samples.
    private enum Kernel: Sendable {
        /// By a formula, for 32 and 64 bits.
        case formula(SampleMapping)
        /// By bit pattern, for up to 16 bits.
        case table([UInt16])
        /// One by one, for other widths.
        case value(SampleRange)
    }

    /// Prepares the mapping of a page's samples.
    ///
    /// - Parameters:
    ///   - samples: the samples; of a palette, indices.
    ///   - range: the values that become black and white.
    ///   - alphaIndex: the index of alpha in a pixel, which keeps the range of its type.
    ///   - depth: the bits of mapped samples.
    init(_ samples: TIFFConvertedSamples, range: SampleRange, alphaIndex: Int?, depth: PixelLayout.Depth) {
        func kernel(_ range: SampleRange) -> Kernel {
            if let number = samples.type.mappedNumber {
                return .formula(SampleMapping(number, black: range.low, white: range.high, depth: depth))
            }
            let table = samples.table(range, maximum: depth == .eight ? 255 : 65535)
            return table.isEmpty ? .value(range) : .table(table)
        }
        self.samples = samples
        self.alphaIndex = alphaIndex
        self.depth = depth
        isUniform = alphaIndex == nil || range == samples.type.range
        color = kernel(range)
        alpha = kernel(samples.type.range)
    }

    /// Maps a row of one plane, or of all channels if they are interleaved, to the interleaved samples at `target`.
    func apply(_ row: UnsafeRawPointer, plane: Int, width: Int, to target: UnsafeMutableRawPointer) {
        if let palette = samples.palette {
            if depth == .eight {
                look(up: row, palette, width, to: target.assumingMemoryBound(to: UInt8.self))
            } else {
                look(up: row, palette, width, to: target.assumingMemoryBound(to: UInt16.self))
            }
            return
        }
        let channels = samples.perPixel / samples.planes
        let perPixel = samples.perPixel
        if samples.planes == 1, isUniform {
            return map(color, row, 0, step: 1, to: target, 0, step: 1, count: width * channels)
        }
        for channel in 0..<channels {
            let index = plane + channel
            map(
                index == alphaIndex ? alpha : color, row, channel, step: channels, to: target, index, step: perPixel,
                count: width)
        }
    }

    private func map(
        _ kernel: Kernel, _ row: UnsafeRawPointer, _ first: Int, step: Int, to target: UnsafeMutableRawPointer,
        _ firstTarget: Int, step targetStep: Int, count: Int
    ) {
        if case .formula(let mapping) = kernel {
            return mapping.apply(
                row + first * samples.type.bits / 8, step: step, to: target + firstTarget * depth.rawValue / 8,
                targetStep: targetStep, count: count)
        }
        if depth == .eight {
            let target = target.assumingMemoryBound(to: UInt8.self) + firstTarget
            map(kernel, row, first, step, to: target, targetStep, count)
        } else {
            let target = target.assumingMemoryBound(to: UInt16.self) + firstTarget
            map(kernel, row, first, step, to: target, targetStep, count)
        }
    }

    private func map<Sample: FixedWidthInteger>(
        _ kernel: Kernel, _ row: UnsafeRawPointer, _ first: Int, _ step: Int, to target: UnsafeMutablePointer<Sample>,
        _ targetStep: Int, _ count: Int
    ) {
        let type = samples.type
        switch kernel {
        case .formula: break
        case .table(let table):
            table.withUnsafeBufferPointer { table in
                switch type.bits {
                case 8:
                    let row = row.assumingMemoryBound(to: UInt8.self) + first
                    for x in 0..<count {
                        target[x &* targetStep] = Sample(truncatingIfNeeded: table[Int(row[x &* step])])
                    }
                case 16:
                    let row = row.assumingMemoryBound(to: UInt16.self) + first
                    for x in 0..<count {
                        target[x &* targetStep] = Sample(truncatingIfNeeded: table[Int(row[x &* step])])
                    }
                default:
                    for x in 0..<count {
                        let pattern = Int(truncatingIfNeeded: type.pattern(row, first + x * step))
                        target[x * targetStep] = Sample(truncatingIfNeeded: table[pattern])
                    }
                }
            }
        case .value(let range):
            let maximum = Double(Sample.max)
            for x in 0..<count {
                let value = type.value(type.pattern(row, first + x * step))
                target[x * targetStep] = Sample(truncatingIfNeeded: range.scaled(value, maximum: maximum))
            }
        }
    }

    private func look<Sample: FixedWidthInteger>(
        up row: UnsafeRawPointer, _ palette: [UInt16], _ width: Int, to target: UnsafeMutablePointer<Sample>
    ) {
        let bits = samples.type.bits
        let channels = samples.paletteChannels
        let perPixel = samples.perPixel
        let bytes = row.assumingMemoryBound(to: UInt8.self)
        let isPacked = [1, 2, 4, 8].contains(bits)
        palette.withUnsafeBufferPointer { palette in
            for x in 0..<width {
                // The channels of a pixel after the first are not indices.
                let sample = x &* perPixel
                var index: Int
                if isPacked {
                    let shift = 8 &- bits &- (sample &* bits & 7)
                    index = Int(bytes[(sample &* bits) &>> 3]) &>> shift & (1 &<< bits &- 1)
                } else {
                    index = Int(truncatingIfNeeded: samples.type.pattern(row, sample))
                }
                index = index &* channels
                for color in 0..<channels {
                    target[x &* channels &+ color] = Sample(truncatingIfNeeded: palette[index &+ color])
                }
            }
        }
    }
}

extension TIFFConvertedSamples {
    /// Extends a range to the color samples of a row; leaves out NaN and infinity, which often mark missing data.
    ///
    /// Pixels with 0 in `valid` are left out as well.
    func measure(
        _ row: UnsafeRawPointer, plane: Int, width: Int, valid: UnsafePointer<UInt8>?, into range: inout FiniteRange
    ) {
        let channels = perPixel / planes
        let measured = min(channels, colors - plane)
        guard measured > 0 else { return }
        if let valid {
            for x in 0..<width where valid[x] != 0 {
                for channel in 0..<measured { range.insert(type.value(type.pattern(row, x * channels + channel))) }
            }
            return
        }
        if type == .float32, measured == channels { return range.insert(floats: row, count: width * channels) }
        for x in 0..<width {
            for channel in 0..<measured { range.insert(type.value(type.pattern(row, x * channels + channel))) }
        }
    }
}

extension TIFFSampleType {
    /// Floating point of 32 bits.
    static let float32 = TIFFSampleType(number: .floatingPoint, bits: 32)

    /// The type of samples that are mapped by a formula; nil for others.
    var mappedNumber: SampleMapping.Number? {
        switch (number, bits) {
        case (.unsigned, 32): .uint32
        case (.signed, 32): .int32
        case (.unsigned, 64): .uint64
        case (.signed, 64): .int64
        case (.floatingPoint, 32): .float
        case (.floatingPoint, 64): .double
        default: nil
        }
    }
}
