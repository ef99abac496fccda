internal import Glibc
internal import LayerTree
internal import TilePyramid
internal import TileViewing
internal import VectorDrawing

/// Counts flickers: points of an image that become too coarse, and then finer again.
///
/// Samples lie on a grid that is fixed in the image, 20 to 40 screen pixels apart: at least 32×20 of them in a view of
/// 1280×800. A sample has the downsample of the piece that is drawn there; where nothing is drawn, or a piece is not
/// fully faded in, it is coarser than any level. A sample is followed from frame to frame as long as it is in view.
///
/// - It *drops* when it is coarser than in the frame before, with more than one screen pixel per texel. So it is no
///   drop when zooming out makes a coarser level the right one.
/// - It *flickers* when it becomes finer again after a drop, in the same movement. Every time counts.
/// - A movement ends, and drops are forgotten, when the camera turns back: when it pans against its last direction, or
///   zooms or rotates the other way; or when it jumps. Rests do not end it.
struct FlickerDetector {
    /// The number of flickers so far.
    private(set) var flickers = 0

    private var samples = FlickerSampleGrid()
    private var direction = CameraDirection()

    /// Forgets all samples, because the next frame does not continue the frames before.
    mutating func reset() {
        samples = FlickerSampleGrid()
        direction = CameraDirection()
    }

    /// Adds a frame.
    ///
    /// - Complexity: O(n + p) for n pieces and p samples.
    mutating func add(_ frame: ViewedFrame) {
        let turnsBack = direction.turnsBack(with: frame)
        var next = FlickerSampleGrid(in: frame)
        flickers += next.countFlickers(since: samples, forgettingDrops: turnsBack, scale: frame.scale)
        samples = next
    }
}

/// The last direction of the camera, for each kind of movement.
private struct CameraDirection {
    private var last: (middle: Point, octaves: Double, angle: Double)?
    private var pan = Point.zero, zoom = 0.0, turn = 0.0

    /// Records where the camera is, and returns whether it has turned back.
    mutating func turnsBack(with frame: ViewedFrame) -> Bool {
        let screenMiddle = Point(x: Double(frame.screen.width) / 2, y: Double(frame.screen.height) / 2)
        guard let middle = frame.transform.inverse?.apply(to: screenMiddle) else { return true }
        let now = (middle: middle, octaves: log2(frame.scale), angle: atan2(frame.transform.b, frame.transform.a))
        defer { last = now }
        guard let last else { return false }
        // Smaller differences are rounding errors.
        let leastPixels = 1e-3
        let leastOctaves = 1e-6
        let leastAngle = 1e-6
        var isBack = false
        let way = now.middle - last.middle
        if max(abs(way.x), abs(way.y)) * frame.scale > leastPixels {
            isBack = isBack || way.x * pan.x + way.y * pan.y < 0
            pan = way
        }
        if abs(now.octaves - last.octaves) > leastOctaves {
            isBack = isBack || (now.octaves - last.octaves) * zoom < 0
            zoom = now.octaves - last.octaves
        }
        let turned = remainder(now.angle - last.angle, 2 * .pi)
        if abs(turned) > leastAngle {
            isBack = isBack || turned * turn < 0
            turn = turned
        }
        return isBack
    }
}
