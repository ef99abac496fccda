public import LayerTree

extension ScrollModel {
    /// Does what a command asks for, as if its key had been tapped.
    @discardableResult
    public mutating func perform(_ command: ScrollCommand, at moment: Double) -> [ScrollEvent] {
        record(at: moment) { model in
            model.keys.removeAll()
            model.carryOut(command)
        }
    }

    /// Shows another view, as far as it may be.
    ///
    /// - Parameters:
    ///   - target: the view; what is not a number is passed over.
    ///   - animated: whether springs carry the view there, keeping the speed it has; default true, else at once.
    ///   - constrained: whether it is brought within the limits, default true; otherwise a view that is shown at once
    ///     stays beyond them until something moves it. Animations end within them in any case.
    ///   - moment: when, in seconds.
    /// - Returns: what happened until then, and because of it, in order.
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

    /// Shows all of a rectangle of the content, as large as it can be.
    @discardableResult
    public mutating func zoom(to rect: Rect, animated: Bool = true, at moment: Double) -> [ScrollEvent] {
        let target = geometry.view(showing: rect, angle: goal.angle, isFlipped: goal.isFlipped)
        return setView(target, animated: animated, at: moment)
    }

    /// Changes the scale while the place of the content that is seen at a point stays there.
    ///
    /// - Parameters:
    ///   - scale: points of the view for each point of the content, as far as the limits allow.
    ///   - point: in points from the view's upper left corner; nil, the default, for its middle.
    ///   - moment: when, in seconds.
    /// - Returns: what happened until then, and because of it, in order.
    @discardableResult
    public mutating func zoom(toScale scale: Double, about point: Point? = nil, at moment: Double) -> [ScrollEvent] {
        record(at: moment) { model in
            guard scale.isFinite, scale > 0, point?.isValid ?? true else { return }
            model.zoom(
                toScale: scale, about: point ?? model.geometry.usableRect.middle,
                frequency: model.settings.physics.flightFrequency)
        }
    }

    /// Scrolls so that ``contentOffset`` is as given, as far as the content goes.
    @discardableResult
    public mutating func scroll(toOffset offset: Point, animated: Bool = true, at moment: Double) -> [ScrollEvent] {
        var target = goal
        target.center = view.contentVector(offset + scaledContentOrigin + geometry.viewportSize.middle)
        target.scale = view.scale
        return setView(target, animated: animated, at: moment)
    }

    /// Says that content or view have another size, or may have other scales.
    ///
    /// A view that showed all of the content still does, else what was in the middle stays there. What moved by itself
    /// is at its end, and what is held goes on from where it is.
    @discardableResult
    public mutating func setGeometry(_ new: ScrollGeometry, at moment: Double) -> [ScrollEvent] {
        record(at: moment) { model in
            guard new != model.geometry else { return }
            let held = model.gesture
            let target = held == nil ? model.motion?.target ?? model.goal : model.view
            let wasFitting = model.geometry.isFitting(target)
            model.geometry = new
            guard let held else {
                model.stop()
                model.keys.removeAll()
                model.show(wasFitting ? new.fitting(target) : new.constrained(target))
                model.restAngle = model.view.angle
                return
            }
            model.phase = .held(
                DragGesture(
                    held.source, at: held.points, of: model.view, within: model.limits, time: model.time, after: held))
        }
    }
}
