/// An image source that can also deliver its pixels as planar YCbCr 4:2:0.
///
/// Luma has full resolution, chroma half of it in both directions; each chroma sample lies in the center of its four
/// pixels. If the file stores the image this way, cutting its planes leaves chroma exactly as stored, while conversion
/// to RGB and back would blur it.
public protocol PlanarImageSource: ImageSource {
    /// Whether this image can be delivered as planes.
    var hasPlanes: Bool { get }

    /// Decodes the image and lends its planes to `body`, from top to bottom, every row exactly once.
    ///
    /// Called instead of ``ImageSource/readBands(_:)``, under the same conditions, and only if ``hasPlanes``.
    ///
    /// - Parameter body: called on the calling thread; the band is valid during the call.
    /// - Throws: ``CodecError``, or what `body` throws.
    func readPlanes(_ body: (PlanarBand) throws -> Void) throws
}
