internal import Controls
internal import LayerTree
internal import VectorDrawing

/// Small crosses in the panes where the pointer is not, at the place where it is in its own pane.
@MainActor
final class PointerMarks {
    /// The layer of all crosses, which fills the window.
    let layer = Layer()

    private var crosses: [Layer] = []
    private let color: Color

    /// The length of a bar of a cross, in points.
    static let length = 15.0

    init(in environment: ControlEnvironment) {
        color = environment.theme.textColor
        layer.name = "pointer marks"
        layer.actions = .none
        layer.anchorPoint = .zero
    }

    /// Shows a cross at each of these points of the window, each clipped to a frame.
    ///
    /// - Parameters:
    ///   - marks: the points and frames, in points.
    ///   - pixel: the size of a pixel in points.
    func show(_ marks: [(point: Point, frame: Rect)], pixel: Double) {
        while crosses.count > marks.count { crosses.removeLast().removeFromSuperlayer() }
        while crosses.count < marks.count {
            let cross = makeCross()
            crosses.append(cross)
            layer.addSublayer(cross)
        }
        for (cross, mark) in zip(crosses, marks) {
            cross.frame = mark.frame
            let middle = Point(
                x: ((mark.point.x - mark.frame.minX) / pixel).rounded(.down) * pixel,
                y: ((mark.point.y - mark.frame.minY) / pixel).rounded(.down) * pixel)
            let thickness = max(1, (1 / pixel).rounded()) * pixel
            let reach = ((Self.length / pixel).rounded() * pixel - thickness) / 2
            // Dark bars below light ones, a pixel larger all around.
            for (index, bar) in cross.sublayers.enumerated() {
                let border = index < 2 ? pixel : 0
                let long = reach + border
                let short = border
                let (x, y) = index.isMultiple(of: 2) ? (long, short) : (short, long)
                bar.frame = Rect(
                    x: middle.x - x, y: middle.y - y, width: thickness + 2 * x, height: thickness + 2 * y)
            }
        }
    }

    private func makeCross() -> Layer {
        let cross = Layer()
        cross.actions = .none
        cross.masksToBounds = true
        for index in 0..<4 {
            let bar = Layer()
            bar.actions = .none
            bar.backgroundColor = index < 2 ? Color(red: 0, green: 0, blue: 0, alpha: 0.6) : color
            cross.addSublayer(bar)
        }
        return cross
    }
}
