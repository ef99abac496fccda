internal import ImageSources
internal import TilePyramid

/// Decoded rows of a part of the image, lent for the duration of a call.
struct TIFFRowPiece {
    /// The pixels.
    var rect: PixelRect
    /// The first row of each plane; of all samples if they are interleaved.
    var planes: [UnsafeRawPointer]
    /// The bytes from one row of a plane to the next.
    var stride: Int

    /// The rows that begin with row `first` of the piece.
    func rows(from first: Int, _ count: Int) -> TIFFRowPiece {
        let rect = PixelRect(x: rect.x, y: rect.y + first, width: rect.size.width, height: count)
        return TIFFRowPiece(rect: rect, planes: planes.map { $0 + first * stride }, stride: stride)
    }
}

/// Reads the stored rows of a page from top to bottom.
protocol TIFFRowReader: AnyObject {
    var blocks: TIFFBlocks { get }

    /// The number of rows to read at once from `row` on, which is 0 or follows the rows read before.
    ///
    /// `wanted` are enough to make the cost of a call negligible.
    func bandHeight(at row: Int, wanted: Int) -> Int

    /// Reads rows and lends them in pieces, on any thread and in any order; a piece may be lent again.
    ///
    /// - Parameters:
    ///   - rows: the rows, as many as ``bandHeight(at:wanted:)`` says.
    ///   - target: contiguous memory for the rows, where a reader may decode them instead of lending them; nil unless
    ///     rows are delivered as they are stored.
    ///   - body: takes a piece.
    /// - Returns: the parts that are missing, when that is allowed.
    /// - Throws: ``CodecError``, or what `body` throws.
    func read(
        _ rows: Range<Int>, directly target: UnsafeMutableRawPointer?, _ body: (TIFFRowPiece) throws -> Void
    ) throws -> [PixelRect]
}

extension TIFFRowReader {
    var page: TIFFPage { blocks.page }
}

/// The memory that a worker keeps from one piece to the next.
final class TIFFPieceMemory {
    /// Memory for the samples of a piece.
    var samples = ScratchBuffer()
}
