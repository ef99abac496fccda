internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension ScrollModel {
    /// Begins a drag, stopping any motion; a drag by the same source continues with the new touch points.
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

    /// Moves the touch points of the drag, whose number must not change.
    ///
    /// Velocities depend on the time of the event, which may be before the latest frame.
    mutating func drag(to points: [Point], at moment: Double) {
        guard var gesture, gesture.points.count == points.count else { return }
        let points = points.count > 1 ? points : [settings.panMode.destination(from: gesture.origin[0], to: points[0])]
        // Systems repeat the last position when a button or a finger goes up, which says nothing about the velocity.
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

    /// Ends the drag: the view is flung with its velocity if `isFling`, returns to its limits, or rests.
    mutating func release(isFling: Bool = true) {
        guard let gesture else { return }
        phase = .rest
        let motion = settlingMotion(after: gesture, velocity: isFling ? flingVelocity(of: gesture) : .zero)
        restAngle = motion.target?.angle ?? view.angle
        let willDecelerate = motion.end > time && !settings.reducesMotion
        if gesture.isZooming { events.append(.didEndZooming) }
        if gesture.isDragging { events.append(.didEndDragging(willDecelerate: willDecelerate)) }
        if willDecelerate {
            move(motion, because: gesture.isDragging ? .deceleration : .animation)
        } else if let target = motion.target {
            show(target)
        }
    }

    /// The motion that follows the end of a drag.
    private func settlingMotion(after gesture: DragGesture, velocity: Point) -> any ViewMotion {
        let scale = geometry.scaleRange(angle: view.angle).clamp(view.scale)
        let angle = gesture.isTurning ? snapped(view.angle) : restAngle
        if scale != view.scale || angle != view.angle {
            return ZoomMotion(
                from: view, velocity: .zero, to: ZoomMotion.Goal(scale: scale, angle: angle), about: gesture.middle,
                at: time, within: limits, frequency: settings.physics.bounceFrequency)
        }
        return FlingMotion(from: view, velocity: velocity, at: time, within: limits)
    }

    /// The velocity of the center after a drag, in view points per second along the content's axes.
    private func flingVelocity(of gesture: DragGesture) -> Point {
        // Two fingers are rarely lifted together: the motion of the second one shortly after is not a fling.
        guard !settings.reducesMotion, !gesture.followsPinch || time >= gesture.start + VelocityTracker.stillness
        else { return .zero }
        let physics = settings.physics
        var velocity = gesture.tracker.velocity(at: time)
        let speed = velocity.length
        guard speed >= physics.minimumFlingSpeed else { return .zero }
        velocity = velocity * (min(speed, physics.maximumFlingSpeed) / speed)
        // On the rubber band the view moves slower than the finger.
        let slope = limits.slope(shown: view)
        let centerVelocity = view.contentVector(velocity) * -view.scale
        return Point(x: centerVelocity.x * slope.x, y: centerVelocity.y * slope.y)
    }

    /// The nearest right angle if it is within ``ScrollSettings/rightAngleSnap``, or else the angle itself.
    private func snapped(_ angle: Double) -> Double {
        let rest = remainder(angle, 90)
        return abs(rest) <= settings.rightAngleSnap ? angle - rest : angle
    }
}
