import LayerTree
import VectorDrawing

@testable import TileViewing

/// An overlay of a viewer, with the size that it usually has.
enum OverlaySample: Int, CaseIterable {
    case question, status, tools, messages, start, bookmarks, information, adjustment, statistics, scaleBar, map
    case buttons, hint, channels

    /// The request in a window.
    func request(in layout: OverlayLayout) -> OverlayRequest {
        let area = layout.area.size
        func make(
            _ kind: OverlayRequest.Kind, _ anchor: OverlayAnchor, _ sizes: [Size], _ minimum: Size? = nil
        ) -> OverlayRequest {
            var request = OverlayRequest(OverlayID("\(self)"), kind, at: anchor, sizes: sizes, minimum: minimum)
            request.opening = kind == .panel ? rawValue : 0
            return request
        }
        func size(_ width: Double, _ height: Double) -> Size { Size(width: min(width, area.width), height: height) }
        func panel(_ anchor: OverlayAnchor, _ size: Size) -> OverlayRequest {
            make(.panel, anchor, [size], layout.scrolledSize(of: size))
        }
        var request: OverlayRequest
        switch self {
        case .question:
            request = make(
                .question, layout.size.height < 600 ? .top : .aboveMiddle, [size(420, 93.5)], Size(width: 1, height: 1))
        case .status: request = make(.line, .bottomLeft, [Size(width: layout.statusWidth, height: 26)])
        case .tools:
            let beside = area.width - layout.mapSize().width - layout.gap
            request = make(
                .tools, .top, [size(900, area.width < 900 ? 96 : 46), Size(width: beside, height: 140)],
                size(240, 50))
        case .messages: request = make(.message, .bottom, [size(560, 77.25)], size(240, 34))
        case .start: request = make(.page, .center, [size(560, 430)], size(220, 78))
        case .bookmarks: request = make(.panel, .topLeft, [size(300, 340)], size(300, 110))
        case .information: request = panel(.topLeft, size(430.4, 245))
        case .adjustment: request = panel(.topRight, DrawnAdjustmentPanel.size)
        case .channels: request = panel(.topRight, size(ChannelPanelLayout.width, 640))
        case .statistics: request = panel(.topLeft, size(340, 262))
        case .scaleBar: request = make(.ornament, .bottomRight, [OverlayLayout.scaleBarSize])
        case .map:
            let limit = layout.mapSize()
            request = make(
                .ornament, .topRight,
                [1, 0.75, 0.5].map { Size(width: limit.width * $0, height: limit.height * $0) })
        case .buttons:
            request = make(.buttons, .left, [6, 5, 4, 3].map { Size(width: 40, height: 6 + 34 * $0) })
        case .hint: request = make(.passing, .upperFifth, [size(230, 27)])
        }
        request.staysAtEdge = [.scaleBar, .map, .buttons].contains(self)
        return request
    }
}

/// The sizes of windows in points in which overlays are tested.
enum OverlayWindows {
    static let sizes = [
        (400, 300), (500, 400), (640, 480), (800, 600), (1024, 768), (1280, 800), (1920, 1080), (3840, 2160),
    ].map { Size(width: $0, height: $1) }
    static let scales = [1.0, 2, 3]
    static let layouts = sizes.flatMap { size in scales.map { OverlayLayout(size: size, scale: $0) } }
}

extension Rect {
    /// Whether another rectangle lies in this one, but for errors of rounding.
    func encloses(_ other: Rect) -> Bool {
        other.minX >= minX - 1e-6 && other.minY >= minY - 1e-6 && other.maxX <= maxX + 1e-6 && other.maxY <= maxY + 1e-6
    }
}
