internal import Glibc
internal import LayerTree
public import TilePyramid

/// Decides which tiles a view asks for and in what order.
///
/// First a picture of everything that is seen, however coarse; then the right level, from the point of interest outward;
/// then what the view moves toward; and at rest what lies beside it. The result depends on the views given to
/// ``plan(_:of:)`` alone, not on what is loaded or on time.
///
/// The defaults keep what is loaded and never seen below a sixth of all tiles while a view is panned, flung and zoomed.
public struct TilePlanner: Hashable, Sendable {
    /// Which level is right for a scale.
    public var levelOfDetail = LevelOfDetail()

    /// When coarser tiles are asked for because the view moves; default ``ResolutionSwapping/whileMoving``.
    public var swapping = ResolutionSwapping.whileMoving
    /// The speed above which ``ResolutionSwapping/whileMoving`` takes effect, in viewports per second; default 2.5.
    ///
    /// That is one viewport in 0.4 s. Swapping ends at the part ``swappingEnd`` of that speed.
    public var swappingSpeed = 2.5
    /// The part of ``swappingSpeed`` at which swapping ends, so that a speed near it does not make both levels wanted in
    /// turn; default 0.8.
    public var swappingEnd = 0.8
    /// How many levels coarser the tiles are that are asked for meanwhile; default 1.
    public var swappedLevels = 1

    /// How many times larger a pixel of the cover is than one of the level asked for, at least; default 8.
    ///
    /// Sixty-four tiles are then covered by one, so the cover costs little and comes soon.
    public var fallbackRatio = 8.0

    /// Seconds that are looked ahead along the motion of the view; default 0.3.
    public var lookAhead = 0.3
    /// How far is looked ahead at most, in viewports; default 2.
    public var lookAheadLimit = 2.0
    /// How far beside a view at rest tiles are wanted, as a part of a viewport; default 0.05.
    public var ring = 0.05
    /// How many tiles of the next coarser and the next finer level a view at rest wants, each; default 2.
    public var adjacentLevelTiles = 2

    /// How many tiles are wanted at most; default 1024, enough for two screens of 3840×2160 pixels.
    public var requestLimit = 1024

    private var previousLevel: Int?
    private var wasSwapped = false

    /// A planner with default settings that has seen nothing yet.
    public init() {}

    /// What a view asks for.
    ///
    /// - Complexity: O(n log n) for n wishes.
    public mutating func plan(_ viewport: Viewport, of pyramid: Pyramid) -> TilePlan {
        guard let region = viewport.visibleRegion(of: pyramid.size) else {
            let level = previousLevel ?? pyramid.baseLevel
            return TilePlan(level: level, sharpLevel: level, requests: [])
        }
        let scale = viewport.scale(at: region.middle)
        let sharpLevel = levelOfDetail.level(
            of: pyramid, scale: scale, previous: previousLevel, isMoving: viewport.isMoving)
        previousLevel = sharpLevel
        wasSwapped = swaps(viewport, at: region.middle)
        let view = PlannedView(
            pyramid: pyramid, viewport: viewport, region: region, scale: scale,
            level: swapped(sharpLevel, of: pyramid))
        var plan = TilePlan(level: view.level, sharpLevel: sharpLevel, requests: requests(for: view))
        plan.focus = TileFocus(
            middle: region.middle, bounds: region.bounds, level: view.level,
            downsample: pyramid.levels[view.level].downsample)
        return plan
    }

    private func swaps(_ viewport: Viewport, at point: Point) -> Bool {
        guard viewport.isMoving else { return false }
        return switch swapping {
        case .never: false
        case .always: true
        case .whileMoving: viewport.speed(at: point) > swappingSpeed * (wasSwapped ? swappingEnd : 1)
        }
    }

    /// The level that is asked for in place of another one at the moment.
    private func swapped(_ level: Int, of pyramid: Pyramid) -> Int {
        wasSwapped ? max(min(level, pyramid.baseLevel), level - swappedLevels) : level
    }
}

/// A view and what follows from it, for the time of one plan.
private struct PlannedView {
    var pyramid: Pyramid
    var viewport: Viewport
    var region: ImageRegion
    var scale: Double
    var level: Int
}

extension TilePlanner {
    private func requests(for view: PlannedView) -> [TileRequest] {
        let center = view.viewport.imagePointOfInterest(in: view.region)
        var list = RequestList(pyramid: view.pyramid, center: center, limit: requestLimit)
        let base = min(view.pyramid.baseLevel, view.level)
        let fallback = fallbackLevel(for: view.level, of: view.pyramid) ?? base
        list.add(.base, of: base, in: view.region)
        list.add(.fallback, of: fallback, in: view.region)
        list.add(.view, of: view.level, in: view.region)
        if view.viewport.isMoving {
            addLookAhead(in: view, fallback: fallback, to: &list)
        } else {
            list.add(.ring, of: view.level, in: view.region.scaled(by: 1 + 2 * ring, about: view.region.middle))
            addAdjacentLevels(of: view, to: &list)
        }
        return list.requests
    }

    /// The finest level that is coarse enough to cover a view of `level`; nil when only the base is.
    private func fallbackLevel(for level: Int, of pyramid: Pyramid) -> Int? {
        let least = pyramid.levels[level].downsample * fallbackRatio
        let coarser = pyramid.presentLevels.clamped(to: pyramid.baseLevel..<max(level, pyramid.baseLevel))
        return coarser.last { pyramid.levels[$0].downsample >= least }
    }

    /// Adds what is seen within ``lookAhead`` seconds if the view goes on as it moves now.
    private func addLookAhead(in view: PlannedView, fallback: Int, to list: inout RequestList) {
        let (viewport, region) = (view.viewport, view.region)
        let way = limited(
            Point(x: viewport.velocity.x * lookAhead, y: viewport.velocity.y * lookAhead), for: region.bounds.size)
        let octaves = min(max(viewport.zoomVelocity * lookAhead, -1), 1)
        guard way != .zero || octaves != 0 else { return }
        let coming = region.scaled(by: exp2(-octaves), about: region.middle).moved(by: way)
        let passed = region.joined(with: coming)
        list.add(.lookAhead, of: fallback, in: passed, along: way, from: region)
        let sharpLevel = levelOfDetail.level(of: view.pyramid, scale: view.scale * exp2(octaves))
        let level = swapped(sharpLevel, of: view.pyramid)
        if level >= view.level {
            list.add(.lookAhead, of: view.level, in: passed, along: way, from: region)
        }
        if level != view.level {
            list.add(.lookAhead, of: level, in: coming)
        }
    }

    private func limited(_ way: Point, for size: Size) -> Point {
        let viewports = max(abs(way.x) / size.width, abs(way.y) / size.height)
        let factor = viewports > lookAheadLimit ? lookAheadLimit / viewports : 1
        return Point(x: way.x * factor, y: way.y * factor)
    }

    private func addAdjacentLevels(of view: PlannedView, to list: inout RequestList) {
        for level in [view.level - 1, view.level + 1] where levelOfDetail.levels(of: view.pyramid).contains(level) {
            list.add(.adjacentLevel, of: level, in: view.region, atMost: adjacentLevelTiles)
        }
    }
}
