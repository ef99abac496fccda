/// Copies samples of 16 bits with their bytes exchanged, from the machine's little-endian order to a file's.
///
/// - Parameters:
///   - source: `count` samples, with any alignment.
///   - count: the number of samples, not bytes.
///   - output: room for as many, apart from `source`.
package func copyBigEndian16(_ source: UnsafeRawPointer, count: Int, into output: UnsafeMutableRawPointer) {
    for sample in 0..<count {
        let value = source.loadUnaligned(fromByteOffset: sample * 2, as: UInt16.self)
        output.storeBytes(of: value.bigEndian, toByteOffset: sample * 2, as: UInt16.self)
    }
}

/// Copies samples of 16 bits in a file's big-endian order as samples of 8: round(v ÷ 257), exactly.
///
/// - Parameters:
///   - source: `count` samples, with any alignment.
///   - count: the number of samples, not bytes.
///   - output: room for as many bytes; apart from `source`, or the same address.
package func narrowBigEndian16(_ source: UnsafeRawPointer, count: Int, into output: UnsafeMutableRawPointer) {
    typealias Samples = SIMD8<Int16>
    var sample = 0
    while sample + 8 <= count {
        let swapped = source.loadUnaligned(fromByteOffset: 2 * sample, as: Samples.self)
        let low = (swapped &>> 8) & 255
        let high = swapped & 255
        // v ÷ 257 is the high byte and a 257th of the low byte less the high one: more than half of that is ±129.
        let excess = low &- high
        let narrow = high &+ (excess &+ 127 &- excess &>> 15) &>> 8
        output.storeBytes(of: SIMD8<UInt8>(truncatingIfNeeded: narrow), toByteOffset: sample, as: SIMD8<UInt8>.self)
        sample += 8
    }
    narrowBigEndian16Scalar(source + 2 * sample, count: count - sample, into: output + sample)
}

/// The plain twin of ``narrowBigEndian16(_:count:into:)``.
package func narrowBigEndian16Scalar(_ source: UnsafeRawPointer, count: Int, into output: UnsafeMutableRawPointer) {
    for sample in 0..<count {
        let value = UInt32(UInt16(bigEndian: source.loadUnaligned(fromByteOffset: 2 * sample, as: UInt16.self)))
        output.storeBytes(of: UInt8((2 * value + 257) / 514), toByteOffset: sample, as: UInt8.self)
    }
}
