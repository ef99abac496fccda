/// The policy for decoding a ``LazyImage``: the moment of decoding, and the data to keep.
///
/// Decoding takes milliseconds and 4 bytes for each pixel, whatever the size of the file. Without forced decompression, an
/// image is decoded when it is first shown, and appears some frames later.
///
/// | | decoded | keeps | under memory pressure | for |
/// |---|---|---|---|---|
/// | ``whenShown`` | when first shown | file and pixels | drops the pixels | most images; long lists |
/// | ``ahead`` | at once | file and pixels | keeps both | images that will surely be shown, in several sizes |
/// | ``redrawn`` | at once, at one size | pixels | keeps them | thumbnails, whose size is known |
/// | ``purgeable`` | at once | file and pixels | drops the pixels | the next pages of a book |
/// | ``onAssignment`` | when it is set as a layer's image, in that call | file and pixels | drops the pixels | small icons that must be in the first frame |
///
/// All but ``onAssignment`` decode on a background thread.
public enum Decompression: Hashable, Sendable, CaseIterable {
    /// Decodes in the background when the image is first shown, and again after memory pressure.
    case whenShown
    /// Decodes in the background at once, and keeps the pixels as long as the image.
    case ahead
    /// Decodes in the background at once, keeps the pixels, and releases the encoded bytes.
    ///
    /// It takes the least memory, and the pixels are never dropped; they become blurred if the image is shown larger.
    case redrawn
    /// Decodes in the background at once; memory pressure drops the pixels, and the next draw decodes again.
    case purgeable
    /// Decodes on the calling thread when the image is set as a layer's image.
    ///
    /// If decoding takes more than a few milliseconds, a frame is late: use it only for small images.
    case onAssignment

    /// Whether decoding is queued as soon as the image is created.
    var isAhead: Bool { [.ahead, .redrawn, .purgeable].contains(self) }

    /// Whether memory pressure drops the pixels.
    var dropsPixels: Bool { [.whenShown, .purgeable, .onAssignment].contains(self) }
}
