public import VectorDrawing

/// Moves of the view by the app, at the clock's current time.
///
/// The controller must have been added to its window, or its scroll layer must have a size.
extension ScrollController {
    /// Performs a command as if its key had been tapped.
    public func perform(_ command: ScrollCommand) {
        change { $0.perform(command, at: $1) }
    }

    /// Fits a rectangle of the content in the view, on springs or at once.
    public func zoom(to rect: Rect, animated: Bool = true) {
        change { $0.zoom(to: rect, animated: animated, at: $1) }
    }

    /// Changes the scale about a point of the view, on springs.
    ///
    /// - Parameters:
    ///   - scale: points of the view per point of the content; clamped to the limits.
    ///   - point: the fixed point, from the view's upper left corner; nil, the default, for the center.
    public func zoom(toScale scale: Double, about point: Point? = nil) {
        change { $0.zoom(toScale: scale, about: point, at: $1) }
    }

    /// Flies to a rectangle of the content, which is fitted in the view.
    ///
    /// A far one is reached by zooming out first and in again. Input ends the flight where it is.
    ///
    /// - Parameters:
    ///   - rect: the rectangle in the content's points; for an image, in full-size pixels.
    ///   - duration: the seconds; nil, the default, for a duration in proportion to the length of the way, from 0.5 to 8.
    public func fly(to rect: Rect, duration: Double? = nil) {
        change { $0.fly(to: rect, duration: duration, at: $1) }
    }

    /// Starts a tour in place of any other motion.
    ///
    /// ``onEvent`` reports each stop that is reached (``ScrollEvent/didReachStop(_:)``), and the end
    /// (``ScrollEvent/didEndTour``), whoever caused it.
    public func start(_ tour: ScrollTour) {
        change { $0.start(tour, at: $1) }
    }

    /// Ends the tour where the view is; does nothing without one.
    public func endTour() {
        change { $0.endTour(at: $1) }
    }
}
