internal import LayerTree
public import VectorDrawing

extension ScrollModel {
    /// Performs a command as if its key had been tapped.
    @discardableResult
    public mutating func perform(_ command: ScrollCommand, at moment: Double) -> [ScrollEvent] {
        record(at: moment) { model in
            model.keys.removeAll()
            model.carryOut(command)
        }
    }

    /// Shows another view state, within the limits.
    ///
    /// - Parameters:
    ///   - target: the view state; a state with invalid numbers is ignored.
    ///   - animated: whether the view flies there on springs, keeping its current velocity; otherwise it jumps. The
    ///     default is `true`.
    ///   - constrained: whether the view state is clamped to the limits. If not, a view that jumps stays beyond the limits
    ///     until something moves it; an animation always ends within the limits. The default is `true`.
    ///   - moment: the time in seconds.
    /// - Returns: the events since the last call, including the events of this change, in order.
    @discardableResult
    public mutating func setView(
        _ target: ViewState, animated: Bool = true, constrained: Bool = true, at moment: Double
    ) -> [ScrollEvent] {
        record(at: moment) { model in
            guard target.center.isValid, target.scale.isFinite, target.scale > 0, target.angle.isFinite else { return }
            model.keys.removeAll()
            if animated {
                model.fly(to: target)
            } else {
                model.stop()
                model.show(constrained ? model.geometry.constrained(target) : target)
                model.restAngle = model.view.angle
            }
        }
    }

    /// Fits a rectangle of the content in the view.
    @discardableResult
    public mutating func zoom(to rect: Rect, animated: Bool = true, at moment: Double) -> [ScrollEvent] {
        let target = geometry.view(showing: rect, angle: goal.angle, isFlipped: goal.isFlipped)
        return setView(target, animated: animated, at: moment)
    }

    /// Changes the scale about a point of the view.
    ///
    /// - Parameters:
    ///   - scale: points of the view per point of the content; clamped to the limits.
    ///   - point: the fixed point, from the view's upper left corner. The default is nil: the center.
    ///   - moment: the time in seconds.
    /// - Returns: the events since the last call, including the events of this change, in order.
    @discardableResult
    public mutating func zoom(toScale scale: Double, about point: Point? = nil, at moment: Double) -> [ScrollEvent] {
        record(at: moment) { model in
            guard scale.isFinite, scale > 0, point?.isValid ?? true else { return }
            model.zoom(
                toScale: scale, about: point ?? model.geometry.usableRect.middle,
                frequency: model.settings.physics.flightFrequency)
        }
    }

    /// Scrolls to a ``contentOffset``, as far as the content reaches.
    @discardableResult
    public mutating func scroll(toOffset offset: Point, animated: Bool = true, at moment: Double) -> [ScrollEvent] {
        var target = goal
        target.center = view.contentVector(offset + scaledContentOrigin + geometry.viewportSize.middle)
        target.scale = view.scale
        return setView(target, animated: animated, at: moment)
    }

    /// Changes the sizes of content and viewport, or the scale limits.
    ///
    /// A view that fitted the content is fitted again; otherwise the point in the center stays there. Animations end; a drag
    /// continues from its current position, and a tour at its stop.
    @discardableResult
    public mutating func setGeometry(_ new: ScrollGeometry, at moment: Double) -> [ScrollEvent] {
        record(at: moment) { model in
            guard new != model.geometry else { return }
            let held = model.gesture
            let target = held == nil ? model.motion?.target ?? model.goal : model.view
            let wasFitting = model.geometry.isFitting(target)
            model.geometry = new
            guard let held else {
                let tour = model.tour.take()
                model.stop()
                model.keys.removeAll()
                model.show(wasFitting ? new.fitting(target) : new.constrained(target))
                model.restAngle = model.view.angle
                if let tour { model.resume(tour) }
                return
            }
            model.phase = .held(
                DragGesture(
                    held.source, at: held.points, of: model.view, within: model.limits, time: model.time, after: held))
        }
    }
}
