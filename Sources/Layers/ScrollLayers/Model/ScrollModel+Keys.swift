internal import LayerTree
internal import VectorDrawing

extension ScrollModel {
    /// Moves the view according to the held keys, or stops it.
    mutating func updateKeyMotion() {
        guard gesture == nil else { return keys.removeAll() }
        let pan = settings.panMode.destination(from: .zero, to: keys.pan * settings.keyPanSpeed)
        let zoom = keys.zoom * settings.keyZoomSpeed
        if pan != .zero || zoom != 0 {
            let motion = ConstantVelocityMotion(
                from: view, velocity: velocity, pan: pan, zoom: zoom, at: time, within: limits)
            move(motion, because: .animation)
        } else if motion is ConstantVelocityMotion {
            let velocity = velocity
            let time = settings.reducesMotion ? 0 : 1 / settings.physics.responseFrequency
            var target = goal
            // From this target a spring decelerates steadily and stops without turning back.
            target.center = target.center + velocity.center * time
            target.octaves += velocity.octaves * time
            fly(to: target, frequency: settings.physics.responseFrequency)
        }
    }

    /// Performs a command; a continuous command is performed as for a short tap of its key.
    mutating func carryOut(_ command: ScrollCommand) {
        let middle = geometry.usableRect.middle
        let tap = settings.keyTapDuration + 1 / settings.physics.responseFrequency
        switch command {
        case .pan(let direction): page(direction.vector * (settings.keyPanSpeed * tap))
        case .page(let direction):
            let room = geometry.usableRect.size
            let step = 0.9
            page(Point(x: direction.vector.x * room.width * step, y: direction.vector.y * room.height * step))
        case .zoomIn, .zoomOut:
            let step = settings.keyZoomSpeed * tap * (command == .zoomIn ? 1 : -1)
            zoom(byOctaves: step, about: middle, frequency: settings.physics.responseFrequency)
        case .fit: fly(to: geometry.fitting(goal))
        case .magnify(let factor):
            fly(to: goal.scaled(to: factor * geometry.actualScale, about: middle, in: geometry.viewportSize))
        case .rotate(let degrees):
            var target = goal
            target.angle += degrees
            fly(to: geometry.isFitting(goal) ? geometry.fitting(target) : target)
        case .mirrorHorizontally: mirror(\.mirroredHorizontally)
        case .mirrorVertically: mirror(\.mirroredVertically)
        }
    }

    /// Mirrors the view at once; a running animation continues mirrored.
    private mutating func mirror(_ mirrored: (ViewState) -> ViewState) {
        let target = geometry.constrained(mirrored(goal))
        let isFlying = motion?.target == goal
        stop()
        restAngle = target.angle
        show(isFlying ? mirrored(view) : target)
        if view != target {
            fly(to: target)
        }
    }

    /// Flies to another view state, clamped to the limits.
    mutating func fly(to target: ViewState, frequency: Double? = nil) {
        let motion = FlightMotion(
            from: view, velocity: velocity, to: geometry.constrained(target), at: time,
            frequency: frequency ?? settings.physics.flightFrequency)
        move(motion, because: .animation)
    }

    private mutating func page(_ translation: Point) {
        let allowed = settings.panMode.destination(from: .zero, to: translation)
        fly(to: goal.moved(by: allowed * -1), frequency: settings.physics.responseFrequency)
    }
}
