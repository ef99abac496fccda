internal import LayerTree
public import ScrollLayers
public import TilePyramid

/// A recorded path of the camera over an image: for judging a viewer, for demonstrations, and for seeing again what
/// somebody has seen.
///
/// Between two keys the center moves linearly, the scale changes by equal factors in equal times, and the angle turns
/// evenly; a key that is jumped to is reached at once. Files are read by ``init(contentsOf:)`` and written as ``json``.
public struct Flight: Hashable, Sendable {
    /// What the flight is for, in words; nil when nothing is said.
    public var about: String?
    /// The full size of the image that is flown over.
    public var imageSize: PixelSize
    /// The side of its tiles, in pixels.
    public var tileSize: Int
    /// The pixels of the view.
    public var viewport: PixelSize
    /// The views that are passed, in the order of their times; at least one.
    public let keys: [FlightKeyframe]

    /// A flight.
    ///
    /// - Parameters:
    ///   - imageSize: the full size of the image.
    ///   - tileSize: the side of its tiles; default 256.
    ///   - viewport: the pixels of the view.
    ///   - keys: the views that are passed; at least one, each later than the one before it, or at the same time if it is
    ///     jumped to.
    ///   - about: what the flight is for.
    public init(
        over imageSize: PixelSize, tileSize: Int = 256, viewport: PixelSize, keys: [FlightKeyframe],
        about: String? = nil
    ) {
        precondition(!keys.isEmpty, "a flight has at least one key")
        precondition(
            zip(keys, keys.dropFirst()).allSatisfy { $1.isReachable(from: $0) }, "the keys of a flight follow in time")
        self.imageSize = imageSize
        self.tileSize = tileSize
        self.viewport = viewport
        self.keys = keys
        self.about = about
    }

    /// When it begins, in seconds.
    public var start: Double { keys[0].time }

    /// When it ends, in seconds on the same clock as ``start``.
    public var end: Double { keys[keys.count - 1].time }

    /// Where the camera is at a time; before the start and after the end it stands still.
    ///
    /// - Complexity: O(log n) for n keys.
    public func view(at time: Double) -> ViewState {
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
    /// The view that lies so far between this and another one, from 0 for this one to 1 for the other.
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
