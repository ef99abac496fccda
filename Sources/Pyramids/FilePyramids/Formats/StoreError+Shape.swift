package import TileContainers

extension StoreError {
    /// The error for a pyramid that was planned with the shape of another format, and the call that plans it with this one's.
    ///
    /// - Parameters:
    ///   - path: the output.
    ///   - reason: what the format demands, as in "map tiles are all of one size".
    /// - Returns: the error.
    package static func otherShape(_ path: String, _ reason: String) -> StoreError {
        StoreError(
            .cannotCreate, path: path,
            "\(reason), and this pyramid was planned with the shape of another format. Plan it with the shape of its own: "
                + "options.shape = PyramidTarget(.pmtiles).shape, for one in PMTiles.")
    }
}
