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
    /// - Throws: ``CodecError`` when the image is damaged or truncated. With ``DecodeOptions/allowTruncated``, missing
    ///   rows are filled instead and ``warnings`` reports it.
    func readBands(_ body: (PixelBand) throws -> Void) throws

    /// The problems met so far, as sentences without the file's name.
    var warnings: [String] { get }
}
