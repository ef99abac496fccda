internal import ImageSources
internal import PixelKernels

/// Decodes the bits of a stored tile again, and puts its transformed blocks where the upright tile has them.
///
/// One thread uses a decoder at a time.
final class RotatedTileDecoder {
    /// A block of an MCU, in the order of the scan.
    private struct Block {
        let component: Int
        let isFirstOfComponent: Bool
        let dc: HuffmanLookup
        let ac: HuffmanLookup
        let column: Int
        let row: Int
    }

    private let scan: JPEGScan
    private let transform: DCTBlockTransform
    private let placement: BlockPlacement
    private let blocks: UnsafeMutablePointer<Block>
    private let blockCount: Int
    /// The blocks of the tile decoded last, transformed.
    let coefficients: CoefficientBlocks
    private let dcPredictors: UnsafeMutablePointer<Int32>
    /// The index of each block of the first MCU of a row in the upright tile, and the distance to the next MCU's.
    private let targets: UnsafeMutablePointer<(index: Int, step: Int)>

    /// Allocates memory for tiles of so many stored MCUs each way.
    ///
    /// - Throws: `OutOfMemory` when the system refuses the memory.
    init(_ scan: JPEGScan, _ transform: DCTBlockTransform, mcuColumns: Int, mcuRows: Int) throws(OutOfMemory) {
        self.scan = scan
        self.transform = transform
        placement = BlockPlacement(transform)
        coefficients = try CoefficientBlocks(
            counts: scan.components.map { mcuColumns * mcuRows * $0.horizontalSampling * $0.verticalSampling })
        var blocks: [Block] = []
        for (number, component) in scan.components.enumerated() {
            guard let dc = scan.dcDecoders[component.dcTable], let ac = scan.acDecoders[component.acTable] else {
                preconditionFailure("a scan has the tables of its components")
            }
            for row in 0..<component.verticalSampling {
                for column in 0..<component.horizontalSampling {
                    blocks.append(
                        Block(
                            component: number, isFirstOfComponent: row == 0 && column == 0, dc: HuffmanLookup(dc),
                            ac: HuffmanLookup(ac), column: column, row: row))
                }
            }
        }
        blockCount = blocks.count
        self.blocks = .allocate(capacity: blocks.count)
        self.blocks.initialize(from: blocks, count: blocks.count)
        targets = .allocate(capacity: blocks.count)
        targets.initialize(repeating: (0, 0), count: blocks.count)
        dcPredictors = .allocate(capacity: scan.components.count)
        dcPredictors.initialize(repeating: 0, count: scan.components.count)
    }

    deinit {
        blocks.deallocate()
        targets.deallocate()
        dcPredictors.deallocate()
    }

    /// Decodes a tile.
    ///
    /// - Parameters:
    ///   - column: the stored column of tiles.
    ///   - mcuColumns: its width in MCUs.
    ///   - rows: the bits of its MCU rows.
    /// - Throws: ``JPEGDamage``.
    func decode(column: Int, mcuColumns: Int, of rows: [MCURowBitstream]) throws(JPEGDamage) {
        let grids = scan.components.map { component in
            BlockGrid(
                columns: mcuColumns * component.horizontalSampling, rows: rows.count * component.verticalSampling,
                transform)
        }
        for (number, row) in rows.enumerated() {
            for index in 0..<blockCount {
                let block = blocks[index]
                let component = scan.components[block.component]
                let grid = grids[block.component]
                let blockRow = number * component.verticalSampling + block.row
                let first = grid.index(column: block.column, row: blockRow)
                let second = grid.index(column: block.column + component.horizontalSampling, row: blockRow)
                targets[index] = (first, second - first)
            }
            for run in row.runs(ofColumn: column) {
                try decode(run, of: row)
            }
        }
    }

    /// Decodes a run of MCUs, and moves the targets past it.
    private func decode(_ run: Int, of row: MCURowBitstream) throws(JPEGDamage) {
        guard let bytes = row.bytes else { preconditionFailure("a row with runs has bytes") }
        let firstMark = run * scan.components.count
        let end = row.runEnds[run]
        var reader = BitReader(bytes, at: row.marks[firstMark].start)
        var isFirst = true
        let blocks = blocks
        let targets = targets
        let dcPredictors = dcPredictors
        let components = coefficients.components
        while reader.position < end {
            for index in 0..<blockCount {
                let target = targets[index].index
                targets[index].index = target &+ targets[index].step
                let component = blocks[index].component
                let memory = components[component]
                let values = memory.values + target &* CoefficientBlocks.stride
                try SequentialBlocks.decodeDC(blocks[index].dc, from: &reader, &dcPredictors[component])
                if isFirst, blocks[index].isFirstOfComponent {
                    // The mark has the coefficient itself; the difference is to a block outside of the run.
                    dcPredictors[component] = row.marks[firstMark + component].firstDC
                }
                values[0] = Int16(truncatingIfNeeded: dcPredictors[component])
                memory.masks[target] = try SequentialBlocks.decodeAC(
                    blocks[index].ac, placement, from: &reader, into: values)
            }
            isFirst = false
        }
    }
}
