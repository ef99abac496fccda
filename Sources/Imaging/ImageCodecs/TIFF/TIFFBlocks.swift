internal import CTIFF
internal import PixelKernels
internal import TilePyramid

/// The strips or tiles of a page: where their bytes are, and what happens when they are not.
final class TIFFBlocks {
    /// The part of the file that holds a block.
    struct Extent {
        /// The first byte.
        var offset: Int
        /// How many bytes there are before the file ends; 0 when the block is missing.
        var count: Int
        /// Whether the file ends before the block does.
        var isTruncated: Bool
    }

    /// Why the pixels of a block are not there.
    enum Problem: Error {
        case missing, damaged
        /// It is damaged in a way that libtiff has not told.
        case unusable(reason: String)
    }

    let file: TIFFFile
    let page: TIFFPage
    /// Whether blocks with problems are left blank, and the first of them is told in ``warnings``.
    let allowTruncated: Bool
    private(set) var warnings: [String] = []

    init(_ file: TIFFFile, page: TIFFPage, allowTruncated: Bool) {
        self.file = file
        self.page = page
        self.allowTruncated = allowTruncated
    }

    /// How many blocks the page has.
    var count: Int { page.blockColumns * page.blockRows * page.planes }

    /// Where a block is, as `TIFFGetStrileOffset` and `TIFFGetStrileByteCount` say, within the file's real size.
    func extent(of block: Int) -> Extent {
        let (offset, count) = file.withHandle {
            (TIFFGetStrileOffset($0, UInt32(block)), TIFFGetStrileByteCount($0, UInt32(block)))
        }
        // No block starts within the header: 0 is what writers of sparse files put there.
        guard offset >= 8, count > 0, offset < UInt64(file.size) else {
            return Extent(offset: 0, count: 0, isTruncated: true)
        }
        let left = UInt64(file.size) - offset
        return Extent(offset: Int(offset), count: Int(min(count, left)), isTruncated: count > left)
    }

    /// Makes libtiff believe that a block ends where the file does, so that it decodes what there is of it.
    func shorten(_ block: Int, to extent: Extent) {
        var counts: UnsafeMutablePointer<UInt64>?
        let isThere = file.withHandle { ctiff_get_uint64_array($0, UInt32(TIFFTAG_STRIPBYTECOUNTS), &counts) != 0 }
        guard isThere, let counts else { return }
        counts[block] = UInt64(extent.count)
    }

    /// Decodes a tile (`TIFFReadEncodedTile`) whose first row of the image is `row`.
    ///
    /// - Returns: whether it is there; no when it is not and that was accepted.
    func decodeTile(_ index: Int, row: Int, into tile: UnsafeMutableRawBufferPointer) throws -> Bool {
        guard !extent(of: index).isTruncated else {
            try accept(.missing, row: row)
            return false
        }
        let isDecoded = file.succeeds {
            TIFFReadEncodedTile($0, UInt32(index), tile.baseAddress, tmsize_t(tile.count)) == tile.count
        }
        guard isDecoded else {
            try accept(.damaged, row: row)
            return false
        }
        return true
    }

    /// Accepts or refuses that pixels from a row on are not there.
    ///
    /// - Parameters:
    ///   - problem: why they are not.
    ///   - row: the first of them.
    ///   - column: that of their tile, where it is known.
    /// - Throws: ``CodecError`` unless truncated images are allowed.
    func accept(_ problem: Problem, row: Int, column: Int? = nil) throws {
        let tile = column.map { " (tile \($0), \(row / page.block.height))" } ?? ""
        let position = "row \(row + 1) of \(page.size.height)\(tile)"
        guard allowTruncated else {
            switch problem {
            case .missing:
                throw CodecError(
                    .truncated, file: file.name,
                    "the file ends before \(position). Get a complete copy, or cut what there is with "
                        + "--allow-truncated.")
            case .damaged:
                var error = file.failure("the data is damaged near \(position)")
                if error.code == .damaged {
                    error.message.removeLast()
                    error.message += ", or cut what can be read with --allow-truncated."
                }
                throw error
            case .unusable(let reason):
                throw CodecError(
                    .damaged, file: file.name,
                    "the data is damaged near \(position): \(reason). Get a good copy, or cut what can be read with "
                        + "--allow-truncated.")
            }
        }
        guard warnings.isEmpty else { return }
        let blank = page.stored.alphaIndex == nil ? "gray" : "transparent"
        switch problem {
        case .missing: warnings.append("the file ends before \(position); what is missing is \(blank).")
        case .damaged, .unusable:
            warnings.append("the data is damaged near \(position); what cannot be read is \(blank).")
        }
    }
}

/// Reads the stored rows of a page from top to bottom.
protocol TIFFRowReader: AnyObject {
    /// How many rows to ask for at once, from a row on that is the first or follows those read before.
    func bandHeight(at row: Int) -> Int

    /// Reads rows, one after the other without gaps.
    ///
    /// - Returns: the parts that are not there and were accepted as such.
    func read(_ rows: Range<Int>, into target: UnsafeMutableRawPointer) throws -> [PixelRect]
}
