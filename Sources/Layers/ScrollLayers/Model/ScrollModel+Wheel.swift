internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension ScrollModel {
    /// Handles an event of a wheel or a trackpad.
    mutating func handle(_ event: WheelEvent) {
        let isTrackpad = wheels.device(of: event, guesses: settings.guessesTrackpad) == .trackpad
        guard event.phase == .moved, event.delta.isValid else {
            if gesture?.source == .trackpad { release() }
            return
        }
        let use = isTrackpad ? settings.trackpad : settings.wheel
        // A wheel to the side has nothing to zoom, and by convention Shift makes any wheel one to the side.
        let isSideways = !isTrackpad && (event.modifiers.contains(.shift) || event.delta.y == 0 && event.delta.x != 0)
        if use == .zoom && !isSideways || event.isPinch || event.modifiers.contains(.control) {
            zoom(by: event, isTrackpad: isTrackpad)
        } else if gesture == nil || gesture?.source == .trackpad {
            pan(by: event, isTrackpad: isTrackpad)
        }
    }

    /// Zooms about the pointer: a wheel in steps smoothed by a spring, a trackpad directly with the fingers.
    private mutating func zoom(by event: WheelEvent, isTrackpad: Bool) {
        // Scrolling away from the user zooms in, whatever scroll direction the system uses.
        let direction = event.isInverted ? -1.0 : 1.0
        if gesture?.source == .trackpad {
            release(isFling: false)
        }
        if event.isPinch {
            zoomAtOnce(byOctaves: event.points.y / (100 * M_LN2), about: event.position)
        } else if isTrackpad {
            zoomAtOnce(byOctaves: direction * event.points.y / settings.pointsPerOctave, about: event.position)
        } else if gesture != nil {
            zoomAtOnce(byOctaves: direction * event.delta.y * settings.octavesPerNotch, about: event.position)
        } else if event.delta.y != 0 {
            zoom(
                byOctaves: direction * event.delta.y * settings.octavesPerNotch, about: event.position,
                frequency: settings.physics.responseFrequency)
        }
    }

    /// Pans the content: a wheel in steps smoothed by a spring, a trackpad as a drag.
    private mutating func pan(by event: WheelEvent, isTrackpad: Bool) {
        var delta = isTrackpad ? event.points : event.delta * settings.pointsPerNotch
        if event.modifiers.contains(.shift), delta.x == 0 {
            // By convention, a vertical wheel with Shift scrolls horizontally.
            delta = Point(x: -delta.y, y: 0)
        }
        // The content moves down when the wheel turns away from the user, and left when it scrolls to the right.
        let translation = Point(x: -delta.x, y: delta.y)
        guard translation != .zero else { return }
        if isTrackpad {
            if gesture == nil { beginTracking(.trackpad, at: [event.position]) }
            if let gesture { drag(to: [gesture.points[0] + translation], at: event.time) }
        } else {
            keys.removeAll()
            let allowed = settings.panMode.destination(from: .zero, to: translation)
            fly(to: goal.moved(by: allowed), frequency: settings.physics.responseFrequency)
        }
    }
}
