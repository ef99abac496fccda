internal import Glibc
public import TilePyramid

/// Chooses the level that a view is shown in: the coarsest that has a texel for each pixel of the screen.
public struct LevelOfDetail: Hashable, Sendable {
    /// How many levels may be used, counted from the finest; default nil, all that the pyramid has.
    public var levelsOfDetail: Int?
    /// Octaves by which finer levels are preferred; default 0.
    ///
    /// With 1 there are two texels for each pixel of the screen each way, with −1 one for every second pixel.
    public var levelsOfDetailBias: Double
    /// How far beyond one a pixel of the screen for a texel may grow before a moving view changes to a finer level, as a
    /// part of one; default 0.05.
    ///
    /// Without it, a hand that trembles at the border between two levels would ask for both in turn. A view at rest is
    /// always shown in the right level.
    public var hysteresis: Double

    /// A choice among levels.
    public init(levelsOfDetail: Int? = nil, levelsOfDetailBias: Double = 0, hysteresis: Double = 0.05) {
        precondition(levelsOfDetail.map { $0 >= 1 } ?? true, "at least one level is used")
        precondition(hysteresis >= 0, "the hysteresis is a part of one")
        self.levelsOfDetail = levelsOfDetail
        self.levelsOfDetailBias = levelsOfDetailBias
        self.hysteresis = hysteresis
    }

    /// The levels of a pyramid among which the choice is; never empty.
    public func levels(of pyramid: Pyramid) -> Range<Int> {
        let present = pyramid.presentLevels
        return max(present.lowerBound, present.upperBound - (levelsOfDetail ?? present.count))..<present.upperBound
    }

    /// Chooses the level for a scale.
    ///
    /// - Parameters:
    ///   - pyramid: the image's levels, with any ratios between them.
    ///   - scale: pixels of the device for each full-size pixel, as ``Viewport/scale(at:)`` says.
    ///   - previous: the level of the frame before; default nil, there was none.
    ///   - isMoving: whether the view moves; default false.
    /// - Returns: the level's index.
    /// - Complexity: O(number of levels).
    public func level(
        of pyramid: Pyramid, scale: Double, previous: Int? = nil, isMoving: Bool = false
    ) -> Int {
        let levels = levels(of: pyramid)
        let pixelsPerTexel = { (level: Int) in
            scale * exp2(levelsOfDetailBias) * pyramid.levels[level].downsample
        }
        let right = levels.first { pixelsPerTexel($0) <= 1 + Viewport.scaleTolerance } ?? levels.upperBound - 1
        guard isMoving, let previous, levels.contains(previous), right > previous,
            pixelsPerTexel(previous) <= 1 + hysteresis
        else { return right }
        return previous
    }
}
