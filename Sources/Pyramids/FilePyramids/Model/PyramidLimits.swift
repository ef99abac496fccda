internal import Numbers
internal import TileContainers
package import TilePyramid

/// The greatest geometry that is opened: beyond it no tile can be decoded, or numbers overflow.
///
/// The number of tiles has no limit of its own. What is done with a pyramid follows the tiles that exist.
package enum PyramidLimits {
    /// The longest side of a level in pixels: the world at zoom 23.
    package static let longestSide = 1 << 31
    /// The most pixels of a tile that are decoded.
    package static let tilePixels = TileLimits.pixels

    /// Throws ``StoreError`` if a pyramid is larger than the limits.
    package static func check(_ pyramid: Pyramid, path: String) throws {
        func refuse(_ reason: String) -> StoreError {
            StoreError(.malformed, path: path, "this is too large to be opened: \(reason).")
        }
        for level in pyramid.levels[pyramid.presentLevels].reversed() {
            guard level.size.width <= longestSide, level.size.height <= longestSide else {
                throw refuse("level \(level.index) has \(level.size) pixels, and up to \(longestSide) a side are read")
            }
            func side(_ tile: Int, _ length: Int) -> Int {
                // Tiles that reach beyond the image end with it, unless they are padded.
                CheckedNumber.sum(tile, pyramid.overlap, pyramid.overlap)
                    .map { pyramid.padsTiles ? $0 : min($0, length) } ?? .max
            }
            let width = side(level.tileSize.width, level.size.width)
            let height = side(level.tileSize.height, level.size.height)
            guard let pixels = CheckedNumber.product(width, height), pixels <= tilePixels else {
                throw refuse("its tiles have \(width)×\(height) pixels, and tiles of up to \(tilePixels) are decoded")
            }
        }
        guard CheckedNumber.sum(pyramid.levels.map(\.grid.count)) != nil else {
            throw refuse("its tiles are too many to be counted")
        }
    }
}
