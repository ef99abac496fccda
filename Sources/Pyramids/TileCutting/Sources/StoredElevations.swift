package import ChannelImages
internal import ImageCodecs

/// Elevations in the bytes of the colors of a pyramid's tiles.
package struct StoredElevations: Hashable, Sendable {
    /// The encoding of elevations in meters.
    package var encoding: TerrainEncoding
    /// Whether tiles may be absent: there are no elevations then, which needs alpha.
    package var mayLackTiles: Bool

    /// Describes the tiles of a pyramid.
    package init(_ encoding: TerrainEncoding, mayLackTiles: Bool) {
        self.encoding = encoding
        self.mayLackTiles = mayLackTiles
    }

    /// The color of what has no elevation where there is no alpha: an elevation of zero.
    ///
    /// The encodings have no value for it, and viewers take an absent tile for the level of the sea.
    var background: RGBColor {
        let code = encoding.code(of: 0) ?? 0
        return RGBColor(
            red: UInt8(truncatingIfNeeded: code >> 16), green: UInt8(truncatingIfNeeded: code >> 8),
            blue: UInt8(truncatingIfNeeded: code))
    }
}
