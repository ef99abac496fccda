internal import CPixelKernels
internal import Glibc

/// A layer of ``ChannelMixer`` in the numbers of its loops.
struct MixingLayer: Sendable {
    /// Whether the loops take the stored samples; others are mapped to positions beforehand.
    let isDirect: Bool
    /// Whether samples can be invalid.
    let hasInvalid: Bool
    private let low: Double
    private let scale: Double
    private let color: SIMD3<Float>
    private let nodata: ClosedRange<Double>?
    /// The index of the curve; nil if parts are the positions themselves.
    private let curve: Int?

    /// The number of parts of a curve, which is for positions in 65535ths.
    static let curveLength = 65536

    /// Whether a gamma changes positions.
    static func isCurved(_ gamma: Double) -> Bool { gamma != 1 && gamma > 0 && gamma.isFinite }

    /// The parts of a curve: the powers of its positions.
    static func curve(_ gamma: Double) -> [Float] {
        (0..<curveLength).map { Float(pow(Double($0) / 65535, gamma)) }
    }

    init(_ layer: ChannelMixer.Layer, _ number: ChannelMixer.Number, curve: Int?) {
        low = layer.range.lowerBound
        scale = 1 / (layer.range.upperBound - layer.range.lowerBound)
        color = SIMD3(Float(layer.color.x), Float(layer.color.y), Float(layer.color.z))
        nodata = layer.nodata
        self.curve = curve
        hasInvalid = number == .float32 || number == .float64 || nodata != nil
        isDirect = number == .uint8 || number == .uint16 || number == .float32
    }

    /// The layer of stored samples.
    func direct(
        _ samples: UnsafeRawPointer, _ number: ChannelMixer.Number, _ curves: UnsafePointer<Float>?
    ) -> tk_mix_layer {
        var layer = tk_mix_layer()
        layer.number = number == .uint8 ? TK_MIX_UINT8 : number == .uint16 ? TK_MIX_UINT16 : TK_MIX_FLOAT
        layer.nodata_low = nodata.map { Float($0.lowerBound) } ?? .infinity
        layer.nodata_high = nodata.map { Float($0.upperBound) } ?? -.infinity
        layer.low = Float(low)
        layer.scale = Float(scale)
        complete(&layer, samples, curves)
        return layer
    }

    /// The layer of positions that ``map(_:_:count:to:)`` made.
    func mapped(_ positions: UnsafePointer<Float>, _ curves: UnsafePointer<Float>?) -> tk_mix_layer {
        var layer = tk_mix_layer()
        layer.number = TK_MIX_FLOAT
        layer.nodata_low = .infinity
        layer.nodata_high = -.infinity
        layer.scale = 1
        complete(&layer, positions, curves)
        return layer
    }

    private func complete(_ layer: inout tk_mix_layer, _ samples: UnsafeRawPointer, _ curves: UnsafePointer<Float>?) {
        layer.samples = samples
        layer.has_invalid = hasInvalid ? 1 : 0
        layer.red = color.x
        layer.green = color.y
        layer.blue = color.z
        guard let curve, let curves else { return }
        layer.curve = curves + curve * Self.curveLength
    }

    /// Makes the positions of stored samples: 0...1, or NaN for invalid ones.
    func map(
        _ samples: UnsafeRawPointer, _ number: ChannelMixer.Number, count: Int,
        to positions: UnsafeMutablePointer<Float>
    ) {
        switch number {
        case .uint8: map(samples, UInt8.self, count, positions) { Double($0) }
        case .uint16: map(samples, UInt16.self, count, positions) { Double($0) }
        case .uint32: map(samples, UInt32.self, count, positions) { Double($0) }
        case .uint64: map(samples, UInt64.self, count, positions) { Double($0) }
        case .int8: map(samples, Int8.self, count, positions) { Double($0) }
        case .int16: map(samples, Int16.self, count, positions) { Double($0) }
        case .int32: map(samples, Int32.self, count, positions) { Double($0) }
        case .int64: map(samples, Int64.self, count, positions) { Double($0) }
        case .float32: map(samples, Float.self, count, positions) { Double($0) }
        case .float64: map(samples, Double.self, count, positions) { $0 }
        }
    }

    @inline(__always)
    private func map<Sample: BitwiseCopyable>(
        _ samples: UnsafeRawPointer, _: Sample.Type, _ count: Int, _ positions: UnsafeMutablePointer<Float>,
        _ number: (Sample) -> Double
    ) {
        let samples = samples.assumingMemoryBound(to: Sample.self)
        let first = nodata?.lowerBound ?? .infinity
        let last = nodata?.upperBound ?? -.infinity
        for x in 0..<count {
            let value = number(samples[x])
            let position = (value - low) * scale
            // Comparisons are false for NaN.
            let clipped = position > 0 ? (position < 1 ? position : 1) : 0
            let isInvalid = value.isNaN || (value >= first && value <= last)
            positions[x] = isInvalid ? .nan : Float(clipped)
        }
    }
}
