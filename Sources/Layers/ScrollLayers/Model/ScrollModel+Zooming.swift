internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension ScrollModel {
    /// Zooms about a point of the view on a spring.
    ///
    /// A step during such a zoom adds to its goal, so no step is lost.
    mutating func zoom(byOctaves step: Double, about point: Point, frequency: Double) {
        let base = motion is ZoomMotion ? goal.scale : view.scale
        zoom(toScale: base * exp2(step), about: point, frequency: frequency)
    }

    /// Zooms to a scale about a point of the view on a spring.
    mutating func zoom(toScale scale: Double, about point: Point, frequency: Double) {
        keys.removeAll()
        let goal = ZoomMotion.Goal(scale: geometry.scaleRange(angle: restAngle).clamp(scale), angle: restAngle)
        if case .moving(let motion as ZoomMotion, .animation) = phase, motion.point == point {
            move(ZoomMotion(continuing: motion, to: goal, at: time, frequency: frequency), because: .animation)
        } else {
            let motion = ZoomMotion(
                from: view, velocity: velocity, to: goal, about: point, at: time, within: limits, frequency: frequency)
            move(motion, because: .animation)
        }
    }

    /// Zooms about a point of the view at once; a drag in progress continues.
    mutating func zoomAtOnce(byOctaves step: Double, about point: Point) {
        guard step != 0 else { return }
        keys.removeAll()
        let held = gesture
        let velocity = held == nil ? velocity : .zero
        let excess = limits.excess(of: view)
        let scale = geometry.scaleRange(angle: view.angle).clamp(view.scale * exp2(step))
        var new = view.scaled(to: scale, about: point, in: geometry.viewportSize)
        new.center = geometry.centerLimits(of: new).clamp(new.center) + excess * (1 / new.scale)
        if let held {
            show(new)
            phase = .held(
                DragGesture(held.source, at: held.points, of: view, within: limits, time: time, after: held))
            return
        }
        // An overshoot still has to spring back, and a rotation to end.
        let rest = ZoomMotion(
            from: new, velocity: ViewVelocity(center: velocity.center, angle: velocity.angle),
            to: ZoomMotion.Goal(scale: new.scale, angle: restAngle), about: point, at: time, within: limits,
            frequency: settings.physics.responseFrequency)
        if rest.end > time {
            move(rest, because: .animation)
        } else {
            stop()
            show(new)
        }
    }

    /// Zooms about a double-clicked or double-tapped point; zooming in at the largest scale fits the content instead.
    mutating func zoomByClick(about point: Point, outwards: Bool) {
        if !outwards, settings.doubleClick == .fit { return switchFitting(about: point) }
        let largest = log2(geometry.scaleRange(angle: restAngle).upperBound)
        if !outwards, view.octaves > largest - 0.01 {
            carryOut(.fit)
        } else {
            zoom(
                byOctaves: outwards ? -settings.doubleClickOctaves : settings.doubleClickOctaves, about: point,
                frequency: settings.physics.flightFrequency)
        }
    }

    /// Fits the content or, if it is fitted, shows its actual size about a point.
    private mutating func switchFitting(about point: Point) {
        guard geometry.isFitting(goal) else { return carryOut(.fit) }
        zoom(toScale: geometry.actualScale, about: point, frequency: settings.physics.flightFrequency)
    }
}
