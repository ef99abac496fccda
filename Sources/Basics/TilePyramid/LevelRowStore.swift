/// A tile store that also keeps rows of pixels of one level, the source of coarser levels that are made later.
package protocol LevelRowStore: TileStore {
    /// Stores consecutive rows of a plane of the level, unchanged; called on one thread, from top to bottom.
    ///
    /// - Parameters:
    ///   - rows: the rows, counted in samples of the plane.
    ///   - plane: the plane's number; 0 where pixels are interleaved.
    ///   - bytes: the samples, rows without gaps; valid only during the call.
    /// - Throws: The store's error.
    func write(rows: Range<Int>, plane: Int, _ bytes: UnsafeRawBufferPointer) throws
}
