public import VectorDrawing

/// A tour of a view: it flies to one part of the content after the other, and rests at each.
///
/// ```swift
/// let tour = ScrollTour(faces.map { ScrollTour.Stop($0, pause: 4) }, repeats: true)
/// controller.start(tour)
/// ```
///
/// Whatever else moves the view ends the tour: a drag, the wheel, a key, another flight. A change of the window's size does not.
public struct ScrollTour: Hashable, Sendable {
    /// A stop of a tour.
    public struct Stop: Hashable, Sendable {
        /// The part of the content that is fitted into the view.
        public var rect: Rect
        /// The seconds of the flight to it; nil, the default, for a duration in proportion to the length of the way.
        public var flight: Double?
        /// The seconds for which the view rests there; at least ``ScrollTour/leastPause``.
        public var pause: Double

        /// Creates a stop; by default the view rests for 3 seconds.
        public init(_ rect: Rect, flight: Double? = nil, pause: Double = 3) {
            self.rect = rect
            self.flight = flight
            self.pause = pause
        }
    }

    /// The shortest pause, in seconds: a tenth.
    public static let leastPause = 0.1

    /// The stops in their order.
    public var stops: [Stop]
    /// Whether the first stop follows the last one; the default is `false`.
    public var repeats: Bool

    /// Creates a tour.
    public init(_ stops: [Stop], repeats: Bool = false) {
        self.stops = stops
        self.repeats = repeats
    }
}

/// A tour in progress.
struct RunningTour: Sendable {
    let tour: ScrollTour
    /// The index of the stop that the view flies to or rests at.
    var index = 0
    /// The time at which the view leaves the stop; nil while it flies there.
    var departure: Double?

    init(_ tour: ScrollTour) {
        self.tour = tour
    }

    var stop: ScrollTour.Stop { tour.stops[index] }

    /// The index of the next stop; nil after the last one.
    var nextIndex: Int? {
        index + 1 < tour.stops.count ? index + 1 : tour.repeats ? 0 : nil
    }

    /// Begins the pause of the stop.
    mutating func arrive(at time: Double) {
        departure = time + max(stop.pause.isFinite ? stop.pause : 0, ScrollTour.leastPause)
    }
}
