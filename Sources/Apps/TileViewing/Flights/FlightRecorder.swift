internal import LayerTree
public import ScrollLayers
public import TilePyramid

/// Records the views that somebody sees as a flight, with no more keyframes than needed.
///
/// A view becomes a keyframe if interpolation without it would, at some time, shift some point of the view by more than
/// ``tolerance``.
public struct FlightRecorder: Sendable {
    /// How far the flight may deviate from what was seen, in screen pixels; a quarter by default.
    public var tolerance: Double

    private let imageSize: PixelSize
    private let tileSize: Int
    private let viewport: PixelSize
    private var keys: [FlightKeyframe] = []
    /// The views since the last keyframe.
    private var seen: [FlightKeyframe] = []

    /// The most views between two keyframes, which are all examined together.
    private static let maximumSegmentLength = 256

    /// Creates a recorder without views.
    ///
    /// - Parameters:
    ///   - imageSize: the full size of the image.
    ///   - tileSize: the side of its tiles, 256 by default.
    ///   - viewport: the size of the view, in pixels.
    ///   - tolerance: how far the flight may deviate from what was seen, in screen pixels; a quarter by default.
    public init(over imageSize: PixelSize, tileSize: Int = 256, viewport: PixelSize, tolerance: Double = 0.25) {
        self.imageSize = imageSize
        self.tileSize = tileSize
        self.viewport = viewport
        self.tolerance = tolerance
    }

    /// Records a view.
    ///
    /// - Parameters:
    ///   - view: the view.
    ///   - time: when it is first seen, in seconds from the beginning; a view that is not later than the previous one
    ///     is ignored.
    ///   - isJump: whether the camera jumped here; `false` by default.
    /// - Complexity: O(n) for the n views since the last keyframe, of which there are at most 256.
    public mutating func record(_ view: ViewState, at time: Double, isJump: Bool = false) {
        let key = FlightKeyframe(time: time, view: view, isJump: isJump)
        guard let last = seen.last ?? keys.last else {
            keys = [FlightKeyframe(time: time, view: view)]
            return
        }
        guard key.isReachable(from: last) else { return }
        if isJump || seen.count >= Self.maximumSegmentLength || !isStraight(to: key) {
            keys += seen.suffix(1)
            seen = []
        }
        if isJump {
            keys.append(key)
        } else {
            seen.append(key)
        }
    }

    /// The flight so far; nil if nothing was recorded.
    public var flight: Flight? {
        let keys = keys + seen.suffix(1)
        guard !keys.isEmpty else { return nil }
        return Flight(over: imageSize, tileSize: tileSize, viewport: viewport, keys: keys)
    }

    /// Whether interpolation from the last keyframe to this one stays within the tolerance of all views between them.
    private func isStraight(to key: FlightKeyframe) -> Bool {
        guard let start = keys.last else { return true }
        return seen.allSatisfy { seen in
            let fraction = (seen.time - start.time) / (key.time - start.time)
            return distance(start.view.interpolated(with: key.view, fraction), seen.view) <= tolerance
        }
    }

    /// The largest distance between the positions of an image point in two views, in screen pixels.
    ///
    /// It occurs in a corner, because the views differ by a translation, a rotation and a scaling.
    private func distance(_ view: ViewState, _ other: ViewState) -> Double {
        let size = Size(width: Double(viewport.width), height: Double(viewport.height))
        return Rect(origin: .zero, size: size).corners.map { corner in
            let way = other.viewPoint(of: view.contentPoint(at: corner, in: size), in: size) - corner
            return (way.x * way.x + way.y * way.y).squareRoot()
        }.max() ?? 0
    }
}
