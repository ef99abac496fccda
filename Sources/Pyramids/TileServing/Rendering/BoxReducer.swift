internal import PixelKernels
internal import TilePyramid

/// Halves a part of a level a number of times while its rows arrive, exactly as the levels of a pyramid are made.
final class BoxReducer {
    private let size: PixelSize
    private let layout: PixelLayout
    private let origin: PixelOffset
    private let holdsNumbers: Bool
    /// The upper row of a pair, kept until the lower one arrives.
    private let upper: PixelMemory
    private let halved: PixelMemory
    private let next: BoxReducer?
    private let output: (UnsafeRawPointer, Int) throws -> Void

    /// Prepares the halving.
    ///
    /// - Parameters:
    ///   - size: the size of the part.
    ///   - layout: how pixels lie in memory.
    ///   - origin: where the part begins in its level, a multiple of what one pixel of the result covers.
    ///   - halvings: how many times it is halved; at least 1.
    ///   - holdsNumbers: whether pixels are `NumberPixels`, in a layout of colors of 8 bits; false by default.
    ///   - output: receives the rows of the result, each valid during the call.
    /// - Throws: `OutOfMemory`.
    init(
        _ size: PixelSize, _ layout: PixelLayout, origin: PixelOffset, halvings: Int,
        holdsNumbers: Bool = false, output: @escaping (UnsafeRawPointer, Int) throws -> Void
    ) throws {
        self.size = size
        self.layout = layout
        self.origin = origin
        self.holdsNumbers = holdsNumbers
        self.output = output
        upper = try PixelMemory(PixelSize(width: size.width, height: 1), layout)
        halved = try PixelMemory(PixelSize(width: size.halved.width, height: 1), layout)
        next =
            halvings > 1
            ? try BoxReducer(
                size.halved, layout, origin: PixelOffset(x: origin.x / 2, y: origin.y / 2), halvings: halvings - 1,
                holdsNumbers: holdsNumbers, output: output) : nil
    }

    /// Adds row `y` of the part, counted from 0.
    func add(_ row: UnsafeRawPointer, _ y: Int) throws {
        let isUpper = y.isMultiple(of: 2)
        guard !isUpper || y == size.height - 1 else {
            return upper.base.copyMemory(from: row, byteCount: upper.stride)
        }
        let first = isUpper ? row : UnsafeRawPointer(upper.base)
        let second = isUpper ? nil : row
        if holdsNumbers {
            BoxDownsampling.makeNumberRow(
                upper: first, lower: second, width: size.width, hasAlpha: layout.channels.hasAlpha, into: halved.base,
                outputRow: (origin.y + y) / 2, firstColumn: origin.x / 2)
        } else {
            BoxDownsampling.makeRow(
                upper: first, lower: second, width: size.width, layout: layout, into: halved.base,
                outputRow: (origin.y + y) / 2, firstColumn: origin.x / 2)
        }
        if let next { try next.add(halved.base, y / 2) } else { try output(halved.base, y / 2) }
    }
}
