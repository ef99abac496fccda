/// Decodes a scan's MCU rows one after the other, downscales their coefficients, and records where each tile's bits
/// lie.
final class EntropyDecoder: MCURowDecoder {
    /// A block of an MCU, in the order of the scan.
    private struct Block {
        let component: Int
        let isFirstOfComponent: Bool
        let dc: HuffmanLookup
        let ac: HuffmanLookup
        let downscaler: DCTDownscaler
        /// The offset of its downscaled coefficients for the first MCU of a row, and the distance to the next MCU's.
        let start: Int
        let step: Int
    }

    /// The number of blocks that always fit into ``DestuffedBitstream/margin`` bytes: 64 coefficients of 31 bits each.
    private static let blocksAtATime = 16

    // Keep alive what `blocks` points into.
    let scan: JPEGScan
    private let transform: HalfScaleIDCT
    let bitstream: DestuffedBitstream
    private let blocks: UnsafePointer<Block>
    private let blockCount: Int
    /// MCUs decoded between two looks at the end of the window, whose margin holds any that are this long.
    private let mcusAtATime: Int
    /// The coefficients of the block being decoded; all zero between blocks.
    private let coefficients = DCTDownscaler.makeBlock()
    /// The last DC coefficient of each component.
    let dcPredictors: UnsafeMutablePointer<Int32>
    private let tileColumns: TileColumns
    /// The position of the next bit in the window.
    private var position = 0
    /// MCUs until the next restart marker, and the marker's number.
    var mcusUntilRestart: Int
    var nextRestart: Int

    /// Whether extraneous bytes before a restart marker have been skipped.
    var hasSkippedBytes = false

    /// Creates a decoder of a whole scan, or of restart intervals of it; by default, a tile is as wide as the image.
    ///
    /// `nextRestart` is the number of the first restart marker in `bitstream`.
    init(
        _ scan: JPEGScan, transform: HalfScaleIDCT, tileColumns: TileColumns = TileColumns(),
        bitstream: DestuffedBitstream, nextRestart: Int = 0
    ) {
        self.scan = scan
        self.transform = transform
        self.tileColumns = tileColumns
        self.bitstream = bitstream
        self.nextRestart = nextRestart
        dcPredictors = .allocate(capacity: scan.components.count)
        dcPredictors.initialize(repeating: 0, count: scan.components.count)
        mcusUntilRestart = scan.restartInterval ?? .max
        var blocks: [Block] = []
        for (number, component) in scan.components.enumerated() {
            let layout = transform.componentLayouts[number]
            guard let dc = scan.dcDecoders[component.dcTable], let ac = scan.acDecoders[component.acTable] else {
                preconditionFailure("a scan has the tables of its components")
            }
            for row in 0..<component.verticalSampling {
                for column in 0..<component.horizontalSampling {
                    blocks.append(
                        Block(
                            component: number, isFirstOfComponent: row == 0 && column == 0, dc: HuffmanLookup(dc),
                            ac: HuffmanLookup(ac), downscaler: layout.downscaler,
                            start: layout.offset(ofBlock: column, row: row),
                            step: component.horizontalSampling * layout.columns * layout.rows))
                }
            }
        }
        let memory = UnsafeMutablePointer<Block>.allocate(capacity: blocks.count)
        memory.initialize(from: blocks, count: blocks.count)
        self.blocks = UnsafePointer(memory)
        blockCount = blocks.count
        mcusAtATime = max(1, Self.blocksAtATime / blocks.count)
    }

    deinit {
        blocks.deallocate()
        coefficients.deallocate()
        dcPredictors.deallocate()
    }

    /// Restarts at the window's first byte with a scan of the same structure and tables.
    func reset() {
        position = 0
        nextRestart = 0
        mcusUntilRestart = scan.restartInterval ?? .max
        dcPredictors.update(repeating: 0, count: scan.components.count)
        hasSkippedBytes = false
        DCTDownscaler.clear(coefficients)  // left over from a damaged block
    }

    let rowsAtATime = 1

    func decode(_ rows: [MCURowPrefetcher.Row]) throws {
        for row in rows {
            try decodeRow(into: row.bits, row.coefficients)
        }
    }

    /// Whether bytes have been skipped, or follow the last row in the window.
    var leavesBytes: Bool { hasSkippedBytes || (position + 7) >> 3 < bitstream.count }

    /// Decodes the next MCU row.
    ///
    /// - Parameters:
    ///   - row: an empty row that receives the bits; nil if only the coefficients are needed.
    ///   - downscaled: memory for ``HalfScaleIDCT/count`` downscaled coefficients.
    /// - Throws: ``JPEGDamage``, or what reading throws.
    func decodeRow(into row: MCURowBitstream?, _ downscaled: UnsafeMutablePointer<Float>) throws {
        let componentCount = scan.components.count
        var firstByte = position >> 3
        var reader = BitReader(bitstream.base, at: position)
        var (safeEnd, end) = ends
        var nextTile = 0
        var mcu = 0
        while mcu < scan.mcuColumns {
            if reader.position > safeEnd {
                let offset = reader.position
                if try bitstream.fill(after: offset >> 3, keepingFrom: firstByte) {
                    reader = BitReader(bitstream.base, at: offset - firstByte << 3)
                    firstByte = 0
                }
                (safeEnd, end) = ends
            }
            let isTileStart = mcu == nextTile
            if isTileStart {
                nextTile = tileColumns.end(ofTileAt: mcu)
            }
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
            var count = 1
            if let row, isTileStart || mcusUntilRestart == scan.restartInterval {
                try decodeFirstMCU(mcu, of: row, firstByte, from: &reader, downscaled)
            } else {
                count = min(mcusAtATime, mcusUntilRestart, min(nextTile, scan.mcuColumns) - mcu)
                try decode(mcu..<mcu + count, from: &reader, downscaled)
            }
            mcu += count
            mcusUntilRestart -= count
            if reader.position > end {
                throw bitstream.isAtEnd && !bitstream.hasEndMarker && bitstream.restartMarkers.isEmpty
                    ? JPEGDamage.truncated : JPEGDamage.corrupt
            }
        }
        position = reader.position
        guard let row else { return }
        row.endRun(at: position - firstByte << 3, dcPredictors: dcPredictors, count: componentCount)
        row.beginColumn()
        try row.copyBytes(bitstream.base + firstByte, count: (position + 7) >> 3 - firstByte)
    }

    /// The position from which a whole MCU may not be in the window, and the end of the data or of the restart
    /// interval.
    private var ends: (safe: Int, end: Int) {
        let safe = bitstream.isAtEnd ? .max : (bitstream.count - DestuffedBitstream.margin) << 3
        return (safe, (bitstream.restartMarkers.first?.offset ?? bitstream.count) << 3)
    }

    private func decode(
        _ mcus: Range<Int>, from shared: inout BitReader, _ downscaled: UnsafeMutablePointer<Float>
    ) throws(JPEGDamage) {
        // Locals stay in registers.
        var reader = shared
        defer { shared = reader }
        let dcPredictors = dcPredictors
        let coefficients = coefficients
        for mcu in mcus {
            for block in blocks..<blocks + blockCount {
                try Self.decodeDC(block, from: &reader, dcPredictors, coefficients)
                try Self.decodeAC(block, from: &reader, coefficients)
                Self.downscale(coefficients, of: block, mcu, into: downscaled)
            }
        }
    }

    /// Decodes the first MCU of a run, and marks where its components begin.
    private func decodeFirstMCU(
        _ mcu: Int, of row: MCURowBitstream, _ firstByte: Int, from reader: inout BitReader,
        _ downscaled: UnsafeMutablePointer<Float>
    ) throws(JPEGDamage) {
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

    // Refills are placed statically, because a conditional refill would be mispredicted every few codes. Of the 56 bits
    // after a refill, a DC coefficient takes at most 31 and a lookup hit at most 11. A lookup miss takes up to 31 bits
    // and refills by itself.

    @inline(__always)
    private static func decodeDC(
        _ block: UnsafePointer<Block>, from reader: inout BitReader, _ dcPredictors: UnsafeMutablePointer<Int32>,
        _ coefficients: DCTDownscaler.Block
    ) throws(JPEGDamage) {
        reader.refill()
        var entry = block.pointee.dc.entries[reader.next(HuffmanDecoder.lookaheadBits)]
        if entry.isPartial {
            entry = try block.pointee.dc.completeLookup(afterPartial: entry, reader.bits)
        }
        reader.skip(lengthOf: UInt64(entry.bits))
        dcPredictors[block.pointee.component] &+= Int32(entry.value)
        coefficients[0] = Int16(truncatingIfNeeded: dcPredictors[block.pointee.component])
    }

    @inline(__always)
    private static func decodeAC(
        _ block: UnsafePointer<Block>, from reader: inout BitReader, _ coefficients: DCTDownscaler.Block
    ) throws(JPEGDamage) {
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

    /// Downscales a block's coefficients to where the inverse transform expects them.
    @inline(__always)
    private static func downscale(
        _ coefficients: DCTDownscaler.Block, of block: UnsafePointer<Block>, _ mcu: Int,
        into downscaled: UnsafeMutablePointer<Float>
    ) {
        let offset = block.pointee.start &+ mcu &* block.pointee.step
        block.pointee.downscaler.downscale(coefficients, into: downscaled + offset)
    }

    /// Decodes one or two coefficients, the first of them at zigzag index `number` or later; returns whether the block
    /// is complete.
    @inline(__always)
    private static func decodeNextAC(
        _ number: inout Int, _ table: HuffmanLookup, _ targetIndices: UnsafePointer<UInt8>,
        from reader: inout BitReader,
        _ coefficients: DCTDownscaler.Block
    ) throws(JPEGDamage) -> Bool {
        let pair = table.pairs[reader.next(HuffmanDecoder.lookaheadBits)]
        var first = pair.first
        if first.isPartial {
            reader.refill()
            first = try table.completeLookup(afterPartial: first, reader.bits)
            reader.skip(lengthOf: UInt64(first.bits))
            number &+= first.run
            coefficients[Int(targetIndices[number])] = first.value
            number &+= 1
            return number >= 64
        }
        let firstNumber = number &+ first.run
        coefficients[Int(targetIndices[firstNumber])] = first.value
        number = firstNumber &+ pair.distance
        coefficients[Int(targetIndices[number])] = pair.secondValue
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

/// The columns of tiles in an MCU row.
struct TileColumns {
    /// The width of the first column in MCUs.
    ///
    /// It differs from the others' where tiles are counted from the right edge, as in a mirrored image.
    var firstWidth = Int.max
    /// The width of each other column but the last in MCUs.
    var width = Int.max
    /// The MCU column past the last tile; columns from there on belong to no tile.
    var edge = Int.max

    /// Returns the MCU column past a tile that begins at an MCU column.
    func end(ofTileAt mcu: Int) -> Int {
        guard mcu < edge else { return .max }
        let (end, overflows) = mcu.addingReportingOverflow(mcu == 0 ? firstWidth : width)
        return overflows ? edge : min(end, edge)
    }
}

extension TileColumns {
    /// Columns of one width.
    init(width: Int, edge: Int = .max) { self.init(firstWidth: width, width: width, edge: edge) }
}
