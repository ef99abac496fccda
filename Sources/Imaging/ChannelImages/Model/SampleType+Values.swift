package import ImageMetadata

extension SampleType {
    /// Whether integers have a sign.
    package var isSigned: Bool {
        switch self {
        case .int8, .int16, .int32, .int64: true
        default: false
        }
    }

    /// Converts stored samples to numbers; whole numbers of 64 bits are rounded.
    ///
    /// - Parameters:
    ///   - samples: the first sample, aligned.
    ///   - count: the number of samples.
    ///   - values: room for as many numbers.
    package func convert(_ samples: UnsafeRawPointer, count: Int, to values: UnsafeMutablePointer<Double>) {
        switch self {
        case .uint8: Self.convert(samples, UInt8.self, count, values) { Double($0) }
        case .uint16: Self.convert(samples, UInt16.self, count, values) { Double($0) }
        case .uint32: Self.convert(samples, UInt32.self, count, values) { Double($0) }
        case .uint64: Self.convert(samples, UInt64.self, count, values) { Double($0) }
        case .int8: Self.convert(samples, Int8.self, count, values) { Double($0) }
        case .int16: Self.convert(samples, Int16.self, count, values) { Double($0) }
        case .int32: Self.convert(samples, Int32.self, count, values) { Double($0) }
        case .int64: Self.convert(samples, Int64.self, count, values) { Double($0) }
        case .float32: Self.convert(samples, Float.self, count, values) { Double($0) }
        case .float64: Self.convert(samples, Double.self, count, values) { $0 }
        }
    }

    @inline(__always)
    private static func convert<Sample: BitwiseCopyable>(
        _ samples: UnsafeRawPointer, _: Sample.Type, _ count: Int, _ values: UnsafeMutablePointer<Double>,
        _ number: (Sample) -> Double
    ) {
        let samples = samples.assumingMemoryBound(to: Sample.self)
        for index in 0..<count { values[index] = number(samples[index]) }
    }
}

extension SampleType {
    /// Converts stored samples to alpha of 8 bits.
    ///
    /// - Parameters:
    ///   - samples: the first sample, aligned.
    ///   - count: the number of samples.
    ///   - opaque: the value from which on pixels are opaque; nil for masks, where all are but those of 0.
    ///   - alpha: room for as many bytes.
    package func convertToAlpha(
        _ samples: UnsafeRawPointer, count: Int, opaque: Double?, to alpha: UnsafeMutablePointer<UInt8>
    ) {
        let pieceLength = 1024
        withUnsafeTemporaryAllocation(of: Double.self, capacity: pieceLength) { piece in
            guard let numbers = piece.baseAddress else { return }
            for start in stride(from: 0, to: count, by: pieceLength) {
                let length = min(pieceLength, count - start)
                convert(samples + start * byteCount, count: length, to: numbers)
                for index in 0..<length {
                    guard let opaque else {
                        alpha[start + index] = numbers[index] == 0 ? 0 : 255
                        continue
                    }
                    let value = numbers[index] * 255 / opaque
                    // The comparison is false for NaN.
                    alpha[start + index] = value > 0 ? UInt8(min(value, 255).rounded()) : 0
                }
            }
        }
    }
}

extension NodataValue {
    /// The bytes of a sample with the value, in the machine's byte order; nil if no sample of the type has it.
    package func sample(of type: SampleType) -> [UInt8]? {
        switch type {
        case .float32:
            guard singles != nil else { return nil }
            return withUnsafeBytes(of: Float(number).bitPattern) { Array($0) }
        case .float64: return withUnsafeBytes(of: number.bitPattern) { Array($0) }
        default:
            return pattern(bits: 8 * type.byteCount, isSigned: type.isSigned).map { pattern in
                withUnsafeBytes(of: pattern.littleEndian) { Array($0.prefix(type.byteCount)) }
            }
        }
    }
}

extension ChannelDescription {
    /// The stored values that count as nodata in samples of a type; nil if none can have the value, and for NaN.
    ///
    /// NaN is never valid.
    package func nodataRange(in type: SampleType) -> ClosedRange<Double>? {
        guard let nodata else { return nil }
        switch type {
        case .float32:
            guard case .range(let range) = nodata.singles else { return nil }
            return Double(range.lowerBound)...Double(range.upperBound)
        case .float64:
            guard case .range(let range) = nodata.doubles else { return nil }
            return range
        default:
            guard nodata.pattern(bits: 8 * type.byteCount, isSigned: type.isSigned) != nil else { return nil }
            return nodata.number...nodata.number
        }
    }
}

extension ChannelImageDescription {
    /// The range of stored values: that of the significant bits of unsigned samples, or of the type.
    public var fullRange: ClosedRange<Double> {
        guard let bits = significantBits, !sampleType.isFloatingPoint, !sampleType.isSigned,
            (1..<8 * sampleType.byteCount).contains(bits)
        else { return sampleType.fullRange }
        return 0...Double(UInt64.max >> UInt64(64 - bits))
    }

    /// The name of a channel, or its number counted from 1.
    public func name(ofChannel index: Int) -> String {
        guard channels.indices.contains(index), let name = channels[index].name, !name.isEmpty else {
            return "\(index + 1)"
        }
        return name
    }
}

extension ChannelImageDescription {
    /// Converts stored samples of a channel to real values, and invalid ones to NaN.
    ///
    /// - Parameters:
    ///   - samples: the first sample, aligned.
    ///   - count: the number of samples.
    ///   - channel: the channel.
    ///   - values: room for as many values.
    package func convertToReal(
        _ samples: UnsafeRawPointer, count: Int, ofChannel channel: Int, to values: UnsafeMutablePointer<Double>
    ) {
        let channel = channels[channel]
        sampleType.convert(samples, count: count, to: values)
        if let nodata = channel.nodataRange(in: sampleType) {
            for index in 0..<count where nodata.contains(values[index]) { values[index] = .nan }
        }
        guard channel.scale != 1 || channel.offset != 0 else { return }
        for index in 0..<count { values[index] = values[index] * channel.scale + channel.offset }
    }
}
