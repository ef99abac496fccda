/// Decodes the AC coefficients of a progressive scan (ITU-T T.81, G.1.2.2 and G.1.2.3).
struct ProgressiveBand {
    /// The first and the last coefficient, by zigzag index.
    private let first: Int
    private let last: Int
    /// The bits of the coefficients in a mask.
    private let mask: UInt64
    /// The bits that the scan leaves out.
    let shift: Int16

    init(_ scan: ScanScript.Scan) {
        first = scan.coefficients.lowerBound
        last = scan.coefficients.upperBound
        mask = UInt64.max >> UInt64(63 - last) & UInt64.max << UInt64(first)
        shift = Int16(scan.shift)
    }

    /// Decodes the first bits of the coefficients of some blocks.
    @inline(__always)
    func decodeFirst(
        _ range: Range<Int>, of row: CoefficientBlocks.Component, _ table: HuffmanLookup, _ endOfBlockRun: inout Int,
        from shared: inout BitReader
    ) throws(JPEGDamage) {
        var reader = shared
        defer { shared = reader }
        var block = range.lowerBound
        while block < range.upperBound {
            if endOfBlockRun > 0 {
                let count = min(endOfBlockRun, range.upperBound - block)
                endOfBlockRun &-= count
                block &+= count
                continue
            }
            let values = row.values + block &* CoefficientBlocks.stride
            var mask: UInt64 = 0
            var index = first
            while index <= last {
                reader.refill()
                var entry = table.entries[reader.next(HuffmanDecoder.lookaheadBits)]
                if entry.isPartial {
                    let (symbol, length) = try table.completeSymbol(afterPartial: entry, reader.bits)
                    if let run = Self.endOfBlockRun(symbol, length, from: &reader) {
                        endOfBlockRun = run - 1
                        break
                    }
                    entry = try table.completeLookup(afterPartial: entry, reader.bits)
                }
                reader.skip(lengthOf: UInt64(entry.bits))
                if entry.run == HuffmanDecoder.endOfBlock { break }
                // As in libjpeg, the last coefficient receives what follows it in damaged data.
                let target = min(index &+ entry.run, 63)
                if entry.value != 0 {
                    values[target] = entry.value &<< shift
                    mask |= 1 &<< UInt64(truncatingIfNeeded: target)
                }
                index &+= entry.run &+ 1
            }
            row.masks[block] |= mask
            block &+= 1
        }
    }

    /// Reads an end-of-block run; returns nil, and reads nothing, if the symbol is another.
    @inline(__always)
    private static func endOfBlockRun(_ symbol: UInt8, _ length: Int, from reader: inout BitReader) -> Int? {
        let size = Int(symbol &>> 4)
        guard symbol & 15 == 0, size < 15 else { return nil }
        reader.skip(length)
        let more = size == 0 ? 0 : reader.next(size)
        reader.skip(size)
        return 1 &<< size &+ more
    }

    /// Decodes the next bit of the coefficients of some blocks.
    @inline(__always)
    func refine(
        _ range: Range<Int>, of row: CoefficientBlocks.Component, _ table: HuffmanLookup, _ endOfBlockRun: inout Int,
        from shared: inout BitReader
    ) throws(JPEGDamage) {
        var reader = shared
        defer { shared = reader }
        for block in range {
            let values = row.values + block &* CoefficientBlocks.stride
            var blockMask = row.masks[block]
            // Coefficients that are not zero, and those that are, from `index` on.
            var known = blockMask & mask
            var index = first
            if endOfBlockRun == 0 {
                while index <= last {
                    reader.refill()
                    var entry = table.entries[reader.next(HuffmanDecoder.lookaheadBits)]
                    if entry.isPartial {
                        let (symbol, length) = try table.completeSymbol(afterPartial: entry, reader.bits)
                        if let run = Self.endOfBlockRun(symbol, length, from: &reader) {
                            endOfBlockRun = run
                            break
                        }
                        entry = try table.completeLookup(afterPartial: entry, reader.bits)
                    }
                    reader.skip(lengthOf: UInt64(entry.bits))
                    if entry.run == HuffmanDecoder.endOfBlock {
                        endOfBlockRun = 1
                        break
                    }
                    guard entry.value.magnitude <= 1 else { throw .corrupt }
                    // The place of the new coefficient, past `run` zeros.
                    var zeros = ~blockMask & mask & (UInt64.max &<< UInt64(truncatingIfNeeded: index))
                    for _ in 0..<entry.run {
                        zeros &= zeros &- 1
                    }
                    let target = zeros == 0 ? last &+ 1 : zeros.trailingZeroBitCount
                    let passed = target > 63 ? known : known & (1 &<< UInt64(truncatingIfNeeded: target) &- 1)
                    known ^= passed
                    correct(passed, values, from: &reader)
                    if entry.value != 0 {
                        // As in libjpeg, the last coefficient receives what follows it in damaged data.
                        let target = min(target, 63)
                        values[target] = entry.value &<< shift
                        blockMask |= 1 &<< UInt64(truncatingIfNeeded: target)
                    }
                    index = target &+ 1
                }
                row.masks[block] = blockMask
            }
            if endOfBlockRun > 0 {
                correct(known, values, from: &reader)
                endOfBlockRun &-= 1
            }
        }
    }

    /// Reads a correction bit for each coefficient of a mask.
    @inline(__always)
    private func correct(_ mask: UInt64, _ values: UnsafeMutablePointer<Int16>, from reader: inout BitReader) {
        var rest = mask
        while rest != 0 {
            // After this, 56 bits are available.
            reader.refill()
            let count = min(rest.nonzeroBitCount, 32)
            let bits = reader.next(count)
            reader.skip(count)
            // Bits are as likely to be 0 as 1: without branches, none of them is mispredicted.
            for number in (0..<count).reversed() {
                let index = rest.trailingZeroBitCount
                rest &= rest &- 1
                let value = values[index]
                let isCorrected = Int16(truncatingIfNeeded: bits &>> number) & ~(value &>> shift) & 1
                let sign = value &>> 15
                values[index] = value &+ ((isCorrected ^ sign) &- sign) &<< shift
            }
        }
    }
}
