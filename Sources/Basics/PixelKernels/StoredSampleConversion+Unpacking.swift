extension StoredSampleConversion {
    /// Spreads stored samples, which may be packed, over samples of one or two bytes.
    ///
    /// Reads no byte beyond the one that holds the last sample.
    func unpack<Sample: SampleValue>(
        _ source: UnsafeRawPointer, into samples: UnsafeMutablePointer<Sample>, count: Int
    ) {
        switch (stored.bits, stored.isByteSwapped) {
        case (8, _), (16, false):
            UnsafeMutableRawPointer(samples).copyMemory(from: source, byteCount: count * stored.bits / 8)
        case (16, true):
            for index in 0..<count {
                let word = source.loadUnaligned(fromByteOffset: 2 &* index, as: UInt16.self).byteSwapped
                samples[index] = Sample(truncatingIfNeeded: word)
            }
        case (1, _), (2, _), (4, _):
            unpackFractions(source, into: samples, count: count)
        default:
            unpackAny(source, into: samples, count: count)
        }
    }

    /// Samples whose number in a byte is whole.
    private func unpackFractions<Sample: SampleValue>(
        _ source: UnsafeRawPointer, into samples: UnsafeMutablePointer<Sample>, count: Int
    ) {
        let bits = stored.bits
        let perByte = 8 / bits
        let mask = UInt8(truncatingIfNeeded: (1 << bits) - 1)
        let whole = count / perByte
        for index in 0..<whole {
            let byte = source.load(fromByteOffset: index, as: UInt8.self)
            for part in 0..<perByte {
                let shift = UInt8(truncatingIfNeeded: 8 &- bits &* (part &+ 1))
                samples[index &* perByte &+ part] = Sample(truncatingIfNeeded: (byte &>> shift) & mask)
            }
        }
        for index in whole * perByte..<count {
            let byte = source.load(fromByteOffset: whole, as: UInt8.self)
            let shift = UInt8(truncatingIfNeeded: 8 - bits * (index - whole * perByte + 1))
            samples[index] = Sample(truncatingIfNeeded: (byte &>> shift) & mask)
        }
    }

    /// Samples of any number of bits, which may lie across bytes.
    private func unpackAny<Sample: SampleValue>(
        _ source: UnsafeRawPointer, into samples: UnsafeMutablePointer<Sample>, count: Int
    ) {
        let bits = stored.bits
        let mask = UInt32(truncatingIfNeeded: (1 << bits) - 1)
        var held = UInt32(0)
        var heldBits = 0
        var offset = 0
        for index in 0..<count {
            while heldBits < bits {
                held = held &<< 8 | UInt32(source.load(fromByteOffset: offset, as: UInt8.self))
                heldBits &+= 8
                offset &+= 1
            }
            heldBits &-= bits
            samples[index] = Sample(truncatingIfNeeded: (held &>> UInt32(truncatingIfNeeded: heldBits)) & mask)
        }
    }
}
