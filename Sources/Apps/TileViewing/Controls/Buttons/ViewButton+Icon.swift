internal import Glibc
internal import LayerTree
internal import TilePyramid

extension ViewButton {
    /// An icon: lines of 1.75 points and filled shapes in a square of 24×24 points.
    struct Icon {
        var lines = Path()
        var shapes = Path()

        /// The side of the square that icons are drawn in.
        static let side = 24.0
        /// The width of lines.
        static let lineWidth = 1.75
    }

    /// The icon; that of full screen points inward where it leads back to the window.
    func icon(isFullScreen: Bool) -> Icon {
        var icon = Icon()
        switch self {
        case .zoomIn:
            icon.lines.addSegments([(5, 12), (19, 12)], [(12, 5), (12, 19)])
        case .zoomOut:
            icon.lines.addSegments([(5, 12), (19, 12)])
        case .fit:
            icon.lines.addRoundedRect(Rect(x: 3.5, y: 5, width: 17, height: 14), radius: 2)
            icon.shapes.addRect(Rect(x: 7, y: 8.5, width: 10, height: 7))
        case .fullScreen where isFullScreen:
            icon.lines.addSegments(
                [(9, 4), (9, 9), (4, 9)], [(15, 4), (15, 9), (20, 9)], [(20, 15), (15, 15), (15, 20)],
                [(9, 20), (9, 15), (4, 15)])
        case .fullScreen:
            icon.lines.addSegments(
                [(4, 9), (4, 4), (9, 4)], [(15, 4), (20, 4), (20, 9)], [(20, 15), (20, 20), (15, 20)],
                [(9, 20), (4, 20), (4, 15)])
        case .open:
            icon.lines.addSegments([
                (3.5, 18.5), (3.5, 5.5), (9.5, 5.5), (11.5, 8), (20.5, 8), (20.5, 18.5), (3.5, 18.5), (3.5, 17),
            ])
        case .help:
            icon.lines.move(to: Point(x: 8.25, y: 8.75))
            icon.lines.addArc(
                center: Point(x: 12, y: 8.75), radius: 3.75, startAngle: .pi, endAngle: 2.25 * .pi)
            icon.lines.addQuadCurve(to: Point(x: 12, y: 15), control: Point(x: 12, y: 13.25))
            icon.shapes.addEllipse(in: Rect(x: 10.75, y: 17.5, width: 2.5, height: 2.5))
        }
        return icon
    }
}

extension Path {
    /// Adds lines through points.
    mutating func addSegments(_ lines: [(x: Double, y: Double)]...) {
        for line in lines {
            for (index, point) in line.enumerated() {
                let point = Point(x: point.x, y: point.y)
                if index == 0 { move(to: point) } else { addLine(to: point) }
            }
        }
    }
}

extension ViewButtonLayout {
    /// Draws the buttons on their panel; can be called on any thread.
    func draw(isFullScreen: Bool, theme: OverlayTheme, scale: Double) -> PixelBuffer {
        func pixels(_ points: Double) -> Int { Int((points * scale).rounded()) }
        let size = PixelSize(width: pixels(frame.size.width), height: pixels(frame.size.height))
        return PixelBuffer.panel(size, theme: theme, scale: scale) { context in
            context.fillColor = theme.textColor
            context.strokeColor = theme.textColor
            context.strokeStyle = StrokeStyle(width: ViewButton.Icon.lineWidth, cap: .round, join: .round)
            for (index, button) in buttons.enumerated() {
                let icon = button.icon(isFullScreen: isFullScreen)
                let box = buttonFrame(index)
                let inset = (Self.side - ViewButton.Icon.side) / 2
                context.withSavedState { context in
                    context.concatenate(
                        AffineTransform(translationX: (box.minX + inset) * scale, y: (box.minY + inset) * scale))
                    context.concatenate(AffineTransform(scaleX: scale, y: scale))
                    context.stroke(icon.lines)
                    context.fill(icon.shapes)
                }
            }
        }
    }
}
