public import TilePyramid

/// An image source whose file also stores the image at reduced resolutions, as slides and pyramidal TIFFs do.
public protocol ReducedResolutionSource: ImageSource {
    /// Returns a source of the image at a reduced resolution that the file stores.
    ///
    /// May be called before, during and after the reading of this source.
    ///
    /// - Parameter size: the exact size required.
    /// - Returns: a source of pixels with the same ``ImageInfo/layout``; nil if the file has no image of that size.
    /// - Throws: ``CodecError`` if the reduced image cannot be read.
    func reduced(to size: PixelSize) throws -> (any ImageSource)?
}
