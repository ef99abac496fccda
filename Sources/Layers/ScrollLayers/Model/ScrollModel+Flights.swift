internal import LayerTree
public import VectorDrawing

extension ScrollModel {
    /// Flies to another view state, within the limits, by zooming out first and in again where it is far.
    ///
    /// ``setView(_:animated:constrained:at:)`` is faster: its springs take less than a second, however far it is.
    ///
    /// - Parameters:
    ///   - target: the view state; a state with invalid numbers is ignored.
    ///   - duration: the seconds; nil, the default, for a duration in proportion to the length of the way, from 0.5 to 8.
    ///   - moment: the time in seconds.
    /// - Returns: the events since the last call, including the events of this change, in order.
    @discardableResult
    public mutating func fly(to target: ViewState, duration: Double? = nil, at moment: Double) -> [ScrollEvent] {
        record(at: moment) { model in
            guard target.center.isValid, target.scale.isFinite, target.scale > 0, target.angle.isFinite else { return }
            model.keys.removeAll()
            model.journey(to: target, duration: duration)
        }
    }

    /// Flies to a rectangle of the content, which is fitted in the view; a far one is reached as by the other `fly`.
    @discardableResult
    public mutating func fly(to rect: Rect, duration: Double? = nil, at moment: Double) -> [ScrollEvent] {
        fly(to: fitted(rect), duration: duration, at: moment)
    }

    /// Starts a tour in place of any other motion; one without stops only ends what moves.
    @discardableResult
    public mutating func start(_ tour: ScrollTour, at moment: Double) -> [ScrollEvent] {
        record(at: moment) { model in
            model.keys.removeAll()
            model.stop()
            guard !tour.stops.isEmpty else { return }
            model.visit(RunningTour(tour))
        }
    }

    /// Ends the tour where the view is; does nothing without one.
    @discardableResult
    public mutating func endTour(at moment: Double) -> [ScrollEvent] {
        record(at: moment) { model in
            if model.tour != nil { model.stop() }
        }
    }

    /// The index of the stop of the tour that the view flies to or rests at; nil without a tour.
    public var tourStop: Int? { tour?.index }

    /// The view state that fits a rectangle, with the current angle and mirroring.
    private func fitted(_ rect: Rect) -> ViewState {
        geometry.view(showing: rect, angle: goal.angle, isFlipped: goal.isFlipped)
    }

    private mutating func journey(to target: ViewState, duration: Double?) {
        move(
            JourneyMotion(
                from: view, to: geometry.constrained(target), at: time,
                duration: duration.flatMap { $0.isFinite ? $0 : nil }, in: geometry), because: .animation)
    }

    // MARK: The tour in progress

    /// Flies to the stop of a tour.
    private mutating func visit(_ running: RunningTour) {
        tour = nil
        journey(to: fitted(running.stop.rect), duration: running.stop.flight)
        tour = running
        // Where motion is reduced, and where the view is there already.
        if motion == nil { arrive() }
    }

    /// Begins the pause at the stop, once the flight has ended.
    mutating func arrive() {
        guard var running = tour else { return }
        running.arrive(at: time)
        tour = running
        events.append(.didReachStop(running.index))
    }

    /// Leaves the stop for the next one, or ends the tour.
    mutating func departFromStop() {
        guard var running = tour else { return }
        guard let next = running.nextIndex else { return endTour() }
        running.index = next
        running.departure = nil
        visit(running)
    }

    /// Ends the tour without a change of the view.
    mutating func endTour() {
        guard tour != nil else { return }
        tour = nil
        events.append(.didEndTour)
    }

    /// Shows the stop of a tour at once, in a new geometry.
    mutating func resume(_ running: RunningTour) {
        tour = running
        show(fitted(running.stop.rect))
        if running.departure == nil { arrive() }
    }
}
