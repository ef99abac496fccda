/// Decodes the rows of MCUs of a scan, one after the other, and marks where each tile's bits are.
final class EntropyDecoder: MCURowDecoder {
    /// What is wrong with the data.
    enum Damage: Error {
        /// The file ends too early.
        case endsEarly
        /// There is a code that means nothing, or a marker at the wrong place.
        case makesNoSense
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
        func look(closerThan entry: HuffmanDecoder.Entry, _ bits: UInt64) throws(Damage) -> HuffmanDecoder.Entry {
            let entry = decoder._withUnsafeGuaranteedRef { $0.look(closerThan: entry, bits) }
            if entry == 0 { throw .makesNoSense }
            return entry
        }
    }

    /// A block of an MCU, in the order in which they are stored.
    private struct Block {
        let component: Int
        let isFirstOfComponent: Bool
        let dc: Table
        let ac: Table
        let folding: BlockFolding
        /// Where what becomes of it begins in the first MCU of a row, and how much further on it does in the next.
        let start: Int
        let step: Int
    }

    // The blocks point into these.
    private let scan: JPEGScan
    private let transform: HalfSizeTransform
    private let window: EntropyWindow
    private let blocks: UnsafePointer<Block>
    private let blockCount: Int
    /// The coefficients of the block that is being decoded; zero before it.
    private let coefficients = BlockFolding.makeBlock()
    /// The last mean values of the components.
    private let means: UnsafeMutablePointer<Int32>
    /// MCUs in a row of a tile.
    private let unitsOfTile: Int
    /// The next bit of the window.
    private var position = 0
    /// MCUs until the next restart marker, and its number.
    private var untilRestart: Int
    private var nextRestart: Int

    /// A decoder of all of a scan.
    ///
    /// - Parameters:
    ///   - scan: what is known of it.
    ///   - transform: what becomes of the coefficients.
    ///   - unitsOfTile: the MCUs in a row of a tile; default all of a row.
    ///   - window: shows its data from the first byte on.
    ///   - nextRestart: the number of the first restart marker in it.
    init(
        _ scan: JPEGScan, transform: HalfSizeTransform, unitsOfTile: Int = .max, window: EntropyWindow,
        nextRestart: Int = 0
    ) {
        self.scan = scan
        self.transform = transform
        self.unitsOfTile = unitsOfTile
        self.window = window
        self.nextRestart = nextRestart
        means = .allocate(capacity: scan.components.count)
        means.initialize(repeating: 0, count: scan.components.count)
        untilRestart = scan.restartInterval ?? .max
        var blocks: [Block] = []
        for (number, component) in scan.components.enumerated() {
            let part = transform.parts[number]
            guard let dc = scan.dcDecoders[component.dcTable], let ac = scan.acDecoders[component.acTable] else {
                preconditionFailure("a scan has its tables")
            }
            for row in 0..<component.down {
                for column in 0..<component.across {
                    blocks.append(
                        Block(
                            component: number, isFirstOfComponent: row == 0 && column == 0, dc: Table(dc),
                            ac: Table(ac), folding: part.folding, start: part.place(ofBlock: column, row: row),
                            step: component.across * part.columns * part.rows))
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
        means.deallocate()
    }

    /// Begins anew with a scan of the same kind, from the window's first byte on.
    func begin() {
        position = 0
        nextRestart = 0
        untilRestart = scan.restartInterval ?? .max
        means.update(repeating: 0, count: scan.components.count)
        BlockFolding.empty(coefficients)  // of a block that was damaged
    }

    let rowsAtATime = 1

    func decode(_ rows: [EntropyReader.Row]) throws {
        for row in rows {
            try decodeRow(into: row.bits, row.coefficients)
        }
    }

    /// Whether all of the data has been decoded.
    var isAtEnd: Bool { window.isAtEnd && (position + 7) >> 3 == window.count }

    /// Decodes the next row of MCUs.
    ///
    /// - Parameters:
    ///   - row: gets its bits; is empty. Nil if only the coefficients are wanted.
    ///   - folded: gets what the transform has room for, ``HalfSizeTransform/count`` numbers.
    /// - Throws: ``Damage``, or what reading throws.
    func decodeRow(into row: MCURow?, _ folded: UnsafeMutablePointer<Float>) throws {
        let componentCount = scan.components.count
        var firstByte = position >> 3
        var reader = BitReader(window.base, at: position)
        var (safeEnd, end) = ends
        for unit in 0..<scan.columns {
            if reader.position > safeEnd {
                let place = reader.position
                if try window.require(behind: place >> 3, keepingFrom: firstByte) {
                    reader = BitReader(window.base, at: place - firstByte << 3)
                    firstByte = 0
                }
                (safeEnd, end) = ends
            }
            let isAtTile = unit.isMultiple(of: unitsOfTile)
            if let row, isAtTile || untilRestart == 0 {
                row.endRun(at: reader.position - firstByte << 3, means: means, count: componentCount)
                if isAtTile {
                    row.beginColumn()
                }
            }
            if untilRestart == 0 {
                reader = BitReader(window.base, at: try passRestart(at: reader.position))
                end = ends.end
            }
            if let row, isAtTile || untilRestart == scan.restartInterval {
                try decodeFirst(unit, of: row, firstByte, from: &reader, folded)
            } else {
                try decode(unit, from: &reader, folded)
            }
            untilRestart -= 1
            if reader.position > end {
                throw window.isAtEnd && !window.hasEndMarker && window.restarts.isEmpty
                    ? Damage.endsEarly : Damage.makesNoSense
            }
        }
        position = reader.position
        guard let row else { return }
        row.endRun(at: position - firstByte << 3, means: means, count: componentCount)
        row.beginColumn()
        row.take(window.base + firstByte, count: (position + 7) >> 3 - firstByte)
    }

    /// Where it has to be made sure that there is a whole MCU, and where the data or the part up to the next restart marker
    /// ends, as bits of the window.
    private var ends: (safe: Int, end: Int) {
        let safe = window.isAtEnd ? .max : (window.count - EntropyWindow.margin) << 3
        return (safe, (window.restarts.first?.place ?? window.count) << 3)
    }

    /// Goes on behind the restart marker that has to come now; returns where.
    private func passRestart(at position: Int) throws(Damage) -> Int {
        guard let restart = window.restarts.first else {
            throw window.isAtEnd && !window.hasEndMarker ? .endsEarly : .makesNoSense
        }
        guard restart.place == (position + 7) >> 3, restart.number == nextRestart else { throw .makesNoSense }
        window.passRestart()
        nextRestart = (nextRestart + 1) % 8
        untilRestart = scan.restartInterval ?? .max
        means.update(repeating: 0, count: scan.components.count)
        return restart.place << 3
    }

    /// Decodes an MCU.
    private func decode(
        _ unit: Int, from shared: inout BitReader, _ folded: UnsafeMutablePointer<Float>
    ) throws(Damage) {
        // What is of its own stays in registers.
        var reader = shared
        defer { shared = reader }
        let (means, coefficients) = (means, coefficients)
        for block in blocks..<blocks + blockCount {
            try Self.decodeMean(block, from: &reader, means, coefficients)
            try Self.decodeRest(block, from: &reader, coefficients)
            Self.fold(coefficients, of: block, unit, into: folded)
        }
    }

    /// Decodes the first MCU of a run, and marks where its components begin.
    private func decodeFirst(
        _ unit: Int, of row: MCURow, _ firstByte: Int, from reader: inout BitReader,
        _ folded: UnsafeMutablePointer<Float>
    ) throws(Damage) {
        for block in blocks..<blocks + blockCount {
            var mark = MCURow.Mark(start: reader.position - firstByte << 3)
            try Self.decodeMean(block, from: &reader, means, coefficients)
            if block.pointee.isFirstOfComponent {
                mark.rest = reader.position - firstByte << 3
                mark.firstMean = means[block.pointee.component]
                row.add(mark)
            }
            try Self.decodeRest(block, from: &reader, coefficients)
            Self.fold(coefficients, of: block, unit, into: folded)
        }
    }

    // How often the reader has to be refilled is known beforehand, so that nothing has to be found out for it: that would be
    // guessed wrong every few codes. Of the 56 bits that are there then, a mean value takes 31 at most, and what is found at
    // a look 11; what is not takes up to 31 too, and is refilled for by itself.

    @inline(__always)
    private static func decodeMean(
        _ block: UnsafePointer<Block>, from reader: inout BitReader, _ means: UnsafeMutablePointer<Int32>,
        _ coefficients: BlockFolding.Block
    ) throws(Damage) {
        reader.refill()
        var entry = block.pointee.dc.entries[reader.next(HuffmanDecoder.lookBits)]
        if HuffmanDecoder.isPartial(entry) {
            entry = try block.pointee.dc.look(closerThan: entry, reader.bits)
        }
        reader.skip(lengthOf: UInt64(entry))
        means[block.pointee.component] &+= Int32(bitPattern: entry) >> 16
        coefficients[0] = Int16(truncatingIfNeeded: means[block.pointee.component])
    }

    /// Decodes the coefficients of a block whose mean value has just been.
    @inline(__always)
    private static func decodeRest(
        _ block: UnsafePointer<Block>, from reader: inout BitReader, _ coefficients: BlockFolding.Block
    ) throws(Damage) {
        let table = block.pointee.ac
        let places = block.pointee.folding.places
        var number = 1
        if try decodeNext(&number, table, places, from: &reader, coefficients) { return }
        if try decodeNext(&number, table, places, from: &reader, coefficients) { return }
        while true {
            reader.refill()
            if try decodeNext(&number, table, places, from: &reader, coefficients) { return }
            if try decodeNext(&number, table, places, from: &reader, coefficients) { return }
            if try decodeNext(&number, table, places, from: &reader, coefficients) { return }
        }
    }

    /// Makes of a block's coefficients what the transform wants of it.
    @inline(__always)
    private static func fold(
        _ coefficients: BlockFolding.Block, of block: UnsafePointer<Block>, _ unit: Int,
        into folded: UnsafeMutablePointer<Float>
    ) {
        let place = block.pointee.start &+ unit &* block.pointee.step
        block.pointee.folding.fold(coefficients, into: folded + place)
    }

    /// Decodes one coefficient or two, the first of which may be at `number`; returns whether they were the block's last.
    @inline(__always)
    private static func decodeNext(
        _ number: inout Int, _ table: Table, _ places: UnsafePointer<UInt8>, from reader: inout BitReader,
        _ coefficients: BlockFolding.Block
    ) throws(Damage) -> Bool {
        let pair = table.pairs[reader.next(HuffmanDecoder.lookBits)]
        var first = UInt32(truncatingIfNeeded: pair)
        if HuffmanDecoder.isPartial(first) {
            reader.refill()
            first = try table.look(closerThan: first, reader.bits)
            reader.skip(lengthOf: UInt64(first))
            number &+= Int((first >> 8) & 0xFF)
            coefficients[Int(places[number])] = Int16(truncatingIfNeeded: first >> 16)
            number &+= 1
            return number >= 64
        }
        let firstNumber = number &+ Int((first >> 8) & 0xFF)
        coefficients[Int(places[firstNumber])] = Int16(truncatingIfNeeded: first >> 16)
        number = firstNumber &+ Int(truncatingIfNeeded: pair >> 32 & 0xFF)
        coefficients[Int(places[number])] = Int16(truncatingIfNeeded: pair >> 48)
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
