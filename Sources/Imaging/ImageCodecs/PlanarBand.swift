/// Consecutive rows of an image as lightness and two planes of color, lent for the duration of a call.
///
/// Samples have 8 bits. Color has half the rows and columns, rounded up; a band has an even number of rows of lightness
/// unless it is the last, and ``rowLimit`` at most.
public struct PlanarBand {
    /// The most rows of lightness.
    public static let rowLimit = 16

    /// Lightness (Y), then the two colors (Cb and Cr); the rows of each are numbered in its own resolution.
    public let planes: [PixelBand]

    /// A band from its planes.
    public init(luma: PixelBand, cb: PixelBand, cr: PixelBand) {
        planes = [luma, cb, cr]
    }
}
