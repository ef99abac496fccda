package import TilePyramid

/// An image that delivers its pixels once, from top to bottom, in bands of rows.
///
/// The pixels are upright, in sRGB or gray unless the profile is kept, with 8 or 16 bits per sample. One thread uses a
/// source at a time.
public protocol ImageSource: AnyObject {
    /// The properties of the image, known before the first pixel is decoded.
    var info: ImageInfo { get }

    /// Decodes the image and lends its rows to `body`, from top to bottom, every row exactly once.
    ///
    /// It may be called once. Memory is proportional to the image's width.
    ///
    /// - Parameter body: called on the calling thread; the band is valid during the call. An error that it throws ends
    ///   the decoding and is rethrown.
    /// - Throws: ``CodecError`` when the image is damaged or truncated. With `DecodeOptions.allowTruncated`, missing
    ///   rows are filled instead and ``warnings`` reports it.
    func readBands(_ body: (PixelBand) throws -> Void) throws

    /// Decodes some rows of the image and lends them to `body`, from top to bottom, every row exactly once.
    ///
    /// Called instead of ``readBands(_:)``, under the same conditions, and delivers the same pixels. The default decodes from
    /// the top to the last of the rows; ``rowAccess`` states the cost of the rows before them.
    ///
    /// - Parameters:
    ///   - rows: the rows, which must lie in the image and begin with an even row.
    ///   - body: called on the calling thread, with bands of these rows only.
    /// - Throws: the errors of ``readBands(_:)``; damage in other rows may be missed.
    func readBands(rows: Range<Int>, _ body: (PixelBand) throws -> Void) throws

    /// The cost of starting at a row in the middle.
    ///
    /// The default is ``RowAccess/sequential``.
    var rowAccess: RowAccess { get }

    /// The problems found so far, as sentences without the file's name.
    var warnings: [String] { get }
}

/// An image source that can also deliver its pixels as planar YCbCr 4:2:0.
///
/// Luma has full resolution, chroma half of it in both directions; each chroma sample lies in the center of its four pixels. If
/// the file stores such planes, cutting them leaves chroma exactly as stored, while conversion to RGB and back would blur it.
package protocol PlanarImageSource: ImageSource {
    /// Whether this image can be delivered as planes.
    var hasPlanes: Bool { get }

    /// Decodes the image and lends its planes to `body`, from top to bottom, every row exactly once.
    ///
    /// Called instead of ``ImageSource/readBands(_:)``, under the same conditions, and only if ``hasPlanes``.
    ///
    /// - Parameter body: called on the calling thread; the band is valid during the call.
    /// - Throws: ``CodecError``, or what `body` throws.
    func readPlanes(_ body: (PlanarBand) throws -> Void) throws

    /// Decodes some rows of the planes and lends them to `body`, from top to bottom, every row exactly once.
    ///
    /// Called instead of ``readPlanes(_:)``, under the same conditions, and delivers the same samples. The default decodes from
    /// the top to the last of the rows.
    ///
    /// - Parameters:
    ///   - rows: the rows of luma, which must lie in the image: from an even row to an even one, or to the last.
    ///   - body: called on the calling thread, with bands of these rows only.
    /// - Throws: the errors of ``readPlanes(_:)``; damage in other rows may be missed.
    func readPlanes(rows: Range<Int>, _ body: (PlanarBand) throws -> Void) throws
}

/// An image source whose file also stores the image at reduced resolutions, as slides and pyramidal TIFFs do.
package protocol ReducedResolutionSource: ImageSource {
    /// Returns a source of the image at a reduced resolution that the file stores.
    ///
    /// May be called before, during and after the reading of this source.
    ///
    /// - Parameter size: the exact size required.
    /// - Returns: a source of pixels with the same ``ImageInfo/layout``; nil if the file has no image of that size.
    /// - Throws: ``CodecError`` if the reduced image cannot be read.
    func reduced(to size: PixelSize) throws -> (any ImageSource)?
}
