/// An event of a scroll view, reported in the order of its occurrence.
///
/// A drag reports `willBeginDragging`, any number of `didScroll`, and `didEndDragging`. If the latter announces a
/// deceleration, more `didScroll` and exactly one `didEndDecelerating` follow. Two fingers add `willBeginZooming` and
/// `didEndZooming` within the drag.
public enum ScrollEvent: Hashable, Sendable {
    /// A drag moves the view for the first time.
    case willBeginDragging
    /// The visible part of the content has changed, for any reason.
    case didScroll
    /// The scale has changed, for any reason; `didScroll` follows.
    case didZoom
    /// The angle or the mirroring has changed, for any reason; `didScroll` follows.
    case didRotate
    /// Two fingers begin to change the scale.
    case willBeginZooming
    /// Fewer than two fingers are left.
    case didEndZooming
    /// A drag has ended.
    ///
    /// `willDecelerate` says whether the view moves on, as a fling or back to its limits.
    case didEndDragging(willDecelerate: Bool)
    /// The view has come to rest after a drag, or something else has taken over.
    case didEndDecelerating
    /// An animation begun by a wheel, a key or the app has ended, or something else has taken over.
    case didEndAnimating
    /// A tour has reached a stop, of this index; `didEndAnimating` of the flight comes before it.
    case didReachStop(Int)
    /// A tour is over: its last pause has passed, or something else has taken over.
    case didEndTour
}
