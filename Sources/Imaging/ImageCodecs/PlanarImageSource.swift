/// An image source that can also deliver its pixels as lightness at full resolution and two planes of color at half of it
/// in both directions, each sample in the middle of the four pixels it belongs to.
///
/// Where they are stored so, cutting the planes keeps color exactly as it was; converting to RGB and back would blur it.
public protocol PlanarImageSource: ImageSource {
    /// Whether this image can be delivered in that way.
    var hasPlanes: Bool { get }

    /// Decodes the image and lends its planes to `body`, from top to bottom, every row exactly once.
    ///
    /// To be called instead of ``ImageSource/readBands(_:)``, and only if ``hasPlanes``; otherwise like that.
    ///
    /// - Parameter body: called on the calling thread; the band is valid during the call.
    /// - Throws: ``CodecError``, or what `body` throws.
    func readPlanes(_ body: (PlanarBand) throws -> Void) throws
}
