extension TilePixels {
    /// Lends the tile as one block of memory, for libraries that ask for a first row and a distance between rows.
    ///
    /// Rows that already lie at even distances are lent where they are; others are copied.
    ///
    /// - Parameters:
    ///   - scratch: where the rows are copied if they have to be.
    ///   - packed: whether rows must follow each other without a gap.
    ///   - body: gets the first row and the bytes from one row to the next, at least ``rowBytes``.
    /// - Returns: what `body` returns.
    func withStridedRows<Result>(
        scratch: inout ScratchBuffer, packed: Bool = false,
        _ body: (_ base: UnsafeRawPointer, _ stride: Int) throws -> Result
    ) rethrows -> Result {
        if let stride = evenStride, !packed || stride == rowBytes {
            return try body(rows[0], stride)
        }
        let copy = scratch.reserve(rowBytes * rows.count)
        for (y, row) in rows.enumerated() {
            (copy + y * rowBytes).copyMemory(from: row, byteCount: rowBytes)
        }
        return try body(UnsafeRawPointer(copy), rowBytes)
    }

    /// The distance between rows when it is the same everywhere and rows do not overlap.
    private var evenStride: Int? {
        guard rows.count > 1 else { return rowBytes }
        let stride = rows[1] - rows[0]
        guard stride >= rowBytes else { return nil }
        for y in 2..<max(rows.count, 2) where rows[y] - rows[y - 1] != stride {
            return nil
        }
        return stride
    }
}
