internal import Controls
internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension ViewButton {
    /// The icon; that of full screen points inward where it leads back to the window.
    func icon(isFullScreen: Bool) -> ButtonIcon {
        var icon = ButtonIcon()
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
