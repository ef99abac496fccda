internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// The conversion of decoded samples, one plane for each component, to delivered pixels.
///
/// Lookup tables make 8 or 16 bits of the samples. Where the colors are gray or sRGB without alpha, the tables give the
/// delivered samples; other pixels are converted to sRGB and finished, a few at a time.
struct JPEG2000PixelConversion: Sendable {
    /// The samples that a row of pixels shows of one channel.
    struct Row {
        /// The first sample.
        var samples: UnsafePointer<Int32>
        /// The number of the sample for each pixel; nil when there is one sample for each.
        var indices: [Int32]?
    }

    /// The layout of the delivered pixels.
    let layout: PixelLayout
    /// The bytes of a delivered pixel, which are more than those of the layout where all samples are delivered as stored.
    let pixelBytes: Int
    /// The number of samples per pixel before conversion: colors and alpha.
    private let samples: Int
    private let mappings: [JPEG2000SampleMapping]
    /// The depth that the lookup tables give.
    private let depth: PixelLayout.Depth
    private let colors: JPEG2000ColorConversion
    private let isPremultiplied: Bool
    /// The last steps; nil when the tables give the delivered samples.
    private let finishing: RowFinishing?
    private let isIdentity: Bool

    /// The pixels converted at a time.
    private static let pieceLength = 1024
    /// The maximum samples of a pixel: CMYK and alpha.
    private static let largestPixel = 5

    /// Prepares the conversion of the channels that `map` names, with the plan of their colors.
    ///
    /// - Throws: ``CodecError`` when the requested range is invalid.
    init(
        _ map: JPEG2000ChannelMap, _ plan: JPEG2000ColorPlan, options: DecodeOptions, file: String
    ) throws {
        let range = try options.requestedRange(file: file)
        let isDeep = map.channels.contains { $0.channelBits > 8 }
        samples = map.channels.count
        isPremultiplied = map.isPremultiplied
        colors = plan.conversion
        var isPlain = map.alpha == nil
        if case .none = colors {} else { isPlain = false }
        depth = isDeep && (!isPlain || options.depth == .sixteen) ? .sixteen : .eight
        let full = depth == .sixteen ? 65535 : 255

        // The range of premultiplied colors and of YCbCr is that of the colors that they become.
        var isRangeLast = map.isPremultiplied
        if case .ycc = colors { isRangeLast = true }
        mappings =
            map.colors.enumerated().map { number, channel in
                var (black, white) = JPEG2000ColorPlan.range(
                    of: channel, in: map.colorSpace, isChroma: number > 0, full: Double(full))
                if let range, !isRangeLast {
                    let isInverted = (black ?? 0) > (white ?? 1)
                    (black, white) = isInverted ? (range.high, range.low) : range
                }
                return JPEG2000SampleMapping(channel, black: black, white: white, full: full, curve: plan.curve)
            } + (map.alpha.map { [JPEG2000SampleMapping($0, black: nil, white: nil, full: full, curve: nil)] } ?? [])

        guard !isPlain else {
            layout = PixelLayout(map.colors.count == 1 ? .gray : .rgb, depth)
            finishing = nil
            pixelBytes = layout.bytesPerPixel
            isIdentity =
                depth == .eight
                ? mappings.allSatisfy(\.isByteIdentity) : mappings.allSatisfy(\.isWordIdentity)
            return
        }
        let count = plan.deliversColor(map) ? 3 : 1
        var stored = StoredSampleFormat(
            bits: depth.rawValue, samplesPerPixel: count + (map.alpha == nil ? 0 : 1), hasColor: count == 3)
        stored.alphaIndex = map.alpha == nil ? nil : count
        var black = 0.0
        var white = Double(full)
        if let range, isRangeLast, let first = map.colors.first {
            let scale = white / Double(1 << first.channelBits - 1)
            black = range.low * scale
            white = range.high * scale
        }
        let finishing = RowFinishing(
            stored, black: black, white: white, depth: options.depth, background: plan.background)
        layout = finishing.layout
        pixelBytes = layout.bytesPerPixel
        self.finishing = finishing
        isIdentity = false
    }

    /// Prepares the delivery of samples as they are stored, in 8 or 16 bits; signed ones above the middle of these.
    ///
    /// Of samples with more than 16 bits the highest 16 are delivered.
    init(storing map: JPEG2000ChannelMap) {
        let isDeep = map.channels.contains { $0.channelBits > 8 }
        let depth = isDeep ? PixelLayout.Depth.sixteen : .eight
        let full = isDeep ? 65535 : 255
        // All channels have the same precision, and share a table.
        let shared = map.channels.first.map { channel in
            let isReduced = channel.bits > depth.rawValue
            let lowest = channel.isSigned ? -Double(full / 2 + 1) : 0
            return JPEG2000SampleMapping(
                channel, black: isReduced ? nil : lowest, white: isReduced ? nil : lowest + Double(full), full: full,
                curve: nil)
        }
        mappings = map.channels.compactMap { _ in shared }
        self.depth = depth
        layout = PixelLayout(.gray, depth)
        samples = map.channels.count
        // Checked: at most 16,384 components.
        pixelBytes = samples * depth.rawValue / 8
        colors = .none
        isPremultiplied = false
        finishing = nil
        isIdentity = depth == .eight ? mappings.allSatisfy(\.isByteIdentity) : mappings.allSatisfy(\.isWordIdentity)
    }

    /// Fills missing pixels: transparent or middle gray; 0 where samples are delivered as stored.
    func fillBlank(_ size: PixelSize, at start: UnsafeMutableRawPointer, stride: Int) {
        guard pixelBytes != layout.bytesPerPixel else { return layout.fillBlank(size, at: start, stride: stride) }
        for row in 0..<size.height {
            UnsafeMutableRawBufferPointer(start: start + row * stride, count: size.width * pixelBytes)
                .initializeMemory(as: UInt8.self, repeating: 0)
        }
    }

    /// Converts a row of `count` pixels; there is one row of samples for each channel.
    func convert(_ rows: [Row], count: Int, to target: UnsafeMutableRawPointer) {
        if isIdentity, rows.allSatisfy({ $0.indices == nil }) {
            PlanarSamples.interleave(
                rows.map(\.samples), count: count, greatest: depth == .eight ? 255 : 65535, into: target)
        } else if depth == .eight {
            convert(rows, count: count, to: target, through: UInt8.self)
        } else {
            convert(rows, count: count, to: target, through: UInt16.self)
        }
    }

    private func convert<Sample: FixedWidthInteger & UnsignedInteger>(
        _ rows: [Row], count: Int, to target: UnsafeMutableRawPointer, through type: Sample.Type
    ) {
        let room = Self.pieceLength * Self.largestPixel
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.pieceLength) { gathered in
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * room + 2 * Self.pieceLength) { memory in
                guard let base = memory.baseAddress else { return }
                let first = UnsafeMutableRawPointer(base).assumingMemoryBound(to: Sample.self)
                let second = UnsafeMutableRawPointer(base + room).assumingMemoryBound(to: Sample.self)
                for start in stride(from: 0, to: count, by: Self.pieceLength) {
                    let length = min(Self.pieceLength, count - start)
                    let place = target + start * pixelBytes
                    let pixels = finishing == nil ? place.assumingMemoryBound(to: Sample.self) : first
                    gather(rows, start..<start + length, through: gathered, into: pixels)
                    guard let finishing else { continue }
                    let converted = convertColors(pixels, to: second, count: length)
                    finishing.convert(converted, to: place, count: length, scratch: base + 2 * room)
                }
            }
        }
    }

    /// Interleaves the samples of some pixels through the lookup tables.
    private func gather<Sample: FixedWidthInteger & UnsignedInteger>(
        _ rows: [Row], _ range: Range<Int>, through gathered: UnsafeMutableBufferPointer<Int32>,
        into pixels: UnsafeMutablePointer<Sample>
    ) {
        for (number, (row, mapping)) in zip(rows, mappings).enumerated() {
            var samples = row.samples + range.lowerBound
            if let indices = row.indices, let base = gathered.baseAddress {
                for x in 0..<range.count {
                    gathered[x] = row.samples[Int(indices[range.lowerBound + x])]
                }
                samples = UnsafePointer(base)
            }
            mapping.apply(samples, count: range.count, to: pixels + number, stride: self.samples)
        }
    }

    /// Converts pixels to sRGB or gray with straight alpha.
    private func convertColors<Sample: FixedWidthInteger & UnsignedInteger>(
        _ pixels: UnsafeMutablePointer<Sample>, to target: UnsafeMutablePointer<Sample>, count: Int
    ) -> UnsafeMutablePointer<Sample> {
        if case .ycc = colors {
            let converted = colors.convert(pixels, to: target, count: count, samples: samples)
            if isPremultiplied { Self.unpremultiply(converted, count: count, samples: samples) }
            return converted
        }
        if isPremultiplied { Self.unpremultiply(pixels, count: count, samples: samples) }
        return colors.convert(pixels, to: target, count: count, samples: samples)
    }

    /// Divides colors by alpha, the last sample: round(c · full ÷ a), 0 where alpha is 0.
    private static func unpremultiply<Sample: FixedWidthInteger & UnsignedInteger>(
        _ pixels: UnsafeMutablePointer<Sample>, count: Int, samples: Int
    ) {
        let full = UInt64(Sample.max)
        for pixel in 0..<count {
            let sample = pixels + pixel * samples
            let alpha = UInt64(sample[samples - 1])
            if alpha == full { continue }
            for channel in 0..<samples - 1 {
                let value = alpha == 0 ? 0 : (UInt64(sample[channel]) * full + alpha / 2) / alpha
                sample[channel] = Sample(truncatingIfNeeded: min(value, full))
            }
        }
    }
}

extension JPEG2000ChannelMap {
    /// The bits of the colors, if they are more than 8 and less than 16, and 0 and the greatest integer are black and white.
    var narrowBits: Int? {
        let isPlain = colorSpace == .gray(isInverted: false) || colorSpace == .rgb
        guard isPlain, !isPremultiplied, let bits = colors.first?.channelBits, (9..<16).contains(bits),
            colors.allSatisfy({ $0.channelBits == bits && !($0.palette?.isSigned ?? $0.isSigned) })
        else { return nil }
        return bits
    }

    /// The warning about a range in which no sample can be; empty without a reason.
    func emptyRangeWarning(_ options: DecodeOptions) -> [String] {
        guard let color = colors.first else { return [] }
        // The range of premultiplied colors and of YCbCr is that of the colors that they become.
        var isConverted = isPremultiplied
        if case .ycc = colorSpace { isConverted = true }
        let isSigned = color.palette?.isSigned ?? color.isSigned
        return options.emptyRangeWarning(bits: color.channelBits, isSigned: isSigned && !isConverted)
    }
}
