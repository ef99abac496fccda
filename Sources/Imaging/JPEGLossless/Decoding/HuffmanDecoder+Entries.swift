extension HuffmanDecoder {
    /// The result of one lookup for one coefficient, packed into 32 bits.
    ///
    /// Bits 0–7 are the length of code and value, 8–15 the number of zeros before the coefficient, 16–31 its value. In a
    /// partial entry the lookahead bits hold the code but not the whole value: bits 0–6 are the length of the code, bit
    /// 7 is set, and bits 8–15 are the symbol. If the lookahead bits do not hold the code either, all bits are 0.
    struct Entry: Equatable {
        /// The packed fields, the lowest of which ``BitReader/skip(lengthOf:)`` takes.
        let bits: UInt32

        /// The entry of lookahead bits that do not hold a whole code.
        static let none = Entry(bits: 0)
        private static let partialFlag: UInt32 = 0x80

        init(bits: UInt32) { self.bits = bits }

        /// Packs a whole coefficient.
        @inline(__always)
        init(length: Int, run: Int, value: Int) {
            bits = UInt32(length) | UInt32(run) << 8 | UInt32(truncatingIfNeeded: value) << 16
        }

        /// Packs a code without its whole value.
        init(partialCodeLength: Int, symbol: UInt8) {
            bits = Self.partialFlag | UInt32(partialCodeLength) | UInt32(symbol) << 8
        }

        /// The bits that code and value take.
        @inline(__always)
        var length: Int { Int(bits & 0xFF) }
        /// The number of zero coefficients before this one.
        @inline(__always)
        var run: Int { Int((bits >> 8) & 0xFF) }
        /// The coefficient, or the DC difference.
        @inline(__always)
        var value: Int16 { Int16(truncatingIfNeeded: bits >> 16) }
        /// True if part of the coefficient is missing.
        @inline(__always)
        var isPartial: Bool { UInt8(truncatingIfNeeded: bits) &- 1 >= 0x7F }
        /// The length of a partial entry's code.
        var partialCodeLength: Int { Int(bits & 0x7F) }
        /// The symbol of a partial entry.
        var partialSymbol: UInt8 { UInt8(truncatingIfNeeded: bits >> 8) }
    }

    /// The result of one lookup for two coefficients, packed into 64 bits.
    ///
    /// Bits 0–31 are the first one's ``Entry``, but bits 0–7 the length of both; 32–39 are the distance from the first to
    /// the second in zigzag order, 40–47 the length of the first alone, 48–63 the second value. If the lookahead bits
    /// hold only one coefficient, the second is the first again.
    struct Pair {
        /// The packed fields, the lowest of which ``BitReader/skip(lengthOf:)`` takes.
        let bits: UInt64

        /// Packs an entry that has to be completed.
        init(partial entry: Entry) { bits = UInt64(entry.bits) }

        /// Packs a coefficient that no other follows in the lookahead bits.
        init(single entry: Entry) {
            bits = UInt64(entry.bits) | UInt64(entry.length) << 40 | UInt64(entry.bits >> 16) << 48
        }

        /// Packs two coefficients.
        init(_ first: Entry, _ second: Entry) {
            let firstFields = UInt64(first.bits) & ~0xFF | UInt64(first.length + second.length)
            let distance = UInt64(second.run + 1)
            bits = firstFields | distance << 32 | UInt64(first.length) << 40 | UInt64(second.bits >> 16) << 48
        }

        /// The first coefficient, with the length of both.
        @inline(__always)
        var first: Entry { Entry(bits: UInt32(truncatingIfNeeded: bits)) }
        /// The distance from the first coefficient to the second in zigzag order; 0 without a second one.
        @inline(__always)
        var distance: Int { Int(truncatingIfNeeded: bits >> 32 & 0xFF) }
        /// The fields whose lowest is the length of the first coefficient alone.
        @inline(__always)
        var firstLengthBits: UInt64 { bits >> 40 }
        /// The value of the second coefficient.
        @inline(__always)
        var secondValue: Int16 { Int16(truncatingIfNeeded: bits >> 48) }
    }
}
