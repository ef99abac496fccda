internal import LayerTree
package import ScrollLayers
package import TilePyramid
internal import VectorDrawing

/// A camera path over an image, for measuring viewers and for demonstrations.
///
/// Between two keyframes the center moves linearly, the zoom changes by equal factors in equal times, and the angle
/// changes evenly; a jump happens at once.
package struct Flight: Hashable, Sendable {
    /// The full size of the image, in pixels.
    package var imageSize: PixelSize
    /// The side of its tiles, in pixels.
    package var tileSize: Int
    /// The size of the view, in pixels.
    package var viewport: PixelSize
    /// The keyframes in the order of their times; at least one.
    package let keys: [FlightKeyframe]

    /// Creates a flight.
    ///
    /// - Parameters:
    ///   - imageSize: the full size of the image.
    ///   - tileSize: the side of its tiles, 256 by default.
    ///   - viewport: the size of the view, in pixels.
    ///   - keys: the keyframes; at least one, each later than the one before it, or at the same time if it is a jump.
    package init(over imageSize: PixelSize, tileSize: Int = 256, viewport: PixelSize, keys: [FlightKeyframe]) {
        precondition(!keys.isEmpty, "a flight has at least one keyframe")
        precondition(
            zip(keys, keys.dropFirst()).allSatisfy { $1.isReachable(from: $0) }, "keyframes are ordered by time")
        self.imageSize = imageSize
        self.tileSize = tileSize
        self.viewport = viewport
        self.keys = keys
    }

    /// The time of the first keyframe, in seconds.
    package var start: Double { keys[0].time }

    /// The time of the last keyframe, in seconds.
    package var end: Double { keys[keys.count - 1].time }

    /// The view at a time; before the start and after the end the camera stands still.
    ///
    /// - Complexity: O(log n) for n keyframes.
    package func view(at time: Double) -> ViewState {
        let next = indexOfFirstKey(after: time)
        guard next > 0 else { return keys[0].view }
        let last = keys[next - 1]
        guard next < keys.count, !keys[next].isJump else { return last.view }
        let fraction = (time - last.time) / (keys[next].time - last.time)
        return last.view.interpolated(with: keys[next].view, fraction)
    }

    private func indexOfFirstKey(after time: Double) -> Int {
        var range = 0..<keys.count
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            range = keys[middle].time > time ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound
    }
}

extension ViewState {
    /// The view at a fraction of the way from this one, at 0, to another one, at 1.
    func interpolated(with other: ViewState, _ fraction: Double) -> ViewState {
        var view = self
        view.center.x += (other.center.x - center.x) * fraction
        view.center.y += (other.center.y - center.y) * fraction
        view.angle += (other.angle - angle) * fraction
        if other.scale != scale {
            view.octaves += (other.octaves - octaves) * fraction
        }
        return view
    }
}

/// A view that a flight reaches at a time.
package struct FlightKeyframe: Hashable, Sendable {
    /// The time, in seconds from the flight's beginning; not negative.
    package var time: Double
    /// The view at that time.
    ///
    /// Flights are never mirrored, so files leave `isFlipped` out.
    package var view: ViewState
    /// Whether the camera stays at the previous keyframe until this time, and then jumps here.
    package var isJump = false
    /// A description of the movement to this keyframe, such as "zoom in to 1:1"; nil if there is none.
    package var note: String?

    /// Whether this keyframe may follow another one.
    func isReachable(from last: FlightKeyframe) -> Bool { time > last.time || (time == last.time && isJump) }

    /// Whether the camera moves between another keyframe and this one.
    func isMoved(from last: FlightKeyframe) -> Bool { !isJump && view != last.view }
}
