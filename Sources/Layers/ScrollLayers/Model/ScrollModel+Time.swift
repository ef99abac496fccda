internal import LayerTree

extension ScrollModel {
    /// Advances the view to a time; an earlier time counts as the latest one.
    ///
    /// - Parameter moment: the time in seconds, on the clock of the events.
    /// - Returns: the events until then, in order.
    @discardableResult
    public mutating func update(at moment: Double) -> [ScrollEvent] { record(at: moment) { _ in } }

    /// Advances the view to a time, runs `body`, and returns all events.
    mutating func record(at moment: Double, _ body: (inout ScrollModel) -> Void) -> [ScrollEvent] {
        if moment.isFinite {
            advance(to: moment)
        }
        body(&self)
        defer { events = [] }
        return events
    }

    /// Advances the time, handling each deadline at its own time.
    private mutating func advance(to moment: Double) {
        let moment = max(time, moment)
        while let deadline = nextDeadline, deadline <= moment {
            time = max(time, deadline)
            handleDeadline()
        }
        time = moment
        if let motion {
            show(motion.view(at: time))
        }
    }

    /// The time of the next deadline; nil if there is none.
    private var nextDeadline: Double? {
        var deadlines = [keys.nextRelease, tour?.departure]
        switch phase {
        case .rest: break
        case .held(let gesture): deadlines.append(gesture.source == .trackpad ? gesture.stillnessTime : nil)
        case .moving(let motion, _): deadlines.append(motion.end)
        }
        return deadlines.compactMap(\.self).min()
    }

    /// Handles the deadlines at the current time.
    private mutating func handleDeadline() {
        if let motion {
            show(motion.view(at: time))
        }
        if let release = keys.nextRelease, release <= time {
            keys.removeReleased(at: time)
            updateKeyMotion()
        } else if let departure = tour?.departure, departure <= time {
            departFromStop()
        } else if let gesture, gesture.source == .trackpad {
            release()
        } else if case .moving(_, let cause) = phase {
            phase = .rest
            events.append(cause.end)
            arrive()
        }
    }

    /// Shows a view state, and records the events for what has changed.
    mutating func show(_ new: ViewState) {
        guard new != view, new.center.isValid, new.scale.isFinite, new.scale > 0, new.angle.isFinite else { return }
        let old = view
        view = new
        if old.scale != new.scale { events.append(.didZoom) }
        if old.angle != new.angle || old.isFlipped != new.isFlipped { events.append(.didRotate) }
        events.append(.didScroll)
    }

    /// Starts a motion in place of the current motion or drag; a motion without duration ends at once.
    mutating func move(_ motion: any ViewMotion, because cause: Cause) {
        var isSeen = false
        if case .moving(_, .animation) = phase, cause == .animation {
            // An animation that replaces another one continues it.
            isSeen = true
            phase = .rest
        }
        stop()
        if let target = motion.target {
            restAngle = target.angle
            guard motion.end > time, !settings.reducesMotion else {
                isSeen = isSeen || target != view
                show(target)
                if isSeen { events.append(cause.end) }
                return
            }
        }
        phase = .moving(motion, cause)
        show(motion.view(at: time))
    }

    /// Stops the current motion, drag or tour at the current view state.
    mutating func stop() {
        defer { endTour() }
        switch phase {
        case .rest: break
        case .held(let gesture):
            if gesture.isZooming { events.append(.didEndZooming) }
            if gesture.isDragging { events.append(.didEndDragging(willDecelerate: false)) }
        case .moving(_, let cause): events.append(cause.end)
        }
        phase = .rest
    }
}
