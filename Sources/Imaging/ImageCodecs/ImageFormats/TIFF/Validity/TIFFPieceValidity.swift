internal import ImageSources
internal import TilePyramid

/// The validity of the pixels that a row reader lends.
enum TIFFPieceValidity: Sendable {
    /// By the value of their samples.
    case search(TIFFNodataSearch)
    /// By the rows of a mask.
    case rows(TIFFMaskRows.Rows)

    /// The validity of a row of a piece: 255 or 0 for each pixel.
    ///
    /// - Returns: memory that is valid until `scratch` is used again.
    /// - Throws: `OutOfMemory` when the system refuses the memory.
    func row(
        _ row: Int, of piece: TIFFRowPiece, _ scratch: inout ScratchBuffer
    ) throws(OutOfMemory) -> UnsafePointer<UInt8> {
        switch self {
        case .rows(let rows): return rows.pixel(piece.rect.x, piece.rect.y + row)
        case .search(let search):
            let width = piece.rect.size.width
            let validity = try scratch.reserve(width).bindMemory(to: UInt8.self, capacity: width)
            search.write(piece, row: row, into: validity)
            return UnsafePointer(validity)
        }
    }
}

/// The validity of the rows of a page, while they are read from top to bottom.
struct TIFFValidityRows {
    private let search: TIFFNodataSearch?
    private let mask: TIFFMaskRows?

    /// Begins with the blocks that have a row; nil if nothing is said of validity.
    init?(_ statement: TIFFValidity.Statement?, from row: Int) {
        switch statement {
        case nil: return nil
        case .nodata(let search, _):
            self.search = search
            mask = nil
        case .mask(let source):
            search = nil
            mask = TIFFMaskRows(source, from: row)
        }
    }

    /// The validity of a band, which is read before the band is.
    func band(_ rows: Range<Int>) throws -> TIFFPieceValidity? {
        if let mask { return .rows(try mask.read(rows)) }
        return search.map { .search($0) }
    }
}
