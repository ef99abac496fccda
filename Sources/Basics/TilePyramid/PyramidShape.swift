/// The parts of a pyramid's geometry that differ between layouts on disk.
public struct PyramidShape: Hashable, Sendable {
    /// The rounding of an odd width or height when a level is halved.
    public enum Rounding: String, Hashable, Sendable, CaseIterable {
        /// The last column or row gets a pixel of its own; nothing is lost.
        case up = "ceil"
        /// The last column or row is left out of the coarser level.
        case down = "floor"
    }

    /// The level at which halving ends.
    public enum Coarsest: Hashable, Sendable {
        /// A level of 1×1 pixels.
        case pixel
        /// The first level that fits into one tile.
        case tile
        /// The given number of levels, full size included; sides never get below 1 pixel.
        case levels(Int)
    }

    /// The rounding of odd sides; the default is ``Rounding/up``.
    public var rounding = Rounding.up
    /// The level at which halving ends; the default is ``Coarsest/pixel``.
    public var coarsest = Coarsest.pixel
    /// Whether tiles at the edges are padded to full size with background; the default is `false`.
    public var padsTiles = false
    /// The image's offset from the beginning of the tile grid, in full-size pixels; the default is zero.
    ///
    /// It must be a multiple of the coarsest level's downsample, so that it is a whole pixel at every level.
    public var origin = PixelOffset.zero

    /// Creates the shape of Deep Zoom: rounded up, down to 1×1 pixels, smaller tiles at the edges.
    public init() {}

    /// Returns the sizes of an image's levels, from full size to the coarsest.
    func sizes(from size: PixelSize, tileSize: Int) -> [PixelSize] {
        var sizes = [size]
        while let last = sizes.last, !isLast(last, count: sizes.count, tileSize: tileSize) {
            sizes.append(rounding == .up ? last.halved : last.halvedRoundedDown)
        }
        return sizes
    }

    private func isLast(_ size: PixelSize, count: Int, tileSize: Int) -> Bool {
        switch coarsest {
        case .pixel: max(size.width, size.height) == 1
        case .tile: max(size.width, size.height) <= tileSize
        case .levels(let levels): count >= levels
        }
    }
}
