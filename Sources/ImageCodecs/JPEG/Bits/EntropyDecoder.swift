/// Decodes the rows of MCUs of a scan, one after the other, and marks where each tile's bits are.
final class EntropyDecoder: MCURowDecoder {
    /// What is wrong with the data.
    enum Damage: Error {
        /// The file ends too early.
        case endsEarly
        /// There is a code that means nothing, or a marker at the wrong place.
        case makesNoSense
    }

    /// A block of an MCU, in the order in which they are stored.
    private struct Block {
        let component: Int
        let isFirstOfComponent: Bool
        let dc: Unmanaged<HuffmanDecoder>
        let ac: Unmanaged<HuffmanDecoder>
        let dcEntries: UnsafeMutablePointer<HuffmanDecoder.Entry>
        let acEntries: UnsafeMutablePointer<HuffmanDecoder.Entry>
        let weights: UnsafeMutablePointer<HalfSizeTransform.Weight>
        /// Where the first MCU's is found in the row's coefficients, and how far the next one is.
        let first: Int
        let step: Int
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
    ///   - unitsOfTile: the MCUs in a row of a tile.
    ///   - window: shows its data from the first byte on.
    ///   - nextRestart: the number of the first restart marker in it.
    init(
        _ scan: JPEGScan, transform: HalfSizeTransform, unitsOfTile: Int, window: EntropyWindow, nextRestart: Int = 0
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
                            component: number, isFirstOfComponent: row == 0 && column == 0,
                            dc: .passUnretained(dc), ac: .passUnretained(ac), dcEntries: dc.entries,
                            acEntries: ac.entries, weights: part.weights,
                            first: part.offset + (row * component.blocks + column) * part.blockSize,
                            step: component.across * part.blockSize))
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
    ///   - row: gets its bits; is empty.
    ///   - coefficients: get what the transform has room for, ``HalfSizeTransform/count`` numbers.
    /// - Throws: ``Damage``, or what reading throws.
    func decodeRow(into row: MCURow, _ coefficients: UnsafeMutablePointer<Float>) throws {
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
            if isAtTile || untilRestart == 0 {
                row.endRun(at: reader.position - firstByte << 3, means: means, count: componentCount)
            }
            if isAtTile {
                row.beginColumn()
            }
            if untilRestart == 0 {
                reader = BitReader(window.base, at: try passRestart(at: reader.position))
                end = ends.end
            }
            if isAtTile || untilRestart == scan.restartInterval {
                try decodeFirst(unit, of: row, firstByte, from: &reader, coefficients)
            } else {
                for block in blocks {
                    let target = coefficients + block.first + unit * block.step
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
        row.endRun(at: reader.position - firstByte << 3, means: means, count: componentCount)
        row.beginColumn()
        position = reader.position
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
            let target = coefficients + block.first + unit * block.step
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

    @inline(__always)
    private static func decodeMean(
        _ block: Block, from reader: inout BitReader, _ means: UnsafeMutablePointer<Int32>,
        _ coefficients: UnsafeMutablePointer<Float>
    ) throws(Damage) {
        reader.require32()
        var entry = block.dcEntries[Int(truncatingIfNeeded: reader.bits >> UInt64(64 - HuffmanDecoder.lookBits))]
        if UInt8(truncatingIfNeeded: entry) &- 1 >= 0x7F {
            entry = block.dc._withUnsafeGuaranteedRef { $0.look(closerThan: entry, reader.bits) }
            if entry == 0 { throw .makesNoSense }
        }
        reader.skip(Int(entry & 0x1F))
        means[block.component] &+= Int32(bitPattern: entry) >> 16
        coefficients[0] = Float(means[block.component]) * block.weights[0].factor
    }

    @inline(__always)
    private static func decodeRest(
        _ block: Block, from reader: inout BitReader, _ coefficients: UnsafeMutablePointer<Float>
    ) throws(Damage) {
        var place = 1
        while place < 64 {
            reader.require32()
            var entry = block.acEntries[Int(truncatingIfNeeded: reader.bits >> UInt64(64 - HuffmanDecoder.lookBits))]
            if UInt8(truncatingIfNeeded: entry) &- 1 >= 0x7F {
                entry = block.ac._withUnsafeGuaranteedRef { $0.look(closerThan: entry, reader.bits) }
                if entry == 0 { throw .makesNoSense }
            }
            reader.skip(Int(entry & 0x1F))
            place &+= Int((entry >> 8) & 0xFF)
            if place >= HalfSizeTransform.weightCount { return }
            let weight = block.weights[place]
            coefficients[Int(weight.place)] += Float(Int32(bitPattern: entry) >> 16) * weight.factor
            place &+= 1
        }
    }
}
