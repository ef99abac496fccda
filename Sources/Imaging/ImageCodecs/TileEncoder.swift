/// Turns the pixels of a tile into bytes, again and again, with what it needs allocated once.
///
/// One thread uses an encoder at a time; every worker has its own.
public protocol TileEncoder: AnyObject {
    /// Encodes a tile and lends its bytes to `body` for the duration of the call.
    ///
    /// The same pixels give the same bytes, whichever encoder and thread they meet.
    ///
    /// - Throws: ``CodecError`` with code ``CodecError/Code/encoding``, or what `body` throws.
    func encode(_ tile: TilePixels, _ body: (RawSpan) throws -> Void) throws
}
