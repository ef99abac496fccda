extension TilePixels {
    /// Lends the tile as one block of memory with a constant stride, as C libraries expect it.
    ///
    /// Rows that are already evenly spaced are lent in place; others are copied.
    ///
    /// - Parameters:
    ///   - scratch: holds the copy of the rows, if one is needed.
    ///   - packed: requires rows without gaps.
    ///   - body: gets the first row and the bytes from one row to the next, at least ``rowBytes``.
    /// - Returns: the result of `body`.
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

    /// The distance between rows; nil when it varies or rows overlap.
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
