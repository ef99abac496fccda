internal import CPixelKernels

/// Mixes rows of stored samples of several channels to pixels.
///
/// A channel's part is its value's position in a range, clipped to 0...1 and raised to gamma; the part of invalid samples is 0.
/// Parts are multiplied by the channels' colors, added in the order of the layers, clipped at 255 and rounded to the nearest,
/// halves up. Sums are numbers of 32 bits, without fused operations, so every processor makes the same bytes. Positions are
/// numbers of 32 bits for unsigned samples of 8 and 16 bits and for `float32`. Others are numbers of 64 bits that are rounded
/// to 32. Gammas other than 1 are looked up by the nearest position in steps of 1/65535.
///
/// NaN and the no-data value are invalid. A pixel whose samples are all invalid is transparent, and black in formats without
/// alpha; all other pixels are opaque.
package struct ChannelMixer: Sendable {
    /// The types of samples, in the machine's byte order.
    package enum Number: Sendable, CaseIterable {
        case uint8, uint16, uint32, uint64
        case int8, int16, int32, int64
        case float32, float64
    }

    /// A channel that is mixed.
    package struct Layer: Hashable, Sendable {
        /// The values that become 0 and full; if they are equal, all values above become full.
        package var range: ClosedRange<Double>
        /// The exponent of positions; positive.
        package var gamma: Double
        /// The color of full: red, green, blue.
        package var color: SIMD3<UInt8>
        /// The values that are invalid; nil if all but NaN are valid.
        package var nodata: ClosedRange<Double>?

        /// Creates a layer.
        package init(
            range: ClosedRange<Double>, gamma: Double = 1, color: SIMD3<UInt8>, nodata: ClosedRange<Double>? = nil
        ) {
            self.range = range
            self.gamma = gamma
            self.color = color
            self.nodata = nodata
        }
    }

    /// The forms of mixed pixels.
    package enum Format: Sendable, CaseIterable {
        /// Premultiplied words 0xAARRGGBB, aligned.
        case argb
        /// Bytes in the order of the name; gray is the blue component.
        case rgba, rgb, gray, grayAlpha

        /// The bytes from one pixel to the next.
        package var bytesPerPixel: Int {
            switch self {
            case .argb, .rgba: 4
            case .rgb: 3
            case .gray: 1
            case .grayAlpha: 2
            }
        }
    }

    /// The number of pixels that are mixed at a time.
    static let pieceLength = 512

    /// Whether all pixels are opaque: a channel of integers has no invalid samples.
    package let isOpaque: Bool
    private let number: Number
    private let layers: [MixingLayer]
    /// The distinct gammas of the layers that are curves, and the curves, one after the other.
    private let gammas: [Double]
    private let curves: [Float]
    /// The colors of a scale as opaque words; nil for colors of the layers.
    private let palette: [UInt32]?

    /// Prepares the mixing of channels.
    ///
    /// - Parameters:
    ///   - layers: the channels, in the order in which they are added.
    ///   - number: the type of all samples.
    ///   - other: a mixing whose curves are taken over for equal gammas; nil for none.
    package init(_ layers: [Layer], of number: Number, reusing other: ChannelMixer? = nil) {
        self.init(layers, number, palette: nil, reusing: other)
    }

    /// Prepares the colors of one channel by a scale.
    ///
    /// A value's index is its position times 255, rounded to the nearest, halves up.
    ///
    /// - Parameters:
    ///   - layer: the channel; its color is not used.
    ///   - number: the type of samples.
    ///   - colors: the 256 colors of the scale: red, green, blue.
    ///   - other: a mixing whose curves are taken over for equal gammas; nil for none.
    package init(_ layer: Layer, of number: Number, colors: [SIMD3<UInt8>], reusing other: ChannelMixer? = nil) {
        precondition(colors.count == 256, "a scale has 256 colors")
        var layer = layer
        layer.color = SIMD3(repeating: 255)
        let palette = colors.map { 0xFF00_0000 | UInt32($0.x) << 16 | UInt32($0.y) << 8 | UInt32($0.z) }
        self.init([layer], number, palette: palette, reusing: other)
    }

    private init(_ layers: [Layer], _ number: Number, palette: [UInt32]?, reusing other: ChannelMixer?) {
        let gammas = Set(layers.map(\.gamma).filter(MixingLayer.isCurved)).sorted()
        self.number = number
        self.layers = layers.map { MixingLayer($0, number, curve: gammas.firstIndex(of: $0.gamma)) }
        self.gammas = gammas
        if let other, other.gammas == gammas {
            curves = other.curves
        } else {
            curves = gammas.flatMap { other?.curve(of: $0) ?? MixingLayer.curve($0) }
        }
        self.palette = palette
        isOpaque = layers.isEmpty || self.layers.contains { !$0.hasInvalid }
    }

    private func curve(of gamma: Double) -> [Float]? {
        gammas.firstIndex(of: gamma).map { index in
            Array(curves[index * MixingLayer.curveLength..<(index + 1) * MixingLayer.curveLength])
        }
    }

    /// Mixes the pixels of a row.
    ///
    /// - Parameters:
    ///   - rows: the first sample of each layer's row, aligned.
    ///   - count: the number of pixels.
    ///   - target: room for as many pixels of the format, apart from the samples.
    ///   - format: the form of pixels.
    package func mix(
        _ rows: [UnsafeRawPointer], count: Int, to target: UnsafeMutableRawPointer, as format: Format
    ) {
        mix(rows, count: count, to: target, as: format, isPortable: false)
    }

    /// Mixes premultiplied pixels, 0xAARRGGBB, with the alpha that a file states beside the samples.
    ///
    /// - Parameters:
    ///   - rows: the first sample of each layer, aligned.
    ///   - alpha: a byte for each pixel; nil if the file states none.
    ///   - pixels: room for the pixels, as many as each layer has samples.
    package func mix(
        _ rows: [UnsafeRawPointer], alpha: UnsafeRawPointer?, into pixels: UnsafeMutableBufferPointer<UInt32>
    ) {
        guard let target = pixels.baseAddress else { return }
        mix(rows, count: pixels.count, to: UnsafeMutableRawPointer(target), as: .argb)
        guard let alpha else { return }
        Blending.keep(target, coverage: alpha.assumingMemoryBound(to: UInt8.self), count: pixels.count)
    }

    /// The same for any processor.
    func mixPortable(
        _ rows: [UnsafeRawPointer], count: Int, to target: UnsafeMutableRawPointer, as format: Format
    ) {
        mix(rows, count: count, to: target, as: format, isPortable: true)
    }

    private func mix(
        _ rows: [UnsafeRawPointer], count: Int, to target: UnsafeMutableRawPointer, as format: Format,
        isPortable: Bool
    ) {
        precondition(rows.count == layers.count, "each layer has a row")
        curves.withUnsafeBufferPointer { curves in
            mixPieces(rows, curves.baseAddress, count: count, to: target, as: format, isPortable: isPortable)
        }
    }

    private func mixPieces(
        _ rows: [UnsafeRawPointer], _ curves: UnsafePointer<Float>?, count: Int, to target: UnsafeMutableRawPointer,
        as format: Format, isPortable: Bool
    ) {
        let mapped = layers.count { !$0.isDirect }
        withUnsafeTemporaryAllocation(of: tk_mix_layer.self, capacity: layers.count) { sources in
            withUnsafeTemporaryAllocation(of: Float.self, capacity: mapped * Self.pieceLength) { positions in
                withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.pieceLength) { pixels in
                    guard let buffer = pixels.baseAddress else { return }
                    for start in stride(from: 0, to: count, by: Self.pieceLength) {
                        let length = min(Self.pieceLength, count - start)
                        let output = target + start * format.bytesPerPixel
                        prepare(sources, rows, curves, from: start, count: length, positions.baseAddress)
                        let layers = UnsafeBufferPointer(sources)
                        guard let palette else {
                            Self.mix(layers, length, to: output, format, isPortable: isPortable)
                            continue
                        }
                        Self.mix(layers, length, to: buffer, .argb, isPortable: isPortable)
                        Self.color(buffer, palette, count: length)
                        Self.store(buffer, count: length, to: output, format)
                    }
                }
            }
        }
    }

    /// Points the layers to the samples of a piece, or to positions that are made of them.
    private func prepare(
        _ sources: UnsafeMutableBufferPointer<tk_mix_layer>, _ rows: [UnsafeRawPointer],
        _ curves: UnsafePointer<Float>?, from start: Int, count: Int, _ positions: UnsafeMutablePointer<Float>?
    ) {
        var next = positions
        for (index, layer) in layers.enumerated() {
            let samples = rows[index] + start * number.byteCount
            guard !layer.isDirect, let room = next else {
                sources.initializeElement(at: index, to: layer.direct(samples, number, curves))
                continue
            }
            layer.map(samples, number, count: count, to: room)
            sources.initializeElement(at: index, to: layer.mapped(room, curves))
            next = room + Self.pieceLength
        }
    }

    private static func mix(
        _ layers: UnsafeBufferPointer<tk_mix_layer>, _ count: Int, to target: UnsafeMutableRawPointer, _ format: Format,
        isPortable: Bool
    ) {
        var made = 0
        if !isPortable {
            let output = target.assumingMemoryBound(to: UInt8.self)
            made = tk_mix_channels(layers.baseAddress, layers.count, format.code, count, output)
        }
        mixPortable(layers, made..<count, to: target + made * format.bytesPerPixel, format)
    }

    /// Replaces gray pixels by the colors of a scale, and leaves transparent ones.
    private static func color(_ pixels: UnsafeMutablePointer<UInt32>, _ palette: [UInt32], count: Int) {
        palette.withUnsafeBufferPointer { palette in
            for x in 0..<count {
                let isVisible = UInt32(bitPattern: Int32(bitPattern: pixels[x]) >> 31)
                pixels[x] = palette[Int(pixels[x] & 255)] & isVisible
            }
        }
    }
}

extension ChannelMixer.Format {
    /// The format for the vector kernel.
    fileprivate var code: tk_mix_format {
        switch self {
        case .argb: TK_MIX_ARGB
        case .rgba: TK_MIX_RGBA
        case .rgb: TK_MIX_RGB
        case .gray: TK_MIX_GRAY
        case .grayAlpha: TK_MIX_GRAY_ALPHA
        }
    }
}

extension ChannelMixer.Number {
    /// The bytes of a sample.
    package var byteCount: Int {
        switch self {
        case .uint8, .int8: 1
        case .uint16, .int16: 2
        case .uint32, .int32, .float32: 4
        case .uint64, .int64, .float64: 8
        }
    }
}
