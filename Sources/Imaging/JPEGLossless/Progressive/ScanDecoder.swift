internal import PixelKernels
internal import TilePyramid

/// Decodes a scan of an image that has several, an MCU row at a time.
///
/// All scans are decoded side by side, each MCU row by one scan after the other, so that no more than that row has to
/// be in memory. Each has a window of its own on the file.
final class ScanDecoder {
    /// A component of the scan.
    private struct Plane {
        /// The component's number.
        let number: Int
        let horizontalSampling: Int
        let verticalSampling: Int
        /// Blocks in a row, padded to whole MCUs.
        let blocksPerRow: Int
        /// The blocks that show pixels, each way; a scan of a single component has no others.
        let columns: Int
        let rows: Int
        let dc: HuffmanLookup?
        let ac: HuffmanLookup?
    }

    /// The kind of coefficients that the scan codes (ITU-T T.81, F.1.2 and G.1.2).
    private enum Kind {
        case sequential, firstDC, refinedDC, firstAC, refinedAC
    }

    /// Whether the scan has DC coefficients.
    ///
    /// They are decoded apart from the others, which do not depend on them.
    let hasDC: Bool
    /// The numbers of the scan's components.
    let componentNumbers: [Int]
    private let kind: Kind
    private let band: ProgressiveBand
    private let planes: [Plane]
    // Keep alive what `planes` points into.
    private let decoders: [HuffmanDecoder]
    private let placement = BlockPlacement(
        DCTBlockTransform(flipsHorizontally: false, flipsVertically: false, transposes: false))
    private let mcuColumns: Int
    private let bitstream: DestuffedBitstream
    private let dcPredictors: UnsafeMutablePointer<Int32>
    private let restartInterval: Int?
    private var mcusUntilRestart: Int
    private var nextRestart = 0
    /// The blocks that an end-of-block code still ends.
    private var endOfBlockRun = 0
    /// The position of the next bit in the window.
    private var position = 0
    private var hasSkippedBytes = false

    /// The blocks decoded between two looks at the end of the window, whose margin holds any that are this long.
    private static let blocksAtATime = 8

    /// Creates a decoder of a scan; fails if a Huffman table has a symbol that no difference has.
    init?(_ scan: ScanScript.Scan, isProgressive: Bool, of frame: JPEGFrame, _ bitstream: DestuffedBitstream) {
        var decoders: [HuffmanDecoder] = []
        let isFirst = scan.earlierShift == 0
        let first = scan.coefficients.lowerBound
        let last = scan.coefficients.upperBound
        kind =
            !isProgressive
            ? .sequential : first == 0 ? isFirst ? .firstDC : .refinedDC : isFirst ? .firstAC : .refinedAC
        hasDC = first == 0
        let most = (across: frame.mcuSize.width / 8, down: frame.mcuSize.height / 8)
        var planes: [Plane] = []
        for component in scan.components {
            var (dc, ac): (HuffmanLookup?, HuffmanLookup?)
            if first == 0, isFirst {
                guard let decoder = component.dcTable.flatMap({ HuffmanDecoder($0, .dc) }) else { return nil }
                decoders.append(decoder)
                dc = HuffmanLookup(decoder)
            }
            if last > 0 {
                let kind: HuffmanDecoder.Kind = isProgressive ? .progressiveAC : .ac
                guard let decoder = component.acTable.flatMap({ HuffmanDecoder($0, kind) }) else { return nil }
                decoders.append(decoder)
                ac = HuffmanLookup(decoder)
            }
            let stored = frame.components[component.number]
            planes.append(
                Plane(
                    number: component.number, horizontalSampling: stored.horizontalSampling,
                    verticalSampling: stored.verticalSampling, blocksPerRow: stored.blocksPerRow,
                    columns: (frame.size.width * stored.horizontalSampling + 8 * most.across - 1) / (8 * most.across),
                    rows: (frame.size.height * stored.verticalSampling + 8 * most.down - 1) / (8 * most.down),
                    dc: dc, ac: ac))
        }
        self.planes = planes
        self.decoders = decoders
        componentNumbers = planes.map(\.number)
        band = ProgressiveBand(scan)
        mcuColumns = frame.mcuColumns
        self.bitstream = bitstream
        restartInterval = scan.restartInterval
        mcusUntilRestart = scan.restartInterval ?? .max
        dcPredictors = .allocate(capacity: planes.count)
        dcPredictors.initialize(repeating: 0, count: planes.count)
    }

    deinit { dcPredictors.deallocate() }

    /// Whether bytes have been skipped, or follow the last row.
    var leavesBytes: Bool { hasSkippedBytes || (position + 7) >> 3 < bitstream.count }

    /// Decodes an MCU row; called for each in order.
    ///
    /// - Parameters:
    ///   - row: the number of the row.
    ///   - blocks: its blocks, as the scans before this one have left them.
    /// - Throws: ``JPEGDamage``, or what reading throws.
    func decode(_ row: Int, into blocks: CoefficientBlocks) throws {
        if planes.count == 1, let plane = planes.first {
            for line in 0..<plane.verticalSampling where row * plane.verticalSampling + line < plane.rows {
                let memory = blocks.components[plane.number].row(line * plane.blocksPerRow)
                try decode(plane.columns, atATime: Self.blocksAtATime) { range, reader throws(JPEGDamage) in
                    try decode(range, of: memory, plane, &dcPredictors[0], from: &reader)
                }
            }
            return
        }
        try decode(mcuColumns, atATime: 1) { range, reader throws(JPEGDamage) in
            for (index, plane) in planes.enumerated() {
                let first = range.lowerBound * plane.horizontalSampling
                for line in 0..<plane.verticalSampling {
                    try decode(
                        first..<first + plane.horizontalSampling,
                        of: blocks.components[plane.number].row(line * plane.blocksPerRow), plane, &dcPredictors[index],
                        from: &reader)
                }
            }
        }
    }

    /// Decodes a row of so many MCUs, some at a time: reads more of the file, and passes restart markers.
    private func decode(
        _ count: Int, atATime limit: Int, _ body: (Range<Int>, inout BitReader) throws(JPEGDamage) -> Void
    ) throws {
        var reader = BitReader(bitstream.base, at: position)
        var (safeEnd, end) = ends
        var mcu = 0
        while mcu < count {
            if reader.position > safeEnd {
                let offset = reader.position
                if try bitstream.fill(after: offset >> 3, keepingFrom: offset >> 3) {
                    reader = BitReader(bitstream.base, at: offset & 7)
                }
                (safeEnd, end) = ends
            }
            if mcusUntilRestart == 0 {
                reader = BitReader(bitstream.base, at: try skipRestartMarker(at: reader.position))
                end = ends.end
            }
            let next = min(mcu + min(limit, mcusUntilRestart), count)
            try body(mcu..<next, &reader)
            mcusUntilRestart -= next - mcu
            mcu = next
            if reader.position > end { throw JPEGDamage.corrupt }
        }
        position = reader.position
    }

    /// The position from which a whole MCU may not be in the window, and the end of the data or of the restart
    /// interval.
    private var ends: (safe: Int, end: Int) {
        let safe = bitstream.isAtEnd ? .max : (bitstream.count - DestuffedBitstream.margin) << 3
        return (safe, (bitstream.restartMarkers.first?.offset ?? bitstream.count) << 3)
    }

    /// Passes the restart marker that is due, resets the state of the decoder, and returns the position after the
    /// marker.
    private func skipRestartMarker(at position: Int) throws(JPEGDamage) -> Int {
        let end = (position + 7) >> 3
        guard let restart = bitstream.restartMarkers.first, restart.offset >= end, restart.number == nextRestart else {
            throw .corrupt
        }
        hasSkippedBytes = hasSkippedBytes || restart.offset > end
        bitstream.skipRestartMarker()
        nextRestart = (nextRestart + 1) % 8
        mcusUntilRestart = restartInterval ?? .max
        endOfBlockRun = 0
        dcPredictors.update(repeating: 0, count: planes.count)
        return restart.offset << 3
    }

    /// Decodes blocks of a row.
    @inline(__always)
    private func decode(
        _ range: Range<Int>, of row: CoefficientBlocks.Component, _ plane: Plane, _ dcPredictor: inout Int32,
        from reader: inout BitReader
    ) throws(JPEGDamage) {
        switch kind {
        case .sequential:
            guard let dc = plane.dc, let ac = plane.ac else { return }
            for block in range {
                let values = row.values + block * CoefficientBlocks.stride
                try SequentialBlocks.decodeDC(dc, from: &reader, &dcPredictor)
                values[0] = Int16(truncatingIfNeeded: dcPredictor)
                row.masks[block] = try SequentialBlocks.decodeAC(ac, placement, from: &reader, into: values)
            }
        case .firstDC:
            guard let dc = plane.dc else { return }
            for block in range {
                try SequentialBlocks.decodeDC(dc, from: &reader, &dcPredictor)
                row.values[block * CoefficientBlocks.stride] = Int16(truncatingIfNeeded: dcPredictor) &<< band.shift
            }
        case .refinedDC:
            for block in range {
                reader.refill()
                row.values[block * CoefficientBlocks.stride] |= Int16(truncatingIfNeeded: reader.next(1)) &<< band.shift
                reader.skip(1)
            }
        case .firstAC:
            guard let ac = plane.ac else { return }
            try band.decodeFirst(range, of: row, ac, &endOfBlockRun, from: &reader)
        case .refinedAC:
            guard let ac = plane.ac else { return }
            try band.refine(range, of: row, ac, &endOfBlockRun, from: &reader)
        }
    }
}

extension CoefficientBlocks.Component {
    /// Returns the blocks from one on.
    fileprivate func row(_ first: Int) -> Self {
        Self(values: values + first * CoefficientBlocks.stride, masks: masks + first)
    }
}
