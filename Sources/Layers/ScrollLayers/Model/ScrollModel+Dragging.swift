internal import Glibc
internal import LayerTree

extension ScrollModel {
    /// Takes the content up, wherever it is and however it moves; by other fingers if it is held already.
    mutating func beginTracking(_ source: DragGesture.Source, at points: [Point]) {
        keys.removeAll()
        let previous = gesture?.source == source ? gesture : nil
        if let previous {
            if previous.isZooming, points.count < 2 { events.append(.didEndZooming) }
        } else {
            stop()
        }
        phase = .held(DragGesture(source, at: points, of: view, within: limits, time: time, after: previous))
    }

    /// Moves what is held.
    ///
    /// - Parameters:
    ///   - points: where it is held, as many places as when it was taken up.
    ///   - moment: when that was seen, which may be before the latest frame: speeds depend on it.
    mutating func drag(to points: [Point], at moment: Double) {
        guard var gesture, gesture.points.count == points.count else { return }
        let points = points.count > 1 ? points : [settings.panMode.destination(from: gesture.origin[0], to: points[0])]
        // Systems repeat the last place when a button or a finger goes up; that says nothing about the speed.
        guard points != gesture.points else { return }
        gesture.move(to: points, at: moment, settings: settings)
        if !gesture.isDragging {
            gesture.isDragging = true
            events.append(.willBeginDragging)
        }
        if !gesture.isZooming, points.count > 1 {
            gesture.isZooming = true
            events.append(.willBeginZooming)
        }
        phase = .held(gesture)
        var view = view
        if let free = gesture.freeScaleAndAngle {
            view.angle = free.angle
            view.octaves = limits.shownOctaves(free: free.octaves, angle: free.angle)
        }
        view = view.placing(gesture.anchor, at: gesture.middle, in: geometry.viewportSize)
        view.center = limits.shownCenter(free: view)
        show(view)
    }

    /// Lets the content go: it is thrown, or goes back to where it may be, or rests.
    ///
    /// - Parameter isFling: whether it goes on with the speed it has; default true.
    mutating func release(isFling: Bool = true) {
        guard let gesture else { return }
        phase = .rest
        let motion = settlingMotion(after: gesture, velocity: isFling ? flingVelocity(of: gesture) : .zero)
        restAngle = motion.target?.angle ?? view.angle
        let goesOn = motion.end > time && !settings.reducesMotion
        if gesture.isZooming { events.append(.didEndZooming) }
        if gesture.isDragging { events.append(.didEndDragging(willDecelerate: goesOn)) }
        if goesOn {
            move(motion, because: gesture.isDragging ? .deceleration : .animation)
        } else if let target = motion.target {
            show(target)
        }
    }

    /// How content goes on that is let go.
    private func settlingMotion(after gesture: DragGesture, velocity: Point) -> any ViewMotion {
        let range = geometry.scaleRange(angle: view.angle)
        let scale = min(max(view.scale, range.lowerBound), range.upperBound)
        let angle = gesture.isTurning ? snapped(view.angle) : restAngle
        if scale != view.scale || angle != view.angle {
            return ZoomMotion(
                from: view, velocity: .zero, to: ZoomMotion.Goal(scale: scale, angle: angle), about: gesture.middle,
                at: time, within: limits, frequency: settings.physics.bounceFrequency)
        }
        return FlingMotion(from: view, velocity: velocity, at: time, within: limits)
    }

    /// How fast the center goes on, in points of the view per second along the content's axes.
    private func flingVelocity(of gesture: DragGesture) -> Point {
        // Fingers are rarely lifted at the same moment: how the last one goes is no throw.
        guard !settings.reducesMotion, !gesture.followsPinch || time >= gesture.start + VelocityTracker.stillness
        else { return .zero }
        let physics = settings.physics
        var velocity = gesture.tracker.velocity(at: time)
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
