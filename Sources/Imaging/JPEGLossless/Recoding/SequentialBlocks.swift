/// Decodes the blocks of a sequential scan to coefficients in memory (``CoefficientBlocks``).
enum SequentialBlocks {
    // Refills are placed as in `EntropyDecoder`.

    @inline(__always)
    static func decodeDC(
        _ table: HuffmanLookup, from reader: inout BitReader, _ predictor: inout Int32
    ) throws(JPEGDamage) {
        reader.refill()
        var entry = table.entries[reader.next(HuffmanDecoder.lookaheadBits)]
        if entry.isPartial {
            entry = try table.completeLookup(afterPartial: entry, reader.bits)
        }
        reader.skip(lengthOf: UInt64(entry.bits))
        predictor &+= Int32(entry.value)
    }

    /// Decodes the AC coefficients of a block; returns the mask of the nonzero ones.
    @inline(__always)
    static func decodeAC(
        _ table: HuffmanLookup, _ placement: BlockPlacement, from shared: inout BitReader,
        into values: UnsafeMutablePointer<Int16>
    ) throws(JPEGDamage) -> UInt64 {
        let targets = placement.targets
        let signs = placement.signs
        var reader = shared
        defer { shared = reader }
        var number = 1
        var mask: UInt64 = 0
        if try decodeNextAC(&number, &mask, table, targets, signs, from: &reader, values) { return mask }
        if try decodeNextAC(&number, &mask, table, targets, signs, from: &reader, values) { return mask }
        while true {
            reader.refill()
            if try decodeNextAC(&number, &mask, table, targets, signs, from: &reader, values) { return mask }
            if try decodeNextAC(&number, &mask, table, targets, signs, from: &reader, values) { return mask }
            if try decodeNextAC(&number, &mask, table, targets, signs, from: &reader, values) { return mask }
        }
    }

    /// Decodes one or two coefficients, the first of them at zigzag index `number` or later; returns whether the block
    /// is complete.
    @inline(__always)
    private static func decodeNextAC(
        _ number: inout Int, _ mask: inout UInt64, _ table: HuffmanLookup, _ targets: UnsafePointer<UInt8>,
        _ signs: UnsafePointer<Int16>, from reader: inout BitReader, _ values: UnsafeMutablePointer<Int16>
    ) throws(JPEGDamage) -> Bool {
        @inline(__always)
        func store(_ value: Int16, at number: Int) {
            let target = targets[number]
            values[Int(target)] = value &* signs[number]
            mask |= (value != 0 ? 1 : 0) &<< UInt64(target)
        }
        let pair = table.pairs[reader.next(HuffmanDecoder.lookaheadBits)]
        var first = pair.first
        if first.isPartial {
            reader.refill()
            first = try table.completeLookup(afterPartial: first, reader.bits)
            reader.skip(lengthOf: UInt64(first.bits))
            number &+= first.run
            store(first.value, at: number)
            number &+= 1
            return number >= 64
        }
        let firstNumber = number &+ first.run
        store(first.value, at: firstNumber)
        number = firstNumber &+ pair.distance
        store(pair.secondValue, at: number)
        number &+= 1
        if number >= 64 {
            // The pair's second coefficient may belong to the next block.
            reader.skip(lengthOf: firstNumber >= 63 ? pair.firstLengthBits : pair.bits)
            return true
        }
        reader.skip(lengthOf: pair.bits)
        return false
    }
}
