internal import Glibc
internal import LayerTree
internal import VectorDrawing

/// A flight of a given duration along a ``ZoomPath``, eased in and out.
///
/// Far targets are reached by zooming out first and in again, so that the content never rushes by.
struct JourneyMotion: ViewMotion {
    let start: Double
    let end: Double
    private let origin: ViewState
    private let destination: ViewState
    private let path: ZoomPath
    /// The limits of the view; nil if it begins beyond them, and may end only within them.
    private let limits: ScrollGeometry?

    /// Creates a flight.
    ///
    /// - Parameters:
    ///   - view: the first view.
    ///   - destination: the last one, within the limits.
    ///   - time: the start time.
    ///   - duration: the seconds; nil for a duration in proportion to the length of the path.
    ///   - geometry: the size of the viewport, and the limits.
    init(
        from view: ViewState, to destination: ViewState, at time: Double, duration: Double?, in geometry: ScrollGeometry
    ) {
        start = time
        origin = view
        self.destination = destination
        limits = geometry.constrained(view) == view ? geometry : nil
        let extent = max(geometry.viewportSize.width, geometry.viewportSize.height, 1)
        path = ZoomPath(
            from: extent / view.scale, to: extent / destination.scale,
            distance: (destination.center - view.center).length)
        let turn = abs(destination.angle - view.angle) / Self.degreesPerSecond
        var seconds = 0.0
        if path.length > 0 || turn > 0 {
            seconds = min(max(path.length / Self.speed, turn, Self.leastDuration), Self.greatestDuration)
        }
        end = time + max(0, duration ?? seconds)
    }

    /// The length of the path that is flown in a second; a zoom by a factor of two is as long as 0.49.
    private static let speed = 1.2
    private static let degreesPerSecond = 90.0
    private static let leastDuration = 0.5
    private static let greatestDuration = 8.0

    func view(at time: Double) -> ViewState {
        guard time < end else { return destination }
        let share = min(max((time - start) / (end - start), 0), 1)
        let eased = share * share * (3 - 2 * share)
        let place = path.place(at: eased)
        var view = destination
        view.scale = origin.scale * exp(-place.growth)
        view.center = origin.center + (destination.center - origin.center) * place.share
        view.angle = origin.angle + (destination.angle - origin.angle) * eased
        return limits?.constrained(view) ?? view
    }
}
