/// Encodes tiles, one after the other, with buffers that it allocates once.
///
/// One thread uses an encoder at a time; every worker has its own.
public protocol TileEncoder: AnyObject {
    /// Encodes a tile and lends its bytes to `body` for the duration of the call.
    ///
    /// The bytes depend on the pixels alone, not on the encoder or the thread.
    ///
    /// - Throws: ``CodecError`` with code ``CodecError/Code/encoding``, or what `body` throws.
    func encode(_ tile: TilePixels, _ body: (RawSpan) throws -> Void) throws
}
