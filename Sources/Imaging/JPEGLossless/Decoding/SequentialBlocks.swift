/// Decodes the blocks of a sequential scan.
enum SequentialBlocks {
    // Refills are placed statically, because a conditional refill would be mispredicted every few codes. Of the 56 bits
    // after a refill, a DC coefficient takes at most 31 and a lookup hit at most 11. A lookup miss takes up to 31 bits
    // and refills by itself.

    /// Decodes the DC coefficient of a block, and adds it to the predictor.
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

    /// Decodes the AC coefficients of a block, after its DC coefficient.
    @inline(__always)
    static func decodeAC<Block: CoefficientReceiver>(
        _ table: HuffmanLookup, from reader: inout BitReader, into block: inout Block
    ) throws(JPEGDamage) {
        var number = 1
        if try decodeNextAC(&number, table, from: &reader, into: &block) { return }
        if try decodeNextAC(&number, table, from: &reader, into: &block) { return }
        while true {
            reader.refill()
            if try decodeNextAC(&number, table, from: &reader, into: &block) { return }
            if try decodeNextAC(&number, table, from: &reader, into: &block) { return }
            if try decodeNextAC(&number, table, from: &reader, into: &block) { return }
        }
    }

    /// Decodes one or two coefficients, the first of them at zigzag index `number` or later; returns whether the block
    /// is complete.
    @inline(__always)
    private static func decodeNextAC<Block: CoefficientReceiver>(
        _ number: inout Int, _ table: HuffmanLookup, from reader: inout BitReader, into block: inout Block
    ) throws(JPEGDamage) -> Bool {
        let pair = table.pairs[reader.next(HuffmanDecoder.lookaheadBits)]
        var first = pair.first
        if first.isPartial {
            reader.refill()
            first = try table.completeLookup(afterPartial: first, reader.bits)
            reader.skip(lengthOf: UInt64(first.bits))
            number &+= first.run
            block.receive(first.value, at: number)
            number &+= 1
            return number >= 64
        }
        let firstNumber = number &+ first.run
        block.receive(first.value, at: firstNumber)
        number = firstNumber &+ pair.distance
        block.receive(pair.secondValue, at: number)
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

/// The memory of a block that is being decoded.
protocol CoefficientReceiver {
    /// Takes the coefficient at a zigzag index, which may be past the last one.
    mutating func receive(_ value: Int16, at number: Int)
}
