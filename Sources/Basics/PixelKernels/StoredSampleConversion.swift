internal import CPixelKernels

/// Converts rows of samples from the form in files to the delivered form.
///
/// Stored samples have 1 to 16 bits, packed or not, in either byte order, with any number of extra samples. Delivered samples
/// have a ``PixelLayout``. A value between black and white becomes round((v − black) · full ÷ (white − black)), clamped, where
/// full is 255 or 65535. Alpha is opaque at the greatest value of its bits. The work is done in pieces that stay in the
/// first-level cache. The only memory held is a table of up to 128 KB, for ranges that have no formula.
package struct StoredSampleConversion: Sendable {
    /// The layout of the delivered pixels in memory: 8 bits a sample unless 16 were asked for and the stored ones have more
    /// than 8.
    package let layout: PixelLayout
    /// Whether delivered rows have the same bytes as stored ones, so that no conversion is necessary.
    package let isIdentity: Bool

    let stored: StoredSampleFormat
    /// Whether every sample is one of 16 bits that becomes the nearest one of 8 bits.
    private let isNarrowing: Bool
    private let color: Mapping
    private let alpha: Mapping

    /// The number of pixels converted at a time: with four samples of 16 bits they fill 4 KB.
    private static let pieceLength = 512

    /// Prepares the conversion of rows of `stored` samples.
    ///
    /// - Parameters:
    ///   - stored: the layout of the samples in the file.
    ///   - black: the value that becomes 0, after inversion if the samples are inverted.
    ///   - white: the value that becomes full; it may be below `black`.
    ///   - depth: the largest delivered depth.
    package init(_ stored: StoredSampleFormat, black: Double, white: Double, depth: PixelLayout.Depth) {
        precondition(white != black, "black and white differ")
        precondition((1...16).contains(stored.bits), "samples have 1 to 16 bits")
        let greatest = Double((1 << stored.bits) - 1)
        self.stored = stored
        let depth = stored.bits > 8 ? depth : .eight
        layout = PixelLayout(stored.channels, depth)
        color = Mapping(
            bits: stored.bits, isInverted: stored.isInverted, black: black, white: white, depth: depth)
        alpha = Mapping(bits: stored.bits, isInverted: false, black: 0, white: greatest, depth: depth)
        let isDirect = stored.bits == 8 || (stored.bits == 16 && !stored.isByteSwapped)
        isNarrowing =
            stored.bits == 16 && isDirect && color == .narrowing && (!stored.channels.hasAlpha || alpha == .narrowing)
            && !stored.isPremultiplied && stored.samplesPerPixel == stored.channels.rawValue
        isIdentity =
            isDirect && color == .identity && (!stored.channels.hasAlpha || alpha == .identity)
            && !stored.isPremultiplied && stored.samplesPerPixel == stored.channels.rawValue
    }

    /// Converts the pixels of a row.
    ///
    /// - Parameters:
    ///   - source: the first byte of the stored row, with any alignment; ``StoredSampleFormat/rowBytes(_:)`` bytes are read.
    ///   - target: room for `count` delivered pixels, aligned to their samples.
    ///   - count: the number of pixels.
    package func convert(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
        if isNarrowing {
            let target = target.assumingMemoryBound(to: UInt8.self)
            return tk_narrow_samples(source, target, count * stored.samplesPerPixel)
        }
        let room = Self.pieceLength * stored.samplesPerPixel
        func pieces<Sample: SampleValue>(of type: Sample.Type) {
            withUnsafeTemporaryAllocation(of: Sample.self, capacity: room) { buffer in
                guard let samples = buffer.baseAddress else { return }
                for start in stride(from: 0, to: count, by: Self.pieceLength) {
                    let length = min(Self.pieceLength, count - start)
                    // 512 pixels fill whole bytes whatever the number of bits.
                    let piece = source + start * stored.samplesPerPixel * stored.bits / 8
                    unpack(piece, into: samples, count: length * stored.samplesPerPixel)
                    selectChannels(samples, count: length)
                    if stored.isPremultiplied {
                        unpremultiply(samples, count: length)
                    }
                    deliver(samples, to: target + start * layout.bytesPerPixel, count: length)
                }
            }
        }
        if stored.bits <= 8 {
            pieces(of: UInt8.self)
        } else {
            pieces(of: UInt16.self)
        }
    }

    /// Drops the samples that are not delivered, in place.
    private func selectChannels<Sample: SampleValue>(_ samples: UnsafeMutablePointer<Sample>, count: Int) {
        let channels = stored.channels.rawValue
        let perPixel = stored.samplesPerPixel
        guard perPixel != channels else { return }
        let last = stored.alphaIndex ?? (channels - 1)
        for pixel in 0..<count {
            let from = samples + pixel * perPixel
            let to = samples + pixel * channels
            for channel in 0..<channels - 1 {
                to[channel] = from[channel]
            }
            to[channels - 1] = from[last]
        }
    }

    /// Divides color by alpha, in place: round(c · greatest ÷ a), 0 where alpha is 0.
    private func unpremultiply<Sample: SampleValue>(_ samples: UnsafeMutablePointer<Sample>, count: Int) {
        let channels = stored.channels.rawValue
        let greatest = UInt32((1 << stored.bits) - 1)
        for pixel in 0..<count {
            let sample = samples + pixel * channels
            let alpha = UInt32(sample[channels - 1])
            if alpha == greatest { continue }
            for channel in 0..<channels - 1 {
                // At most 65535² + 32767, which fits.
                let value = alpha == 0 ? 0 : (UInt32(sample[channel]) &* greatest &+ alpha / 2) / alpha
                sample[channel] = Sample(truncatingIfNeeded: min(value, greatest))
            }
        }
    }

    private func deliver<Sample: SampleValue>(
        _ samples: UnsafeMutablePointer<Sample>, to target: UnsafeMutableRawPointer, count: Int
    ) {
        let channels = stored.channels.rawValue
        switch layout.depth {
        case .eight: deliver(samples, to: target.assumingMemoryBound(to: UInt8.self), count * channels)
        case .sixteen: deliver(samples, to: target.assumingMemoryBound(to: UInt16.self), count * channels)
        }
    }

    private func deliver<Sample: SampleValue, Delivered: SampleValue>(
        _ samples: UnsafeMutablePointer<Sample>, to target: UnsafeMutablePointer<Delivered>, _ count: Int
    ) {
        color.apply(samples, to: target, count: count)
        let channels = stored.channels.rawValue
        // Where both mappings are the same, alpha has been mapped with the color.
        guard stored.channels.hasAlpha, alpha != color else { return }
        alpha.apply(
            samples + (channels - 1), to: target + (channels - 1), count: count / channels, stride: channels)
    }
}

/// The layout of a pixel's samples in a file: interleaved, color first, then extra ones.
package struct StoredSampleFormat: Hashable, Sendable {
    /// The number of bits of a sample, 1 to 16.
    ///
    /// Samples of other sizes than 8 and 16 bits are packed, the first in the highest bits.
    package var bits: Int
    /// The number of samples from one pixel to the next, extra ones included.
    package var samplesPerPixel: Int
    /// Whether the first sample or the first three are the color.
    package var hasColor: Bool
    /// The index of the alpha sample; nil when there is none, or none is wanted.
    package var alphaIndex: Int?
    /// Whether color has been multiplied by alpha.
    package var isPremultiplied = false
    /// Whether 0 is white.
    package var isInverted = false
    /// Whether the byte order of 16-bit samples differs from the machine's.
    package var isByteSwapped = false

    /// Creates a format without alpha, not inverted, in the machine's byte order.
    package init(bits: Int, samplesPerPixel: Int, hasColor: Bool) {
        self.bits = bits
        self.samplesPerPixel = samplesPerPixel
        self.hasColor = hasColor
    }

    /// The delivered channels.
    package var channels: PixelLayout.Channels {
        switch (hasColor, alphaIndex != nil) {
        case (false, false): .gray
        case (false, true): .grayAlpha
        case (true, false): .rgb
        case (true, true): .rgba
        }
    }

    /// The number of bytes of a row of `width` pixels; rows start at whole bytes.
    package func rowBytes(_ width: Int) -> Int { (width * samplesPerPixel * bits + 7) / 8 }
}

/// The two widths that samples have while they are converted.
protocol SampleValue: FixedWidthInteger & UnsignedInteger & BitwiseCopyable {}
extension UInt8: SampleValue {}
extension UInt16: SampleValue {}
