internal import Glibc
internal import LayerTree

extension ScrollModel {
    /// Takes the content up, wherever it is and however it moves; by other fingers if it is held already.
    mutating func hold(_ source: Grab.Source, at points: [Point]) {
        keys.removeAll()
        let previous = grab?.source == source ? grab : nil
        if let previous {
            if previous.isZooming, points.count < 2 { events.append(.didEndZooming) }
        } else {
            stop()
        }
        phase = .held(Grab(source, at: points, of: view, within: limits, time: time, after: previous))
    }

    /// Moves what is held.
    ///
    /// - Parameters:
    ///   - points: where it is held, as many places as when it was taken up.
    ///   - moment: when that was seen, which may be before the latest frame: speeds depend on it.
    mutating func drag(to points: [Point], at moment: Double) {
        guard var grab, grab.points.count == points.count else { return }
        let points = points.count > 1 ? points : [settings.panMode.place(from: grab.origin[0], to: points[0])]
        // Systems repeat the last place when a button or a finger goes up; that says nothing about the speed.
        guard points != grab.points else { return }
        grab.move(to: points, at: moment, settings: settings)
        if !grab.isDragging {
            grab.isDragging = true
            events.append(.willBeginDragging)
        }
        if !grab.isZooming, points.count > 1 {
            grab.isZooming = true
            events.append(.willBeginZooming)
        }
        phase = .held(grab)
        var view = view
        if let free = grab.freeScaleAndAngle {
            view.angle = free.angle
            view.octaves = limits.shownOctaves(free: free.octaves, angle: free.angle)
        }
        view = view.placing(grab.place, at: grab.middle, in: geometry.viewportSize)
        view.center = limits.shownCenter(free: view)
        show(view)
    }

    /// Lets the content go: it is thrown, or goes back to where it may be, or rests.
    ///
    /// - Parameter isThrow: whether it goes on with the speed it has; default true.
    mutating func release(isThrow: Bool = true) {
        guard let grab else { return }
        phase = .rest
        let motion = settlingMotion(after: grab, velocity: isThrow ? throwVelocity(of: grab) : .zero)
        restAngle = motion.target?.angle ?? view.angle
        let goesOn = motion.end > time && !settings.reducesMotion
        if grab.isZooming { events.append(.didEndZooming) }
        if grab.isDragging { events.append(.didEndDragging(willDecelerate: goesOn)) }
        if goesOn {
            move(motion, because: grab.isDragging ? .deceleration : .animation)
        } else if let target = motion.target {
            show(target)
        }
    }

    /// How content goes on that is let go.
    private func settlingMotion(after grab: Grab, velocity: Point) -> any ViewMotion {
        let range = geometry.scaleRange(angle: view.angle)
        let scale = min(max(view.scale, range.lowerBound), range.upperBound)
        let angle = grab.isTurning ? snapped(view.angle) : restAngle
        if scale != view.scale || angle != view.angle {
            return PivotMotion(
                from: view, velocity: .zero, to: PivotMotion.Goal(scale: scale, angle: angle), about: grab.middle,
                at: time, within: limits, frequency: settings.physics.bounceFrequency)
        }
        return GlideMotion(from: view, velocity: velocity, at: time, within: limits)
    }

    /// How fast the center goes on, in points of the view per second along the content's axes.
    private func throwVelocity(of grab: Grab) -> Point {
        // Fingers are rarely lifted at the same moment: how the last one goes is no throw.
        guard !settings.reducesMotion, !grab.followsPinch || time >= grab.start + VelocityTracker.stillness
        else { return .zero }
        let physics = settings.physics
        var velocity = grab.tracker.velocity(at: time)
        let speed = velocity.length
        guard speed >= physics.minimumFlingSpeed else { return .zero }
        velocity = velocity * (min(speed, physics.maximumFlingSpeed) / speed)
        // On its rubber band the view goes slower than the finger.
        let slope = limits.slope(shown: view)
        let through = view.contentVector(velocity) * -view.scale
        return Point(x: through.x * slope.x, y: through.y * slope.y)
    }

    /// The next right angle, if it is near.
    private func snapped(_ angle: Double) -> Double {
        let rest = remainder(angle, 90)
        return abs(rest) <= settings.rightAngleSnap ? angle - rest : angle
    }
}
