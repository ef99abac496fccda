package import TilePyramid

/// An image source that can deliver the tiles of the full-size level without re-encoding them.
///
/// The tiles are either stored in the file in the required form, or cut out of it losslessly. Making the full-size level then
/// takes a fraction of the time of encoding, and every tile decodes to exactly the stored pixels.
package protocol PassthroughTileSource: ImageSource {
    /// Returns the reason why the source's tiles cannot be the tiles of a pyramid's full-size level, or nil if they can.
    ///
    /// The reason is a clause such as "the tiles are to overlap". It depends only on the image's header, and nothing more is
    /// read.
    ///
    /// Tiles at the right and lower edge hold the part of the image inside the tile. If the pyramid pads its tiles, the caller
    /// pads them; the pixels of a passed-through tile beyond the image are then undefined.
    func passthroughBlocker(for pyramid: Pyramid, encoding: TileEncoding) -> String?

    /// Returns whether the source's tiles have the same chroma subsampling as tiles encoded with `encoding`.
    ///
    /// Some containers describe the encoding once for all tiles, and need the same subsampling in all of them.
    func matchesSubsampling(of encoding: TileEncoding) -> Bool

    /// Returns whether every tile is passed through, except tiles that have to be padded.
    ///
    /// The default is `true`: no tile has to be re-encoded from pixels.
    func isLossless(_ pyramid: Pyramid) -> Bool

    /// Whether the pixels of the next coarser level can be delivered as planar YCbCr (``PlanarBand``).
    var hasHalfScalePlanes: Bool { get }

    /// Reads the image once, from top to bottom, and delivers the tiles of the full-size level and the pixels of the
    /// next coarser level.
    ///
    /// Tiles arrive in rows of tiles from top to bottom, or in rows or columns of tiles in any order if the image is
    /// rotated; pixels arrive in bands of rows from top to bottom. Called instead of ``ImageSource/readBands(_:)``, under
    /// the same conditions, and only if ``passthroughBlocker(for:encoding:)`` returns nil. Blocks until the image is
    /// read.
    ///
    /// - Parameters:
    ///   - pyramid: the pyramid whose full-size level the tiles belong to.
    ///   - encoding: the metadata to store in each tile, and the Huffman coding.
    ///   - asPlanes: whether the coarser level is delivered as planes; requires ``hasHalfScalePlanes``.
    ///   - threads: the number of threads that may be busy; with 1, only the calling thread.
    ///   - receiver: receives tiles and pixels on the calling thread.
    /// - Throws: ``CodecError``, or what the receiver throws.
    func readTiles(
        of pyramid: Pyramid, encoding: TileEncoding, asPlanes: Bool, threads: Int,
        into receiver: any PassthroughReceiver) throws

    /// Reads some rows of tiles, and the rows of the next coarser level that they cover.
    ///
    /// Called instead of ``readTiles(of:encoding:asPlanes:threads:into:)``, under the same conditions, and delivers exactly the
    /// same tiles and pixels, or more of them: the receiver leaves out tiles and rows that it did not ask for. The default
    /// reads the whole image.
    ///
    /// - Parameters:
    ///   - pyramid: the pyramid whose full-size level the tiles belong to.
    ///   - tileRows: the rows of tiles of that level.
    ///   - encoding: the metadata to store in each tile, and the Huffman coding.
    ///   - asPlanes: whether the coarser level is delivered as planes.
    ///   - threads: the number of threads that may be busy.
    ///   - receiver: receives tiles and pixels on the calling thread.
    /// - Throws: ``CodecError``, or what the receiver throws.
    func readTiles(
        of pyramid: Pyramid, rows tileRows: Range<Int>, encoding: TileEncoding, asPlanes: Bool, threads: Int,
        into receiver: any PassthroughReceiver) throws
}

extension PassthroughTileSource {
    /// The default is `true`: every tile is passed through.
    package func isLossless(_ pyramid: Pyramid) -> Bool { true }

    /// The default reads the whole image.
    package func readTiles(
        of pyramid: Pyramid, rows tileRows: Range<Int>, encoding: TileEncoding, asPlanes: Bool, threads: Int,
        into receiver: any PassthroughReceiver
    ) throws {
        try readTiles(of: pyramid, encoding: encoding, asPlanes: asPlanes, threads: threads, into: receiver)
    }
}

/// Receives the tiles and half-scale pixels that a ``PassthroughTileSource`` reads.
package protocol PassthroughReceiver: AnyObject {
    /// Whether the pixels of the next coarser level are needed.
    ///
    /// The default is `true`. If it is `false`, a source that copies stored tiles does not decode anything.
    var wantsHalfScale: Bool { get }

    /// Receives a row of tiles, which stays in memory until all of its tiles have been released.
    func receive(_ row: any PassthroughRow) throws

    /// Receives rows of the next coarser level as pixels.
    func receiveHalfScale(_ band: PixelBand) throws

    /// Receives rows of the next coarser level as planar YCbCr.
    func receiveHalfScale(_ band: PlanarBand) throws

    /// Waits until another tile has been written, or writes one on the calling thread.
    ///
    /// Called when the source has reached its limit of tile rows in memory (backpressure).
    ///
    /// - Throws: the error that has ended the run.
    func awaitProgress() throws
}

extension PassthroughReceiver {
    /// The default is `true`: the next coarser level is made from these pixels.
    package var wantsHalfScale: Bool { true }
}

/// A row or a column of tiles of the full-size level; several threads may write its tiles at once.
package protocol PassthroughRow: AnyObject, Sendable {
    /// The number of the row, counted from 0 at the top, or of the column, counted from 0 at the left.
    var number: Int { get }

    /// Whether the tiles are a column.
    ///
    /// The default is `false`: they are a row.
    var isColumn: Bool { get }

    /// Releases one tile of the row, after it has been stored or skipped; from any thread.
    ///
    /// When all tiles are released, the row's memory is reused.
    func releaseTile()

    /// Returns whether a tile has to be encoded from pixels instead of being passed through.
    ///
    /// The default is `false`. `column` is the tile's column, counted from 0 at the left; in a column of tiles its row.
    func needsReencoding(column: Int) -> Bool

    /// Lends the encoded bytes of a tile to `body` for the duration of the call.
    ///
    /// All rows of a source share writers and their memory, one for each calling thread.
    ///
    /// - Parameters:
    ///   - column: the tile's column, counted from 0 at the left; in a column of tiles its row.
    ///   - body: called once with the bytes.
    /// - Throws: ``CodecError`` if the tile cannot be written, or what `body` throws.
    func withTile(column: Int, _ body: (RawSpan) throws -> Void) throws
}

extension PassthroughRow {
    /// The default is `false`: the tiles are a row.
    package var isColumn: Bool { false }

    /// Returns the indices of all tiles of the row or column, in order.
    package func indices(on level: Level) -> [TileIndex] {
        isColumn
            ? (0..<level.grid.rows).map { TileIndex(level: level.index, column: number, row: $0) }
            : (0..<level.grid.columns).map { TileIndex(level: level.index, column: $0, row: number) }
    }

    /// Returns the position of a tile in this row or column: its column, or its row.
    package func position(of index: TileIndex) -> Int { isColumn ? index.row : index.column }

    /// The default is `false`: every tile is passed through.
    package func needsReencoding(column: Int) -> Bool { false }
}
