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
        let weights: UnsafeMutablePointer<HalfSizeTransform.Weight>
        /// Where it is found among the row's coefficients.
        let part: HalfSizeTransform.Part
        let column: Int
        let row: Int
        /// Blocks in a row of the MCU.
        let across: Int

        /// Where the coefficients of an MCU's block begin.
        @inline(__always)
        func place(inUnit unit: Int) -> Int { part.place(ofBlock: unit &* across &+ column, row: row) }
    }

    // The blocks point into these.
    private let scan: JPEGScan
    private let transform: HalfSizeTransform
    private let window: EntropyWindow
    private let blocks: UnsafeMutableBufferPointer<Block>
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
                            ac: Table(ac), weights: part.weights,
                            part: part, column: column, row: row, across: component.across))
                }
            }
        }
        self.blocks = .allocate(capacity: blocks.count)
        _ = self.blocks.initialize(from: blocks)
    }

    deinit {
        blocks.deallocate()
        means.deallocate()
    }

    /// Begins anew with a scan of the same kind, from the window's first byte on.
    func begin() {
        position = 0
        nextRestart = 0
        untilRestart = scan.restartInterval ?? .max
        means.update(repeating: 0, count: scan.components.count)
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
    ///   - coefficients: get what the transform has room for, ``HalfSizeTransform/count`` numbers.
    /// - Throws: ``Damage``, or what reading throws.
    func decodeRow(into row: MCURow?, _ coefficients: UnsafeMutablePointer<Float>) throws {
        let componentCount = scan.components.count
        var firstByte = position >> 3
        var reader = BitReader(window.base, at: position)
        var (safeEnd, end) = ends
        coefficients.update(repeating: 0, count: transform.count)
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
                try decodeFirst(unit, of: row, firstByte, from: &reader, coefficients)
            } else {
                for block in blocks {
                    let target = coefficients + block.place(inUnit: unit)
                    try Self.decodeMean(block, from: &reader, means, target)
                    try Self.decodeRest(block, from: &reader, target)
                }
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

    /// Decodes the first MCU of a run, and marks where its components begin.
    private func decodeFirst(
        _ unit: Int, of row: MCURow, _ firstByte: Int, from reader: inout BitReader,
        _ coefficients: UnsafeMutablePointer<Float>
    ) throws(Damage) {
        for block in blocks {
            let target = coefficients + block.place(inUnit: unit)
            var mark = MCURow.Mark(start: reader.position - firstByte << 3)
            try Self.decodeMean(block, from: &reader, means, target)
            if block.isFirstOfComponent {
                mark.rest = reader.position - firstByte << 3
                mark.firstMean = means[block.component]
                row.add(mark)
            }
            try Self.decodeRest(block, from: &reader, target)
        }
    }

    // How often the reader has to be refilled is known beforehand, so that nothing has to be found out for it: that would be
    // guessed wrong every few codes. Of the 56 bits that are there then, a mean value takes 31 at most, and what is found at
    // a look 11; what is not takes up to 31 too, and is refilled for by itself.

    @inline(__always)
    private static func decodeMean(
        _ block: Block, from reader: inout BitReader, _ means: UnsafeMutablePointer<Int32>,
        _ coefficients: UnsafeMutablePointer<Float>
    ) throws(Damage) {
        reader.refill()
        var entry = block.dc.entries[reader.next(HuffmanDecoder.lookBits)]
        if HuffmanDecoder.isPartial(entry) {
            entry = try block.dc.look(closerThan: entry, reader.bits)
        }
        reader.skip(lengthOf: UInt64(entry))
        means[block.component] &+= Int32(bitPattern: entry) >> 16
        coefficients[0] = Float(means[block.component]) * block.weights[0].factor
    }

    /// Decodes the coefficients of a block whose mean value has just been.
    @inline(__always)
    private static func decodeRest(
        _ block: Block, from shared: inout BitReader, _ coefficients: UnsafeMutablePointer<Float>
    ) throws(Damage) {
        // A reader of its own stays in registers.
        var reader = shared
        defer { shared = reader }
        var place = 1
        if try decodeNext(&place, block, from: &reader, coefficients) { return }
        if try decodeNext(&place, block, from: &reader, coefficients) { return }
        while true {
            reader.refill()
            if try decodeNext(&place, block, from: &reader, coefficients) { return }
            if try decodeNext(&place, block, from: &reader, coefficients) { return }
            if try decodeNext(&place, block, from: &reader, coefficients) { return }
        }
    }

    /// Decodes one coefficient or two, the first of which may be at `place`; returns whether they were the block's last.
    @inline(__always)
    private static func decodeNext(
        _ place: inout Int, _ block: Block, from reader: inout BitReader, _ coefficients: UnsafeMutablePointer<Float>
    ) throws(Damage) -> Bool {
        func add(_ value: Int32) {
            let weight = block.weights[place]
            coefficients[Int(weight.place)] += Float(value) * weight.factor
        }
        let pair = block.ac.pairs[reader.next(HuffmanDecoder.lookBits)]
        var first = UInt32(truncatingIfNeeded: pair)
        if HuffmanDecoder.isPartial(first) {
            reader.refill()
            first = try block.ac.look(closerThan: first, reader.bits)
            reader.skip(lengthOf: UInt64(first))
            place &+= Int((first >> 8) & 0xFF)
            add(Int32(bitPattern: first) >> 16)
            place &+= 1
            return place >= 64
        }
        place &+= Int((first >> 8) & 0xFF)
        add(Int32(bitPattern: first) >> 16)
        if place >= 63 {
            // What follows is not of this block.
            reader.skip(lengthOf: pair >> 40)
            return true
        }
        reader.skip(lengthOf: pair)
        place &+= Int(truncatingIfNeeded: pair >> 32 & 0xFF)
        add(Int32(truncatingIfNeeded: Int64(bitPattern: pair) >> 48))
        place &+= 1
        return place >= 64
    }
}
