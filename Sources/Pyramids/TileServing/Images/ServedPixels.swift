/// The pixels of an image, as far as they can be served.
enum ServedPixels: Sendable {
    /// They can be decoded: those of a pyramid, of a small image, or of a preview.
    case available(any DecodedTiles)
    /// A preview is being made, with which the promised image has pixels, or says why there are none.
    case pending(Promise<ServedImage>)
    /// There are none, for a reason.
    case unavailable(any Error)
}
