/// What a scrolling view tells about itself, in the order it happens.
///
/// A drag is `willBeginDragging`, any number of `didScroll`, `didEndDragging`; and if that says so, more `didScroll` and
/// exactly one `didEndDecelerating`. Two fingers add `willBeginZooming` and `didEndZooming` within the drag.
public enum ScrollEvent: Hashable, Sendable {
    /// Something that is held moves the view for the first time.
    case willBeginDragging
    /// Another part of the content is seen, for whatever reason.
    case didScroll
    /// The scale has changed, for whatever reason; `didScroll` follows.
    case didZoom
    /// The angle has changed, or the content was mirrored, for whatever reason; `didScroll` follows.
    case didRotate
    /// Two fingers begin to change the scale.
    case willBeginZooming
    /// Less than two fingers are left.
    case didEndZooming
    /// What moved the view was let go; whether the view goes on by itself: thrown, or back from beyond an edge.
    case didEndDragging(willDecelerate: Bool)
    /// The view that was let go has come to rest, or something else has taken it over.
    case didEndDecelerating
    /// A movement that a wheel, a key or a program asked for has come to its end, or something else has taken over.
    case didEndAnimating
}
