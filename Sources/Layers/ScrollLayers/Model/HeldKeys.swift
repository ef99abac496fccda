internal import LayerTree

/// The keys that are held down and move the view meanwhile.
struct HeldKeys: Sendable {
    private struct Held {
        var key: Key
        var command: ScrollCommand
        /// From when on it counts as held.
        var start: Double
        /// Until when; nil while it is down.
        var release: Double?
    }

    private var held: [Held] = []

    /// A key went down.
    mutating func press(_ key: Key, for command: ScrollCommand, at time: Double) {
        // A second tap during the time that the first one counts for begins when that is over: none is lost.
        let pending = held.first { $0.key == key }?.release
        held.removeAll { $0.key == key }
        held.append(Held(key: key, command: command, start: max(time, pending ?? time), release: nil))
    }

    /// A key went up; it counts as held for at least a certain time.
    mutating func release(_ key: Key, at time: Double, tapDuration: Double) {
        guard let index = held.firstIndex(where: { $0.key == key && $0.release == nil }) else { return }
        held[index].release = max(time, held[index].start + tapDuration)
    }

    /// When the next key stops to count as held; nil when none does by itself.
    var nextRelease: Double? { held.compactMap(\.release).min() }

    /// Forgets the keys that do not count as held any more.
    mutating func removeReleased(at time: Double) {
        held.removeAll { held in held.release.map { $0 <= time } ?? false }
    }

    /// Forgets all keys.
    mutating func removeAll() {
        held = []
    }

    /// The direction of all arrows together, in the view's coordinates.
    var pan: Point {
        held.reduce(.zero) { sum, held in
            if case .pan(let direction) = held.command { sum + direction.vector } else { sum }
        }
    }

    /// 1 to zoom in, −1 to zoom out, 0 for neither or both.
    var zoom: Double {
        held.reduce(0) { sum, held in
            switch held.command {
            case .zoomIn: sum + 1
            case .zoomOut: sum - 1
            default: sum
            }
        }
    }
}
