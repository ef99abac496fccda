/// Decodes the rows of MCUs of a scan, one after the other, and marks where each tile's bits are.
final class EntropyDecoder: MCURowDecoder {
    /// What is wrong with the data.
    enum Damage: Error {
        /// The file ends too early.
        case truncated
        /// There is a code that means nothing, or a marker at the wrong place.
        case corrupt
    }

    /// A table, and the first looks at it.
    private struct Table {
        let decoder: Unmanaged<HuffmanDecoder>
        let entries: UnsafeMutablePointer<HuffmanDecoder.Entry>
        let pairs: UnsafeMutablePointer<HuffmanDecoder.Pair>

        init(_ decoder: HuffmanDecoder) {
            self.decoder = .passUnretained(decoder)
            entries = decoder.entries
            pairs = decoder.pairs
        }

        /// The whole of an entry that does not say all.
        @inline(__always)
        func completeLookup(afterPartial entry: HuffmanDecoder.Entry, _ bits: UInt64) throws(Damage)
            -> HuffmanDecoder.Entry
        {
            let entry = decoder._withUnsafeGuaranteedRef { $0.completeLookup(afterPartial: entry, bits) }
            if entry == 0 { throw .corrupt }
            return entry
        }
    }

    /// A block of an MCU, in the order in which they are stored.
    private struct Block {
        let component: Int
        let isFirstOfComponent: Bool
        let dc: Table
        let ac: Table
        let downscaler: DCTDownscaler
        /// Where what becomes of it begins in the first MCU of a row, and how much further on it does in the next.
        let start: Int
        let step: Int
    }

    // The blocks point into these.
    private let scan: JPEGScan
    private let transform: HalfScaleIDCT
    private let bitstream: DestuffedBitstream
    private let blocks: UnsafePointer<Block>
    private let blockCount: Int
    /// The coefficients of the block that is being decoded; zero before it.
    private let coefficients = DCTDownscaler.makeBlock()
    /// The last mean values of the components.
    private let dcPredictors: UnsafeMutablePointer<Int32>
    /// MCUs in a row of a tile.
    private let tileWidthInMCUs: Int
    /// The next bit of the window.
    private var position = 0
    /// MCUs until the next restart marker, and its number.
    private var mcusUntilRestart: Int
    private var nextRestart: Int

    /// A decoder of all of a scan.
    ///
    /// - Parameters:
    ///   - scan: what is known of it.
    ///   - transform: what becomes of the coefficients.
    ///   - tileWidthInMCUs: the MCUs in a row of a tile; default all of a row.
    ///   - bitstream: shows its data from the first byte on.
    ///   - nextRestart: the number of the first restart marker in it.
    init(
        _ scan: JPEGScan, transform: HalfScaleIDCT, tileWidthInMCUs: Int = .max, bitstream: DestuffedBitstream,
        nextRestart: Int = 0
    ) {
        self.scan = scan
        self.transform = transform
        self.tileWidthInMCUs = tileWidthInMCUs
        self.bitstream = bitstream
        self.nextRestart = nextRestart
        dcPredictors = .allocate(capacity: scan.components.count)
        dcPredictors.initialize(repeating: 0, count: scan.components.count)
        mcusUntilRestart = scan.restartInterval ?? .max
        var blocks: [Block] = []
        for (number, component) in scan.components.enumerated() {
            let part = transform.componentLayouts[number]
            guard let dc = scan.dcDecoders[component.dcTable], let ac = scan.acDecoders[component.acTable] else {
                preconditionFailure("a scan has its tables")
            }
            for row in 0..<component.verticalSampling {
                for column in 0..<component.horizontalSampling {
                    blocks.append(
                        Block(
                            component: number, isFirstOfComponent: row == 0 && column == 0, dc: Table(dc),
                            ac: Table(ac), downscaler: part.downscaler, start: part.offset(ofBlock: column, row: row),
                            step: component.horizontalSampling * part.columns * part.rows))
                }
            }
        }
        let memory = UnsafeMutablePointer<Block>.allocate(capacity: blocks.count)
        memory.initialize(from: blocks, count: blocks.count)
        self.blocks = UnsafePointer(memory)
        blockCount = blocks.count
    }

    deinit {
        blocks.deallocate()
        coefficients.deallocate()
        dcPredictors.deallocate()
    }

    /// Begins anew with a scan of the same kind, from the window's first byte on.
    func reset() {
        position = 0
        nextRestart = 0
        mcusUntilRestart = scan.restartInterval ?? .max
        dcPredictors.update(repeating: 0, count: scan.components.count)
        DCTDownscaler.clear(coefficients)  // of a block that was damaged
    }

    let rowsAtATime = 1

    func decode(_ rows: [MCURowPrefetcher.Row]) throws {
        for row in rows {
            try decodeRow(into: row.bits, row.coefficients)
        }
    }

    /// Whether all of the data has been decoded.
    var isAtEnd: Bool { bitstream.isAtEnd && (position + 7) >> 3 == bitstream.count }

    /// Decodes the next row of MCUs.
    ///
    /// - Parameters:
    ///   - row: gets its bits; is empty. Nil if only the coefficients are wanted.
    ///   - downscaled: gets what the transform has room for, ``HalfScaleIDCT/count`` numbers.
    /// - Throws: ``Damage``, or what reading throws.
    func decodeRow(into row: MCURowBitstream?, _ downscaled: UnsafeMutablePointer<Float>) throws {
        let componentCount = scan.components.count
        var firstByte = position >> 3
        var reader = BitReader(bitstream.base, at: position)
        var (safeEnd, end) = ends
        for mcu in 0..<scan.columns {
            if reader.position > safeEnd {
                let offset = reader.position
                if try bitstream.fill(after: offset >> 3, keepingFrom: firstByte) {
                    reader = BitReader(bitstream.base, at: offset - firstByte << 3)
                    firstByte = 0
                }
                (safeEnd, end) = ends
            }
            let isTileStart = mcu.isMultiple(of: tileWidthInMCUs)
            if let row, isTileStart || mcusUntilRestart == 0 {
                row.endRun(at: reader.position - firstByte << 3, dcPredictors: dcPredictors, count: componentCount)
                if isTileStart {
                    row.beginColumn()
                }
            }
            if mcusUntilRestart == 0 {
                reader = BitReader(bitstream.base, at: try skipRestartMarker(at: reader.position))
                end = ends.end
            }
            if let row, isTileStart || mcusUntilRestart == scan.restartInterval {
                try decodeFirstMCU(mcu, of: row, firstByte, from: &reader, downscaled)
            } else {
                try decode(mcu, from: &reader, downscaled)
            }
            mcusUntilRestart -= 1
            if reader.position > end {
                throw bitstream.isAtEnd && !bitstream.hasEndMarker && bitstream.restartMarkers.isEmpty
                    ? Damage.truncated : Damage.corrupt
            }
        }
        position = reader.position
        guard let row else { return }
        row.endRun(at: position - firstByte << 3, dcPredictors: dcPredictors, count: componentCount)
        row.beginColumn()
        row.copyBytes(bitstream.base + firstByte, count: (position + 7) >> 3 - firstByte)
    }

    /// Where it has to be made sure that there is a whole MCU, and where the data or the part up to the next restart marker
    /// ends, as bits of the window.
    private var ends: (safe: Int, end: Int) {
        let safe = bitstream.isAtEnd ? .max : (bitstream.count - DestuffedBitstream.margin) << 3
        return (safe, (bitstream.restartMarkers.first?.offset ?? bitstream.count) << 3)
    }

    /// Goes on behind the restart marker that has to come now; returns where.
    private func skipRestartMarker(at position: Int) throws(Damage) -> Int {
        guard let restart = bitstream.restartMarkers.first else {
            throw bitstream.isAtEnd && !bitstream.hasEndMarker ? .truncated : .corrupt
        }
        guard restart.offset == (position + 7) >> 3, restart.number == nextRestart else { throw .corrupt }
        bitstream.skipRestartMarker()
        nextRestart = (nextRestart + 1) % 8
        mcusUntilRestart = scan.restartInterval ?? .max
        dcPredictors.update(repeating: 0, count: scan.components.count)
        return restart.offset << 3
    }

    /// Decodes an MCU.
    private func decode(
        _ mcu: Int, from shared: inout BitReader, _ downscaled: UnsafeMutablePointer<Float>
    ) throws(Damage) {
        // What is of its own stays in registers.
        var reader = shared
        defer { shared = reader }
        let (dcPredictors, coefficients) = (dcPredictors, coefficients)
        for block in blocks..<blocks + blockCount {
            try Self.decodeDC(block, from: &reader, dcPredictors, coefficients)
            try Self.decodeAC(block, from: &reader, coefficients)
            Self.downscale(coefficients, of: block, mcu, into: downscaled)
        }
    }

    /// Decodes the first MCU of a run, and marks where its components begin.
    private func decodeFirstMCU(
        _ mcu: Int, of row: MCURowBitstream, _ firstByte: Int, from reader: inout BitReader,
        _ downscaled: UnsafeMutablePointer<Float>
    ) throws(Damage) {
        for block in blocks..<blocks + blockCount {
            var mark = MCURowBitstream.Mark(start: reader.position - firstByte << 3)
            try Self.decodeDC(block, from: &reader, dcPredictors, coefficients)
            if block.pointee.isFirstOfComponent {
                mark.acStart = reader.position - firstByte << 3
                mark.firstDC = dcPredictors[block.pointee.component]
                row.add(mark)
            }
            try Self.decodeAC(block, from: &reader, coefficients)
            Self.downscale(coefficients, of: block, mcu, into: downscaled)
        }
    }

    // How often the reader has to be refilled is known beforehand, so that nothing has to be found out for it: that would be
    // guessed wrong every few codes. Of the 56 bits that are there then, a mean value takes 31 at most, and what is found at
    // a look 11; what is not takes up to 31 too, and is refilled for by itself.

    @inline(__always)
    private static func decodeDC(
        _ block: UnsafePointer<Block>, from reader: inout BitReader, _ dcPredictors: UnsafeMutablePointer<Int32>,
        _ coefficients: DCTDownscaler.Block
    ) throws(Damage) {
        reader.refill()
        var entry = block.pointee.dc.entries[reader.next(HuffmanDecoder.lookaheadBits)]
        if HuffmanDecoder.isPartial(entry) {
            entry = try block.pointee.dc.completeLookup(afterPartial: entry, reader.bits)
        }
        reader.skip(lengthOf: UInt64(entry))
        dcPredictors[block.pointee.component] &+= Int32(bitPattern: entry) >> 16
        coefficients[0] = Int16(truncatingIfNeeded: dcPredictors[block.pointee.component])
    }

    /// Decodes the coefficients of a block whose mean value has just been.
    @inline(__always)
    private static func decodeAC(
        _ block: UnsafePointer<Block>, from reader: inout BitReader, _ coefficients: DCTDownscaler.Block
    ) throws(Damage) {
        let table = block.pointee.ac
        let targetIndices = block.pointee.downscaler.targetIndices
        var number = 1
        if try decodeNextAC(&number, table, targetIndices, from: &reader, coefficients) { return }
        if try decodeNextAC(&number, table, targetIndices, from: &reader, coefficients) { return }
        while true {
            reader.refill()
            if try decodeNextAC(&number, table, targetIndices, from: &reader, coefficients) { return }
            if try decodeNextAC(&number, table, targetIndices, from: &reader, coefficients) { return }
            if try decodeNextAC(&number, table, targetIndices, from: &reader, coefficients) { return }
        }
    }

    /// Makes of a block's coefficients what the transform wants of it.
    @inline(__always)
    private static func downscale(
        _ coefficients: DCTDownscaler.Block, of block: UnsafePointer<Block>, _ mcu: Int,
        into downscaled: UnsafeMutablePointer<Float>
    ) {
        let offset = block.pointee.start &+ mcu &* block.pointee.step
        block.pointee.downscaler.downscale(coefficients, into: downscaled + offset)
    }

    /// Decodes one coefficient or two, the first of which may be at `number`; returns whether they were the block's last.
    @inline(__always)
    private static func decodeNextAC(
        _ number: inout Int, _ table: Table, _ targetIndices: UnsafePointer<UInt8>, from reader: inout BitReader,
        _ coefficients: DCTDownscaler.Block
    ) throws(Damage) -> Bool {
        let pair = table.pairs[reader.next(HuffmanDecoder.lookaheadBits)]
        var first = UInt32(truncatingIfNeeded: pair)
        if HuffmanDecoder.isPartial(first) {
            reader.refill()
            first = try table.completeLookup(afterPartial: first, reader.bits)
            reader.skip(lengthOf: UInt64(first))
            number &+= Int((first >> 8) & 0xFF)
            coefficients[Int(targetIndices[number])] = Int16(truncatingIfNeeded: first >> 16)
            number &+= 1
            return number >= 64
        }
        let firstNumber = number &+ Int((first >> 8) & 0xFF)
        coefficients[Int(targetIndices[firstNumber])] = Int16(truncatingIfNeeded: first >> 16)
        number = firstNumber &+ Int(truncatingIfNeeded: pair >> 32 & 0xFF)
        coefficients[Int(targetIndices[number])] = Int16(truncatingIfNeeded: pair >> 48)
        number &+= 1
        if number >= 64 {
            // What follows the block's last coefficient is not of this block.
            reader.skip(lengthOf: firstNumber >= 63 ? pair >> 40 : pair)
            return true
        }
        reader.skip(lengthOf: pair)
        return false
    }
}
