/// What the levels of a pyramid are like where the layouts on disk differ.
public struct PyramidShape: Hashable, Sendable {
    /// What becomes of the odd row and column when a level is halved.
    public enum Rounding: String, Hashable, Sendable, CaseIterable {
        /// They become a row and a column of their own, so that nothing is lost.
        case up = "ceil"
        /// They are left out of the coarser level.
        case down = "floor"
    }

    /// Where halving ends.
    public enum Coarsest: Hashable, Sendable {
        /// At 1×1 pixel.
        case pixel
        /// At the first level that is no larger than a tile either way.
        case tile
        /// At so many levels, full size included; sides are 1 pixel at least.
        case levels(Int)
    }

    /// What becomes of the odd row and column; default ``Rounding/up``.
    public var rounding = Rounding.up
    /// Where halving ends; default ``Coarsest/pixel``.
    public var coarsest = Coarsest.pixel
    /// Whether tiles at the edges are as large as all others; default false.
    ///
    /// What they show beyond the picture is background.
    public var padsTiles = false
    /// Where the picture begins on the grid of tiles, in full-size pixels from the grid's own beginning; default zero.
    ///
    /// It is a multiple of the coarsest level's downsample, so that it falls on whole pixels of every level.
    public var origin = PixelOffset.zero

    /// The shape of Deep Zoom: halved and rounded up to 1×1 pixel, smaller tiles at the edges.
    public init() {}

    /// The sizes of an image's levels, from full size to the coarsest.
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
