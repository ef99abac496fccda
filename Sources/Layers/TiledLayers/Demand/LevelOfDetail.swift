internal import Glibc
public import TilePyramid

/// Chooses the level for a view: the coarsest level with at least one texel per screen pixel.
public struct LevelOfDetail: Hashable, Sendable {
    /// The number of levels that may be used, counted from the finest.
    ///
    /// The default is nil: all levels of the pyramid.
    public var levelsOfDetail: Int?
    /// The octaves by which finer levels are preferred.
    ///
    /// The default is 0. With 1 a screen pixel covers two texels in each direction, with −1 half a texel.
    public var levelsOfDetailBias: Double
    /// The hysteresis of a moving view: the excess over one screen pixel per texel before it changes to a finer level.
    ///
    /// It is a fraction of a pixel; the default is 0.05. Without it, a slight tremor at the border between two levels would
    /// request both in turn. A view at rest always uses the right level.
    public var hysteresis: Double

    /// Creates a rule for the choice of levels.
    public init(levelsOfDetail: Int? = nil, levelsOfDetailBias: Double = 0, hysteresis: Double = 0.05) {
        precondition(levelsOfDetail.map { $0 >= 1 } ?? true, "levelsOfDetail must be at least 1")
        precondition(hysteresis >= 0, "the hysteresis must not be negative")
        self.levelsOfDetail = levelsOfDetail
        self.levelsOfDetailBias = levelsOfDetailBias
        self.hysteresis = hysteresis
    }

    /// Returns the levels of a pyramid to choose from; never empty.
    public func levels(of pyramid: Pyramid) -> Range<Int> {
        let present = pyramid.presentLevels
        return max(present.lowerBound, present.upperBound - (levelsOfDetail ?? present.count))..<present.upperBound
    }

    /// Chooses the level for a scale.
    ///
    /// - Parameters:
    ///   - pyramid: the image's levels; any ratio between neighboring levels is allowed.
    ///   - scale: device pixels per full-size pixel, as returned by ``Viewport/scale(at:)``.
    ///   - previous: the level of the previous frame. The default is nil: there was none.
    ///   - isMoving: whether the view moves. The default is `false`.
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
