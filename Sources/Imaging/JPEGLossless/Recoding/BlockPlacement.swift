internal import PixelKernels

/// The placement of a block's coefficients by a block transform: tables by zigzag index.
final class BlockPlacement: @unchecked Sendable {
    // The memory is not written to after `init`.

    /// The zigzag index of each coefficient in the transformed block; ``CoefficientBlocks/discardIndex`` for indices
    /// past 63, which an end-of-block code or damaged data gives.
    let targets: UnsafeMutablePointer<UInt8>
    /// −1 for the coefficients that are negated, else 1.
    let signs: UnsafeMutablePointer<Int16>

    /// The 64 coefficients, and zigzag indices past them that damaged data can give.
    private static let indexCount = 64 + HuffmanDecoder.endOfBlock + 16

    init(_ transform: DCTBlockTransform) {
        targets = .allocate(capacity: Self.indexCount)
        targets.initialize(repeating: UInt8(CoefficientBlocks.discardIndex), count: Self.indexCount)
        signs = .allocate(capacity: Self.indexCount)
        signs.initialize(repeating: 1, count: Self.indexCount)
        var indices = Array(repeating: UInt8(0), count: 64)
        for (number, coefficient) in DCTDownscaler.zigzag.enumerated() {
            indices[coefficient] = UInt8(number)
        }
        for (number, coefficient) in DCTDownscaler.zigzag.enumerated() {
            let across = coefficient % 8
            let down = coefficient / 8
            targets[number] = indices[transform.transposes ? 8 * across + down : coefficient]
            let isNegated =
                (transform.flipsHorizontally && !across.isMultiple(of: 2))
                != (transform.flipsVertically && !down.isMultiple(of: 2))
            signs[number] = isNegated ? -1 : 1
        }
    }

    /// Transforms a block.
    @inline(__always)
    func move(_ row: BlockRow, _ column: Int, to index: Int, of target: CoefficientBlocks.Component) {
        let source = row.values + column &* CoefficientBlocks.stride
        let values = target.values + index &* CoefficientBlocks.stride
        values[0] = source[0]
        var rest = row.masks[column] & ~1
        var mask: UInt64 = 0
        while rest != 0 {
            let number = rest.trailingZeroBitCount
            rest &= rest &- 1
            let place = Int(targets[number])
            values[place] = source[number] &* signs[number]
            mask |= 1 &<< UInt64(truncatingIfNeeded: place)
        }
        target.masks[index] = mask
    }

    deinit {
        targets.deallocate()
        signs.deallocate()
    }
}

/// The positions of a tile's blocks in the transformed tile, by column and row: an index that is linear in both.
struct BlockGrid {
    private let first: Int
    private let columnStep: Int
    private let rowStep: Int

    /// The grid of a tile of so many blocks each way.
    init(columns: Int, rows: Int, _ transform: DCTBlockTransform) {
        let (across, down) = transform.transposes ? (rows, 1) : (1, columns)
        columnStep = transform.flipsHorizontally ? -across : across
        rowStep = transform.flipsVertically ? -down : down
        first =
            (transform.flipsHorizontally ? (columns - 1) * across : 0)
            + (transform.flipsVertically ? (rows - 1) * down : 0)
    }

    @inline(__always)
    func index(column: Int, row: Int) -> Int { first &+ column &* columnStep &+ row &* rowStep }
}
