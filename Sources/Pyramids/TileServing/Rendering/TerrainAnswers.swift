internal import TilePyramid

/// Elevations in the bytes of colors, which PNG and TIFF in color keep as the numbers that they are.
///
/// Such numbers are halved, scaled and warped as numbers. Other images of a region are pictures: ``ReliefPicture``.
enum TerrainAnswers {
    /// Whether an image of elevations has their numbers, and is not a picture.
    static func keepsNumbers(_ options: OutputOptions) -> Bool {
        options.format.isLossless && options.quality.hasColors
    }

    /// The error with the status 400 for tiles in another format: pictures of them would not fit together.
    static let needsPNG = RequestError(
        400,
        "the colors of this image are elevations in numbers, which of the formats of tiles only PNG keeps. Request tiles in PNG."
    )
}
