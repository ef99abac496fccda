internal import LayerTree
internal import VectorDrawing

/// The keys that are held down and move the view.
struct HeldKeys: Sendable {
    private struct Held {
        var key: Key
        var command: ScrollCommand
        /// The time from which the key counts as held.
        var start: Double
        /// The time until which it counts as held; nil while it is down.
        var release: Double?
    }

    private var held: [Held] = []

    /// Records that a key went down.
    mutating func press(_ key: Key, for command: ScrollCommand, at time: Double) {
        // A second tap while the first still counts as held starts when the first ends, so no tap is lost.
        let pending = held.first { $0.key == key }?.release
        held.removeAll { $0.key == key }
        held.append(Held(key: key, command: command, start: max(time, pending ?? time), release: nil))
    }

    /// Records that a key went up.
    ///
    /// It counts as held for at least `tapDuration`.
    mutating func release(_ key: Key, at time: Double, tapDuration: Double) {
        guard let index = held.firstIndex(where: { $0.key == key && $0.release == nil }) else { return }
        held[index].release = max(time, held[index].start + tapDuration)
    }

    /// The time at which the next key stops counting as held; nil if all keys are down.
    var nextRelease: Double? { held.compactMap(\.release).min() }

    /// Removes the keys that no longer count as held.
    mutating func removeReleased(at time: Double) {
        held.removeAll { held in held.release.map { $0 <= time } ?? false }
    }

    /// Removes all keys.
    mutating func removeAll() {
        held = []
    }

    /// The sum of the held arrow directions, in the view's coordinates.
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
