internal import ChannelImages

/// Takes the samples of one channel out of stored rows, and widens them.
struct TIFFChannelSamples: Sendable {
    /// The type of stored samples.
    let type: TIFFSampleType
    /// The stored samples of a pixel.
    let samplesPerPixel: Int
    /// The position of the channel among them.
    let sample: Int

    /// Whether rows are copied as they are.
    var isIdentity: Bool { samplesPerPixel == 1 && [8, 16, 32, 64].contains(type.bits) && !isHalf }

    private var isHalf: Bool { type.number == .floatingPoint && type.bits == 16 }

    /// The values of 16-bit floating-point numbers by their bits.
    private static let halves: [Float] = {
        let type = TIFFSampleType(number: .floatingPoint, bits: 16)
        return (0..<1 << 16).map { Float(type.value(UInt64($0))) }
    }()

    /// Writes the samples of `count` pixels of a row to `target`.
    ///
    /// - Parameters:
    ///   - row: a row in the machine's byte order; packed samples begin at a byte.
    ///   - first: the first pixel.
    ///   - count: the number of pixels.
    ///   - target: room for as many samples of ``TIFFSampleType/channelType``.
    func copy(_ row: UnsafeRawPointer, from first: Int, count: Int, to target: UnsafeMutableRawPointer) {
        // Sides, samples and bits are limited: the products are far below 2^63.
        let start = first * samplesPerPixel + sample
        switch (type.number, type.bits) {
        case (.floatingPoint, 16): copyHalves(row, start, count, target)
        case (.floatingPoint, 24):
            let target = target.assumingMemoryBound(to: Float.self)
            for index in 0..<count {
                target[index] = Float(type.value(type.pattern(row, start + index * samplesPerPixel)))
            }
        case (_, 8): move(row, start, count, target, UInt8.self)
        case (_, 16): move(row, start, count, target, UInt16.self)
        case (_, 32): move(row, start, count, target, UInt32.self)
        case (_, 64): move(row, start, count, target, UInt64.self)
        case (_, ..<8): widen(row, start, count, target, UInt8.self)
        case (_, ..<16): widen(row, start, count, target, UInt16.self)
        default: widen(row, start, count, target, UInt32.self)
        }
    }

    /// Copies samples of whole words.
    private func move<Word: FixedWidthInteger & BitwiseCopyable>(
        _ row: UnsafeRawPointer, _ start: Int, _ count: Int, _ target: UnsafeMutableRawPointer, _: Word.Type
    ) {
        let size = MemoryLayout<Word>.size
        let source = row + start * size
        guard samplesPerPixel > 1 else { return target.copyMemory(from: source, byteCount: count * size) }
        let step = samplesPerPixel * size
        for index in 0..<count {
            target.storeBytes(
                of: source.loadUnaligned(fromByteOffset: index &* step, as: Word.self), toByteOffset: index &* size,
                as: Word.self)
        }
    }

    private func copyHalves(
        _ row: UnsafeRawPointer, _ start: Int, _ count: Int, _ target: UnsafeMutableRawPointer
    ) {
        Self.halves.withUnsafeBufferPointer { values in
            for index in 0..<count {
                let bits = row.loadUnaligned(fromByteOffset: 2 * (start + index * samplesPerPixel), as: UInt16.self)
                target.storeBytes(of: values[Int(bits)], toByteOffset: 4 * index, as: Float.self)
            }
        }
    }

    /// Widens packed samples, and those of 24 bits, with their sign.
    private func widen<Word: FixedWidthInteger & BitwiseCopyable>(
        _ row: UnsafeRawPointer, _ start: Int, _ count: Int, _ target: UnsafeMutableRawPointer, _: Word.Type
    ) {
        let size = MemoryLayout<Word>.size
        let shift = UInt64(64 - type.bits)
        let isSigned = type.number == .signed
        for index in 0..<count {
            let pattern = type.pattern(row, start + index * samplesPerPixel)
            let value = isSigned ? Int64(bitPattern: pattern << shift) >> Int64(shift) : Int64(bitPattern: pattern)
            target.storeBytes(of: Word(truncatingIfNeeded: value), toByteOffset: index * size, as: Word.self)
        }
    }
}
