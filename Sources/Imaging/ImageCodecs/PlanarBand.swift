/// Consecutive rows of an image as planar YCbCr 4:2:0, lent for the duration of a call.
///
/// Samples have 8 bits. The chroma planes have half the columns and rows of the luma plane, rounded up. A band has an
/// even number of luma rows unless it is the image's last, and at most ``rowLimit``.
public struct PlanarBand {
    /// The largest number of luma rows in a band.
    public static let rowLimit = 16

    /// The planes Y, Cb and Cr, in this order; the rows of each are numbered in the plane's own resolution.
    public let planes: [PixelBand]

    /// Creates a band from its three planes.
    public init(luma: PixelBand, cb: PixelBand, cr: PixelBand) {
        planes = [luma, cb, cr]
    }
}
