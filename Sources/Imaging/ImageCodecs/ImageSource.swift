/// An image that yields its pixels once, from top to bottom, in bands of rows.
///
/// What comes out is ready to be cut: upright, in sRGB or gray (unless the profile is kept), 8 or 16 bits.
/// One thread uses a source at a time.
public protocol ImageSource: AnyObject {
    /// What is known before the first pixel is decoded.
    var info: ImageInfo { get }

    /// Decodes the image and lends its rows to `body`, from top to bottom, every row exactly once.
    ///
    /// Memory stays proportional to the image's width. May be called once.
    ///
    /// - Parameter body: called on the calling thread; the band is valid during the call. An error it throws ends
    ///   the decoding and is passed on.
    /// - Throws: ``CodecError`` when the image is damaged or ends early; with
    ///   ``DecodeOptions/allowTruncated`` missing rows are filled instead and ``warnings`` says so.
    func readBands(_ body: (PixelBand) throws -> Void) throws

    /// What went less than well so far, in plain sentences without the file's name.
    var warnings: [String] { get }
}
