internal import ImageMetadata
internal import CTIFF
internal import PixelKernels
internal import TilePyramid

/// The strips or tiles of a page: their location in the file, and the handling of damaged ones.
final class TIFFBlocks {
    /// The part of the file that holds a block.
    struct Extent {
        /// The first byte.
        var offset: Int
        /// The number of bytes that the file has of the block; 0 when it has none.
        var count: Int
        /// True when the file ends before the block does.
        var isTruncated: Bool
        /// True when the directory has neither an offset nor a size for the block, as writers of sparse files leave it.
        var isAbsent = false
        /// The problem with a truncated extent.
        var problem: Problem { isAbsent ? .absent : .missing }
    }

    /// The reason that a block's pixels are missing.
    enum Problem: Error {
        case missing, damaged
        /// The block was never written.
        case absent
        /// The block is damaged, and libtiff reported nothing.
        case unusable(reason: String)
    }

    let file: TIFFFile
    let page: TIFFPage
    /// Leaves unreadable blocks blank and reports the first of them in ``warnings``.
    let allowTruncated: Bool
    private(set) var warnings: [String] = []
    /// Whether blocks that were never written are missing without a fault: their pixels are invalid.
    var acceptsAbsentBlocks = false

    init(_ file: TIFFFile, page: TIFFPage, allowTruncated: Bool) {
        self.file = file
        self.page = page
        self.allowTruncated = allowTruncated
    }

    /// The number of blocks of the page.
    var count: Int { page.blockColumns * page.blockRows * page.planes }

    /// The extent of a block, from `TIFFGetStrileOffset` and `TIFFGetStrileByteCount`, limited to the size of the file.
    func extent(of block: Int) -> Extent {
        let (offset, count) = file.withHandle {
            (TIFFGetStrileOffset($0, UInt32(block)), TIFFGetStrileByteCount($0, UInt32(block)))
        }
        // No block starts within the header.
        guard offset >= 8, count > 0, offset < UInt64(file.size) else {
            return Extent(offset: 0, count: 0, isTruncated: true, isAbsent: offset == 0 && count == 0)
        }
        let left = UInt64(file.size) - offset
        return Extent(offset: Int(offset), count: Int(min(count, left)), isTruncated: count > left)
    }

    /// Sets the byte count of a block so that it ends where the file does, to have libtiff decode what there is.
    func shorten(_ block: Int, to extent: Extent) {
        var counts: UnsafeMutablePointer<UInt64>?
        let isThere = file.withHandle { ctiff_get_uint64_array($0, UInt32(TIFFTAG_STRIPBYTECOUNTS), &counts) != 0 }
        guard isThere, let counts else { return }
        counts[block] = UInt64(extent.count)
    }

    /// Decodes a block with a call of libtiff; `row` is its first row in the image.
    ///
    /// - Returns: true when it was decoded, false when it is unreadable and that is allowed.
    func decode(_ block: Int, row: Int, _ read: (OpaquePointer) -> Bool) throws -> Bool {
        let extent = extent(of: block)
        let problem: Problem? = extent.isTruncated ? extent.problem : file.succeeds(read) ? nil : .damaged
        guard let problem else { return true }
        try accept(problem, row: row)
        return false
    }

    /// Records a block that cannot be read as a warning, or throws unless truncated images are allowed.
    ///
    /// `row` is the first that is missing, `column` the tile's where it is known.
    func accept(_ problem: Problem, row: Int, column: Int? = nil) throws {
        if acceptsAbsentBlocks, case .absent = problem { return }
        let tile = column.map { " (tile \($0), \(row / page.block.height))" } ?? ""
        let position = "row \(row + 1) of \(page.size.height)\(tile)"
        guard allowTruncated else {
            switch problem {
            case .missing:
                throw CodecError(
                    .truncated, file: file.name,
                    "the file ends before \(position). Get a complete copy, or cut what there is.")
            case .absent:
                throw CodecError(
                    .unsupported, file: file.name,
                    "its data at \(position) was never written: it is sparse or unfinished. Write a file with all of "
                        + "its data, or cut what there is.")
            case .damaged:
                var error = file.failure("the data is damaged near \(position)")
                if error.code == .damaged {
                    error.message.removeLast()
                    error.message += ", or cut what can be read."
                }
                throw error
            case .unusable(let reason):
                throw CodecError(
                    .damaged, file: file.name,
                    "the data is damaged near \(position): \(reason). Get a good copy, or cut what can be read.")
            }
        }
        guard warnings.isEmpty else { return }
        let blank = page.stored.alphaIndex == nil ? "gray" : "transparent"
        switch problem {
        case .missing: warnings.append("the file ends before \(position); what is missing is \(blank).")
        case .absent: warnings.append("the data at \(position) was never written; what is missing is \(blank).")
        case .damaged, .unusable:
            warnings.append("the data is damaged near \(position); what cannot be read is \(blank).")
        }
    }
}
