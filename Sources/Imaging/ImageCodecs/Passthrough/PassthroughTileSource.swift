public import TilePyramid

/// An image source that can give the tiles of the full size without encoding pixels: they are in the file as they are
/// wanted, or can be cut out of it without loss.
///
/// What is asked of the full-size level then takes a part of the time, and loses nothing.
public protocol PassthroughTileSource: ImageSource {
    /// Why its tiles cannot be those of a pyramid's full-size level, as a clause: "the tiles are to overlap"; nil when
    /// they can.
    ///
    /// Reads nothing but what is known of the image. Tiles at the edges show what there is of the picture. Where they are to
    /// be filled up, that is done to them elsewhere, and they may show anything beyond it.
    func passthroughBlocker(to pyramid: Pyramid, encoding: TileEncoding) -> String?

    /// Whether its tiles say of themselves what tiles do that are encoded so: that color has the same resolution.
    func matchesSubsampling(_ encoding: TileEncoding) -> Bool

    /// Whether none of those tiles has to be encoded from pixels, but to be filled up; default true.
    func isLossless(_ pyramid: Pyramid) -> Bool

    /// Whether the pixels of the next coarser level can come as planes.
    var hasHalfScalePlanes: Bool { get }

    /// Reads the image once, from top to bottom: gives the tiles of the full size, row of tiles by row of tiles, and the
    /// pixels of the next coarser level, each in its order.
    ///
    /// To be called instead of ``ImageSource/readBands(_:)``, and only without an obstacle; otherwise like that.
    ///
    /// - Parameters:
    ///   - pyramid: whose full-size level the tiles are for.
    ///   - encoding: what goes into each tile beside its picture.
    ///   - asPlanes: whether the coarser level comes as planes, if ``hasHalfScalePlanes``.
    ///   - threads: how many may be busy; 1 is the calling one alone.
    ///   - receiver: gets it all, on the calling thread.
    /// - Throws: ``CodecError``, or what the receiver throws.
    func readTiles(
        of pyramid: Pyramid, encoding: TileEncoding, asPlanes: Bool, threads: Int,
        into receiver: any PassthroughReceiver) throws
}

extension PassthroughTileSource {
    /// That all are.
    public func isLossless(_ pyramid: Pyramid) -> Bool { true }
}

/// Takes what a ``PassthroughTileSource`` gives.
public protocol PassthroughReceiver: AnyObject {
    /// Whether the pixels of the next coarser level are wanted; default true.
    ///
    /// A source that can do without them need not decode anything then.
    var wantsHalfScale: Bool { get }

    /// Takes a row of tiles, which stays in memory until all of it has been written.
    func receive(_ row: any PassthroughRow) throws

    /// Takes rows of the next coarser level.
    func receiveHalfScale(_ band: PixelBand) throws

    /// Takes rows of the next coarser level as planes.
    func receiveHalfScale(_ band: PlanarBand) throws

    /// Waits until a further tile has been written, or writes one: called when there is no room for more of the image.
    ///
    /// - Throws: the error that has ended the run.
    func awaitProgress() throws
}

extension PassthroughReceiver {
    /// That they are.
    public var wantsHalfScale: Bool { true }
}

/// A row of tiles of the full size that can be written from several threads at once.
public protocol PassthroughRow: AnyObject, Sendable {
    /// Its number, from the top.
    var number: Int { get }

    /// Takes note that one of its tiles is in the store, or need not be: when all are, its memory is free again.
    func releaseTile()

    /// Whether a tile has to be encoded from pixels after all; default false.
    func needsReencoding(column: Int) -> Bool

    /// A new writer of tiles of this and all other rows of the source; each worker has its own.
    ///
    /// - Throws: ``CodecError`` when there is no memory for it.
    func makeWriter() throws -> any PassthroughWriter
}

extension PassthroughRow {
    /// That none is.
    public func needsReencoding(column: Int) -> Bool { false }
}

/// Turns tiles of a ``PassthroughRow`` into bytes, with what it needs allocated once.
///
/// One thread uses it at a time.
public protocol PassthroughWriter: AnyObject {
    /// Lends the bytes of a tile to `body` for the duration of the call.
    ///
    /// - Parameters:
    ///   - column: the tile's, from the left.
    ///   - row: a row of the source that this writer was made by.
    ///   - body: gets the bytes.
    /// - Throws: ``CodecError`` when the tile cannot be written, or what `body` throws.
    func write(column: Int, of row: any PassthroughRow, _ body: (RawSpan) throws -> Void) throws
}
