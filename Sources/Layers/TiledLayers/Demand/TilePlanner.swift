internal import Glibc
internal import LayerTree
public import TilePyramid
internal import VectorDrawing

/// Decides which tiles a view requests, and in which order.
///
/// Coarse tiles that cover the whole view come first, then the right level from the point of interest outward, then the tiles
/// toward which the view moves or, at rest, the tiles around it. The result depends only on the viewports and the rates passed
/// to ``plan(_:of:composedLevelCount:rounds:tileRate:)``, not on the loaded tiles or the time.
///
/// With the default settings, less than a sixth of the tiles loaded during pans, flings and zooms are never shown.
public struct TilePlanner: Hashable, Sendable {
    /// The rule that chooses the right level for a scale.
    public var levelOfDetail = LevelOfDetail()

    /// The condition for requesting a coarser level because the view moves.
    ///
    /// The default is ``ResolutionSwapping/whileMoving``.
    public var swapping = ResolutionSwapping.whileMoving
    /// The speed above which ``ResolutionSwapping/whileMoving`` takes effect, in viewports per second.
    ///
    /// The default is 2.5: one viewport in 0.4 s. Swapping ends when the speed falls below ``swappingEnd`` times this value. A
    /// faster view is swapped only if the loader cannot keep up with it, see ``swappingShare``.
    public var swappingSpeed = 2.5
    /// The fraction of the loader's ``TileRate`` above which ``ResolutionSwapping/whileMoving`` takes effect for a fast view.
    ///
    /// The default is 0.5: half of the rate is left for tiles that the measurement did not foresee, because a view that falls
    /// behind shows tiles that are far coarser. While the rate is unknown, the speed alone decides.
    public var swappingShare = 0.5
    /// The fraction of ``swappingSpeed`` and ``swappingShare`` at which swapping ends.
    ///
    /// Without it, a speed near the limit would request both levels in turn. The default is 0.8.
    public var swappingEnd = 0.8
    /// The number of levels by which the requested level is coarser during swapping.
    ///
    /// The default is 1.
    public var swappedLevels = 1

    /// The minimum ratio between the downsamples of the fallback level and the requested level.
    ///
    /// The default is 8. At 8, one fallback tile covers 64 requested tiles, so fallback tiles cost little and arrive
    /// early.
    public var fallbackRatio = 8.0

    /// The seconds by which the view's motion is extrapolated.
    ///
    /// The default is 0.3.
    public var lookAhead = 0.3
    /// The seconds by which the motion of a fast view is extrapolated if its loader keeps up.
    ///
    /// Twice the time that a tile takes is added, and ``lookAhead`` is the limit; the default is 0.15. A fast view ends its
    /// motion soon, and what lies further ahead would not be shown.
    public var fastLookAhead = 0.15
    /// The maximum look-ahead distance in viewports.
    ///
    /// The default is 2.
    public var lookAheadLimit = 2.0
    /// The width of the ring of tiles requested around a view at rest, as a fraction of the viewport.
    ///
    /// The default is 0.05.
    public var ring = 0.05
    /// The number of tiles that a view at rest requests of the next coarser and of the next finer level, each.
    ///
    /// The default is 2.
    public var adjacentLevelTiles = 2

    /// The maximum number of requests in a plan of one round.
    ///
    /// The default is 1024, enough for two screens of 3840×2160 pixels. If more tiles are in view, because the pyramid has no
    /// coarser level, a further round requests as many again when the tiles of the previous round have arrived.
    public var requestLimit = 1024

    /// The maximum number of tiles of a level in view; beyond it, the next coarser level is shown.
    private static let visibleTileLimit = 1 << 15

    private var previousLevel: Int?
    private var wasSwapped = false
    /// Whether the last view was fast.
    private var wasFast = false

    /// Creates a planner with the default settings.
    public init() {}

    /// Returns the demand of a view.
    ///
    /// The planner remembers the level and the swapping of the previous call: call it once per frame.
    ///
    /// - Parameters:
    ///   - viewport: the view.
    ///   - pyramid: the levels of the image.
    ///   - composedLevelCount: the number of composed levels, see ``TiledImage/composedLevelCount``. They are requested only
    ///     for views whose right level they are, never as a fallback. The default is 0.
    ///   - rounds: the number of rounds of ``requestLimit`` tiles to request: one more than the rounds that have arrived. The
    ///     default is 1.
    ///   - tileRate: the measured rate of the loader; the default is nil: unknown.
    /// - Returns: the plan.
    /// - Complexity: O(n log n) for n requests.
    public mutating func plan(
        _ viewport: Viewport, of pyramid: Pyramid, composedLevelCount: Int = 0, rounds: Int = 1,
        tileRate: TileRate? = nil
    ) -> TilePlan {
        guard let region = viewport.visibleRegion(of: pyramid.size) else {
            let level = previousLevel ?? pyramid.baseLevel
            return TilePlan(level: level, sharpLevel: level, requests: [])
        }
        let scale = viewport.scale(at: region.middle)
        var sharpLevel = levelOfDetail.level(
            of: pyramid, scale: scale, previous: previousLevel, isMoving: viewport.isMoving)
        // A sparse pyramid may have no level between a small one and a grid of any size.
        while sharpLevel > levelOfDetail.levels(of: pyramid).lowerBound,
            pyramid.tiles(of: sharpLevel, in: region.bounds).count > Self.visibleTileLimit
        {
            sharpLevel -= 1
        }
        previousLevel = sharpLevel
        let isFast = viewport.speed(at: region.middle) > swappingSpeed * (wasFast ? swappingEnd : 1)
        wasFast = viewport.isMoving && isFast
        wasSwapped = swaps(viewport, region, of: pyramid.levels[sharpLevel], tileRate)
        let view = PlannedView(
            pyramid: pyramid, viewport: viewport, region: region, scale: scale,
            level: swapped(sharpLevel, of: pyramid), lookAhead: lookAhead(tileRate),
            ownLevels: min(pyramid.presentLevels.lowerBound + composedLevelCount, pyramid.presentLevels.upperBound)...,
            limit: requestLimit * max(1, rounds))
        let list = requests(for: view)
        var plan = TilePlan(level: view.level, sharpLevel: sharpLevel, requests: list.requests)
        plan.isTruncated = list.lacksVisibleTiles
        plan.isMoving = viewport.isMoving
        plan.focus = TileFocus(
            middle: region.middle, bounds: region.bounds, level: view.level,
            downsample: pyramid.levels[view.level].downsample)
        return plan
    }

    /// Whether a view requests a coarser level than the right one.
    private func swaps(
        _ viewport: Viewport, _ region: ImageRegion, of level: Level, _ tileRate: TileRate?
    ) -> Bool {
        guard viewport.isMoving else { return false }
        return switch swapping {
        case .never: false
        case .always: true
        case .whileMoving: wasFast && !keepsUp(viewport, region, of: level, tileRate)
        }
    }

    /// Whether a loader can load the tiles of a level as fast as the motion of a view uncovers them.
    private func keepsUp(
        _ viewport: Viewport, _ region: ImageRegion, of level: Level, _ tileRate: TileRate?
    ) -> Bool {
        guard let tileRate else { return false }
        let needed = viewport.uncoveredTilesPerSecond(in: region, of: level)
        return needed <= tileRate.tilesPerSecond * swappingShare * (wasSwapped ? swappingEnd : 1)
    }

    /// The seconds by which the motion of the view is extrapolated.
    private func lookAhead(_ tileRate: TileRate?) -> Double {
        guard wasFast, !wasSwapped, swapping == .whileMoving, let tileRate else { return lookAhead }
        return min(lookAhead, fastLookAhead + 2 * tileRate.latency)
    }

    /// Returns the level to request in place of `level`: a coarser one during swapping.
    private func swapped(_ level: Int, of pyramid: Pyramid) -> Int {
        wasSwapped ? max(min(level, pyramid.baseLevel), level - swappedLevels) : level
    }
}

/// A viewport, with the values that one plan derives from it.
private struct PlannedView {
    var pyramid: Pyramid
    var viewport: Viewport
    var region: ImageRegion
    var scale: Double
    var level: Int
    /// The seconds by which the motion is extrapolated.
    var lookAhead: Double
    /// The levels that are not composed.
    var ownLevels: PartialRangeFrom<Int>
    /// The maximum number of requests.
    var limit: Int
}

extension TilePlanner {
    private func requests(for view: PlannedView) -> RequestList {
        let center = view.viewport.imagePointOfInterest(in: view.region)
        var list = RequestList(pyramid: view.pyramid, center: center, limit: view.limit)
        guard view.ownLevels.contains(view.level) else {
            list.add(.view, of: view.level, in: view.region)
            return list
        }
        let base = min(max(view.pyramid.baseLevel, view.ownLevels.lowerBound), view.level)
        let fallback = max(fallbackLevel(for: view.level, of: view.pyramid) ?? base, base)
        list.add(.base, of: base, in: view.region)
        list.add(.fallback, of: fallback, in: view.region)
        list.add(.view, of: view.level, in: view.region)
        if view.viewport.isMoving {
            addLookAhead(in: view, fallback: fallback, to: &list)
        } else {
            list.add(.ring, of: view.level, in: view.region.scaled(by: 1 + 2 * ring, about: view.region.middle))
            addAdjacentLevels(of: view, to: &list)
        }
        return list
    }

    /// The finest level that is coarse enough for fallback tiles of `level`; nil if only the base level is.
    private func fallbackLevel(for level: Int, of pyramid: Pyramid) -> Int? {
        let least = pyramid.levels[level].downsample * fallbackRatio
        let coarser = pyramid.presentLevels.clamped(to: pyramid.baseLevel..<max(level, pyramid.baseLevel))
        return coarser.last { pyramid.levels[$0].downsample >= least }
    }

    /// Requests the tiles that become visible within the look-ahead at the current velocity.
    private func addLookAhead(in view: PlannedView, fallback: Int, to list: inout RequestList) {
        let viewport = view.viewport
        let region = view.region
        let translation = limited(
            Point(x: viewport.velocity.x * view.lookAhead, y: viewport.velocity.y * view.lookAhead),
            for: region.bounds.size)
        let octaves = min(max(viewport.zoomVelocity * lookAhead, -1), 1)
        guard translation != .zero || octaves != 0 else { return }
        let upcoming = region.scaled(by: exp2(-octaves), about: region.middle).moved(by: translation)
        let swept = region.joined(with: upcoming)
        list.add(.lookAhead, of: fallback, in: swept, along: translation, from: region)
        let sharpLevel = levelOfDetail.level(of: view.pyramid, scale: view.scale * exp2(octaves))
        let level = max(swapped(sharpLevel, of: view.pyramid), view.ownLevels.lowerBound)
        if level >= view.level {
            list.add(.lookAhead, of: view.level, in: swept, along: translation, from: region)
        }
        if level != view.level {
            list.add(.lookAhead, of: level, in: upcoming)
        }
    }

    private func limited(_ translation: Point, for size: Size) -> Point {
        let viewports = max(abs(translation.x) / size.width, abs(translation.y) / size.height)
        let factor = viewports > lookAheadLimit ? lookAheadLimit / viewports : 1
        return Point(x: translation.x * factor, y: translation.y * factor)
    }

    private func addAdjacentLevels(of view: PlannedView, to list: inout RequestList) {
        let levels = levelOfDetail.levels(of: view.pyramid)
        for level in [view.level - 1, view.level + 1] where levels.contains(level) && view.ownLevels.contains(level) {
            list.add(.adjacentLevel, of: level, in: view.region, atMost: adjacentLevelTiles)
        }
    }
}

/// The condition for requesting a coarser level in place of the right one.
///
/// It affects only requests: finer tiles that are already cached are still drawn.
public enum ResolutionSwapping: Hashable, Sendable {
    /// While the view moves faster than ``TilePlanner/swappingSpeed``, and faster than its tiles can be loaded.
    case whileMoving
    /// While the view moves at all.
    case always
    /// Never.
    case never
}
