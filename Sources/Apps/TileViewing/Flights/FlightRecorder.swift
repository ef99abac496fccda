internal import LayerTree
public import ScrollLayers
public import TilePyramid

/// Makes a flight of the views that somebody sees, with no more keys than needed.
///
/// A view becomes a key where going straight past it would show, at some time, a picture that lies more than
/// ``tolerance`` beside what was seen, anywhere in the view.
public struct FlightRecorder: Sendable {
    /// How far the picture may lie beside what was seen, in pixels of the screen; default a quarter.
    public var tolerance: Double

    private let imageSize: PixelSize
    private let tileSize: Int
    private let viewport: PixelSize
    private var keys: [FlightKeyframe] = []
    /// What was seen after the last key.
    private var seen: [FlightKeyframe] = []

    /// So many views are looked at together, at most; there is a key at least this often.
    private static let maximumSegmentLength = 256

    /// A recorder that has seen nothing yet.
    ///
    /// - Parameters:
    ///   - imageSize: the full size of the image.
    ///   - tileSize: the side of its tiles; default 256.
    ///   - viewport: the pixels of the view.
    ///   - tolerance: how far the picture may lie beside what was seen, in pixels of the screen; default a quarter.
    public init(over imageSize: PixelSize, tileSize: Int = 256, viewport: PixelSize, tolerance: Double = 0.25) {
        self.imageSize = imageSize
        self.tileSize = tileSize
        self.viewport = viewport
        self.tolerance = tolerance
    }

    /// Takes note of a view.
    ///
    /// - Parameters:
    ///   - view: what is seen.
    ///   - time: since when, in seconds from the beginning; views that are not later than the one before are left out.
    ///   - isJump: whether the camera did not move here but is here at once; default false.
    /// - Complexity: O(n) for the n views since the last key, of which there are at most 256.
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

    /// The flight so far; nil when nothing has been seen.
    public var flight: Flight? {
        let keys = keys + seen.suffix(1)
        guard !keys.isEmpty else { return nil }
        return Flight(over: imageSize, tileSize: tileSize, viewport: viewport, keys: keys)
    }

    /// Whether the straight way from the last key to this one passes all that was seen between them.
    private func isStraight(to key: FlightKeyframe) -> Bool {
        guard let start = keys.last else { return true }
        return seen.allSatisfy { seen in
            let fraction = (seen.time - start.time) / (key.time - start.time)
            return distance(start.view.interpolated(with: key.view, fraction), seen.view) <= tolerance
        }
    }

    /// How far two views show the same place of the image apart, at most, in pixels of the screen.
    ///
    /// That is in a corner, because one is made of the other by moving, turning and scaling.
    private func distance(_ view: ViewState, _ other: ViewState) -> Double {
        let size = Size(width: Double(viewport.width), height: Double(viewport.height))
        return Rect(origin: .zero, size: size).corners.map { corner in
            let way = other.viewPoint(of: view.contentPoint(at: corner, in: size), in: size) - corner
            return (way.x * way.x + way.y * way.y).squareRoot()
        }.max() ?? 0
    }
}
