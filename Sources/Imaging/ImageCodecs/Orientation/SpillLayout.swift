internal import TilePyramid

/// The layout of a spilled image in the temporary file: groups of rows from top to bottom, within each group blocks of
/// columns from left to right, within each block its rows.
struct SpillLayout {
    /// The size of the image as it is stored.
    let stored: PixelSize
    /// Bytes from one pixel to the next.
    let bytesPerPixel: Int
    /// Rows of every group but the last.
    let groupRows: Int
    /// Columns of every block but the last.
    let blockColumns: Int

    /// The layout for an image; `inBlocks` is false if whole rows are read back.
    init(stored: PixelSize, bytesPerPixel: Int, inBlocks: Bool) {
        self.stored = stored
        self.bytesPerPixel = bytesPerPixel
        let rows = max(16, min(OrientedSource.groupRows, OrientedSource.groupBytes / (stored.width * bytesPerPixel)))
        groupRows = min(rows, stored.height)
        blockColumns = inBlocks ? min(OrientedSource.blockColumns, stored.width) : stored.width
    }

    /// Bytes of a stored row.
    var rowBytes: Int { stored.width * bytesPerPixel }
    /// Bytes of the image, and of the file.
    var totalBytes: Int { rowBytes * stored.height }
    /// The number of groups of rows.
    var groupCount: Int { (stored.height + groupRows - 1) / groupRows }
    /// The number of blocks of columns in every group.
    var blockCount: Int { (stored.width + blockColumns - 1) / blockColumns }

    /// The stored rows in a group.
    func rows(ofGroup index: Int) -> Range<Int> {
        (index * groupRows)..<min((index + 1) * groupRows, stored.height)
    }

    /// The stored columns in a block.
    func columns(ofBlock index: Int) -> Range<Int> {
        (index * blockColumns)..<min((index + 1) * blockColumns, stored.width)
    }

    /// Bytes from the start of a group of `rows` rows to one of its blocks.
    func offset(ofBlock index: Int, rows: Int) -> Int { index * blockColumns * rows * bytesPerPixel }
}
