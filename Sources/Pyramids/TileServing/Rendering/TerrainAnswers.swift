internal import ChannelImages
internal import ImageSources
internal import TilePyramid

/// Elevations in the bytes of colors, which are sent as they are, or halved as the numbers that they are.
enum TerrainAnswers {
    /// Refuses what would change the numbers that colors hold.
    ///
    /// - Parameters:
    ///   - plan: the pixels that make the answer.
    ///   - options: what is done with them.
    ///   - tiles: the pixels of the image.
    /// - Throws: ``RequestError`` with status 400 for an answer that is neither stored nor halved, or not in PNG.
    static func check(
        _ plan: RegionPlan, _ options: OutputOptions, of tiles: some DecodedTiles
    ) throws(RequestError) {
        guard tiles.terrain != nil else { return }
        guard options.format == .png, options.quality.hasColors else {
            throw RequestError(
                400, "the colors of this image are elevations in numbers, which only PNG in color keeps.")
        }
        guard plan.scale == .full, plan.halvings != nil else { throw scaled }
    }

    /// The error with the status 400 for what would have to be scaled.
    static let scaled = RequestError(
        400,
        "the colors of this image are elevations in numbers, which are halved, but not scaled otherwise. Request tiles, or a "
            + "size that is a half, a fourth and so on.")
}
