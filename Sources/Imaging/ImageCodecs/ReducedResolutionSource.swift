public import TilePyramid

/// An image source whose file has the same picture at smaller sizes too, as slides and other pyramids have.
public protocol ReducedResolutionSource: ImageSource {
    /// The picture made smaller by whoever wrote the file.
    ///
    /// May be called before this source is read, while it is, and after that.
    ///
    /// - Parameter size: the size it has to have, exactly.
    /// - Returns: a source of pixels with the same ``ImageInfo/layout``, as it would be of an image by itself; nil when the
    ///   file has none of that size.
    /// - Throws: ``CodecError`` when what the file has cannot be read.
    func reduced(to size: PixelSize) throws -> (any ImageSource)?
}
