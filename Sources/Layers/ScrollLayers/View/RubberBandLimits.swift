internal import Glibc
internal import LayerTree
internal import VectorDrawing

/// The rubber bands of a view that is dragged or pinched beyond its limits.
///
/// There are two view states: the *free* state follows the fingers exactly, and the *shown* state is drawn. Each can be
/// computed from the other, so a motion can be taken over at any time without a jump.
struct RubberBandLimits {
    var geometry: ScrollGeometry
    var physics: ScrollPhysics
    /// Whether the center follows beyond the edges.
    var bounces: Bool
    /// Whether the scale follows beyond its limits.
    var bouncesZoom: Bool

    /// The shown scale for a free one, both in octaves.
    func shownOctaves(free octaves: Double, angle: Double) -> Double {
        follow(octaves, angle: angle) { $0.stretch(for: $1) }
    }

    /// The free scale for a shown one, both in octaves.
    func freeOctaves(shown octaves: Double, angle: Double) -> Double {
        follow(octaves, angle: angle) { $0.distance(for: $1) }
    }

    private func follow(_ octaves: Double, angle: Double, _ band: (RubberBand, Double) -> Double) -> Double {
        let range = geometry.scaleRange(angle: angle)
        let limit = (log2(range.lowerBound)...log2(range.upperBound)).clamp(octaves)
        guard bouncesZoom, octaves != limit else { return limit }
        return limit + band(physics.zoomRubberBand(isAbove: octaves > limit), octaves - limit)
    }

    /// The shown center for a free one; the view state has the shown scale and angle.
    func shownCenter(free view: ViewState) -> Point { follow(view) { $0.stretch(for: $1) } }

    /// The free center for a shown one.
    func freeCenter(shown view: ViewState) -> Point { follow(view) { $0.distance(for: $1) } }

    /// The ratio of shown to free motion along each of the content's axes, at the shown view state.
    func slope(shown view: ViewState) -> Point {
        let excess = excess(of: view)
        let lengths = lengths(of: view)
        func slope(_ excess: Double, _ length: Double) -> Double {
            excess == 0 ? 1 : bounces ? physics.rubberBand(length: length).slope(at: excess) : 0
        }
        return Point(x: slope(excess.x, lengths.width), y: slope(excess.y, lengths.height))
    }

    /// The distance of the center beyond the limits, in points of the view along the content's axes.
    func excess(of view: ViewState) -> Point {
        (view.center - geometry.centerLimits(of: view).clamp(view.center)) * view.scale
    }

    /// The lengths of the view along the content's axes, in points.
    func lengths(of view: ViewState) -> Size {
        ViewState(center: .zero, angle: view.angle).boundingSize(of: geometry.viewportSize)
    }

    private func follow(_ view: ViewState, _ band: (RubberBand, Double) -> Double) -> Point {
        let limit = geometry.centerLimits(of: view).clamp(view.center)
        guard bounces else { return limit }
        let excess = (view.center - limit) * view.scale
        let lengths = lengths(of: view)
        return limit
            + Point(
                x: band(physics.rubberBand(length: lengths.width), excess.x),
                y: band(physics.rubberBand(length: lengths.height), excess.y)) * (1 / view.scale)
    }
}
