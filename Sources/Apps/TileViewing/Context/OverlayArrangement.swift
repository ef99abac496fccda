internal import LayerTree
internal import VectorDrawing

/// The frames of all overlays of a window, of which no two meet.
///
/// The text entry, the status line, tools and messages have their place first, then panels that belong to an edge, then the
/// others in the order in which they were opened. Where there is no room for all, the overview map and the scale bar become
/// smaller or are hidden, and panels get less height than they need and scroll, for the buttons too; height that is free in the
/// end is theirs. Where that is not enough, the panel that was opened first is closed, if that makes room.
struct OverlayArrangement: Hashable, Sendable {
    /// The frames in points; overlays for which there is no room have none.
    private(set) var frames: [OverlayID: Rect] = [:]
    /// The panels for which there is no room and which are to be closed, the oldest first.
    private(set) var closed: [OverlayID] = []

    /// An arrangement of no overlays.
    init() {}

    /// Arranges overlays in a window.
    init(_ requests: [OverlayRequest], in layout: OverlayLayout) {
        var open = requests
        /// The number of needed overlays that have no place without panels either; nil until it is needed.
        var unavoidable: Int?
        while true {
            let arranged = Self.best(for: open, in: layout)
            frames = Self.grown(arranged.frames, of: open, in: layout)
            guard arranged.missing > 0, let oldest = Self.oldestPanel(of: open) else { return }
            let least = unavoidable ?? Self.best(for: requests.filter { $0.kind != .panel }, in: layout).missing
            unavoidable = least
            guard arranged.missing > least else { return }
            closed.append(open[oldest].id)
            open.remove(at: oldest)
        }
    }

    /// The index of the panel that was opened first; nil if there is none.
    private static func oldestPanel(of requests: [OverlayRequest]) -> Int? {
        requests.indices.filter { requests[$0].kind == .panel }.min { requests[$0].opening < requests[$1].opening }
    }

    /// The frames of an attempt, and what is wrong with it.
    private struct Attempt {
        var frames: [OverlayID: Rect] = [:]
        /// The number of needed overlays without a frame.
        var missing = 0
        /// The height that needed overlays and the buttons lack.
        var shortfall = 0.0
    }

    /// The overlays that are placed before the panels.
    private struct Order: Hashable {
        /// Whether the overview map and the scale bar have their places before the panels.
        var ornamentsFirst: Bool
        /// Whether the buttons have their place before the panels, and before ornaments that come after these.
        var buttonsFirst: Bool
        /// Whether the line that the user types into has its place before all others.
        var questionFirst: Bool

        func rank(_ request: OverlayRequest) -> Double {
            let panels = Double(OverlayRequest.Kind.panel.rawValue)
            return switch request.kind {
            case .ornament where ornamentsFirst && request.yieldsToMessages: panels - 0.2
            case .ornament where ornamentsFirst: Double(OverlayRequest.Kind.line.rawValue) + 0.5
            case .buttons where buttonsFirst: panels - 0.5
            case .panel where request.precedesPanels: panels - 0.3
            case .question where !questionFirst: panels + 0.5
            default: Double(request.kind.rawValue)
            }
        }

        /// The orders that are tried, of which the first is the least disturbing one.
        static func all(for requests: [OverlayRequest]) -> [Order] {
            let asks = requests.contains { $0.kind == .question }
            let hasOrnaments = requests.contains { $0.kind == .ornament }
            let hasButtons = requests.contains { $0.kind == .buttons }
            return [true, false].filter { $0 || hasOrnaments }.flatMap { ornamentsFirst in
                [false, true].filter { !$0 || hasButtons }.flatMap { buttonsFirst in
                    [false, true].filter { $0 || asks }.map {
                        Order(ornamentsFirst: ornamentsFirst, buttonsFirst: buttonsFirst, questionFirst: $0)
                    }
                }
            }
        }
    }

    /// The first attempt in which everything has its place, or else that in which the least is missing.
    private static func best(for requests: [OverlayRequest], in layout: OverlayLayout) -> Attempt {
        var best = Attempt(missing: .max)
        for share in shares {
            for order in Order.all(for: requests) {
                let attempt = attempt(requests, in: order, heightShare: share, layout)
                if attempt.missing == 0, attempt.shortfall == 0 { return attempt }
                let isBetter = (attempt.missing, attempt.shortfall + layout.pixel / 2) < (best.missing, best.shortfall)
                if isBetter { best = attempt }
            }
            if best.missing == 0 { break }
        }
        return best
    }

    /// Gives overlays that scroll the free height above and below them, as far as they need it, in the order of their kinds.
    private static func grown(
        _ frames: [OverlayID: Rect], of requests: [OverlayRequest], in layout: OverlayLayout
    ) -> [OverlayID: Rect] {
        var frames = frames
        let growing = requests.filter { [.question, .message, .page, .panel].contains($0.kind) && $0.minimum != nil }
        for request in growing.sorted(by: { ($0.kind.rawValue, $0.opening) < ($1.kind.rawValue, $1.opening) }) {
            guard let frame = frames[request.id], let wanted = request.sizes.first?.height,
                wanted > frame.size.height + layout.pixel
            else { continue }
            let region = request.region.map { layout.area(of: $0) } ?? layout.area
            var top = region.minY
            var bottom = region.maxY
            for (id, other) in frames where id != request.id {
                guard other.minX - layout.gap < frame.maxX, other.maxX + layout.gap > frame.minX else { continue }
                if other.maxY <= frame.minY { top = max(top, other.maxY + layout.gap) }
                if other.minY >= frame.maxY { bottom = min(bottom, other.minY - layout.gap) }
            }
            // All edges stay on whole pixels.
            let height = min((wanted / layout.pixel - 1e-6).rounded(.up) * layout.pixel, bottom - top)
            guard height > frame.size.height + layout.pixel / 2 else { continue }
            let home = region.point(at: request.anchor.home).y - request.anchor.point.y * height
            let y = max(top, min((home / layout.pixel).rounded() * layout.pixel, bottom - height))
            frames[request.id] = Rect(x: frame.minX, y: y, width: frame.size.width, height: height)
        }
        return frames
    }

    /// The weight of the height that a line to type into lacks, which cannot scroll.
    private static let questionWeight = 10.0
    /// The weight of the height that the buttons lack, which cannot scroll.
    private static let buttonsWeight = 2.0
    /// The shares of their heights that overlays get which scroll, until there is room for all; the last one stands for the least
    /// heights.
    private static let shares = [1, 0.8, 0.6, 0.45, 0.3, 0]

    private static func attempt(
        _ requests: [OverlayRequest], in order: Order, heightShare: Double, _ layout: OverlayLayout
    ) -> Attempt {
        let order = requests.enumerated().sorted { one, other in
            (order.rank(one.element), one.element.opening, one.offset)
                < (order.rank(other.element), other.element.opening, other.offset)
        }
        let area = layout.area
        var space = OverlaySpace(area, pixel: layout.pixel)
        var attempt = Attempt()
        for (_, request) in order {
            let region = request.region.map { layout.area(of: $0) } ?? area
            let frame = space.frame(for: request.squeezed(to: heightShare), in: region)
            if request.kind == .buttons {
                let lack = (request.sizes.first?.height ?? 0) - (frame?.size.height ?? 0)
                if lack > layout.pixel { attempt.shortfall += lack * buttonsWeight }
            }
            guard let frame else {
                if request.kind.isNeeded { attempt.missing += 1 }
                continue
            }
            space.occupy(frame, gap: layout.gap)
            attempt.frames[request.id] = frame
            if request.kind.isNeeded {
                let least = request.sizes.map { abs($0.height - frame.size.height) }.min() ?? 0
                // Heights are rounded up to whole pixels.
                if least > layout.pixel {
                    attempt.shortfall += least * (request.kind == .question ? questionWeight : 1)
                }
            }
        }
        return attempt
    }
}

extension OverlayRequest {
    /// The request with a share of its heights, if the overlay scrolls; not less than its least height.
    fileprivate func squeezed(to share: Double) -> OverlayRequest {
        guard share < 1, kind.isNeeded, kind != .question, let minimum else { return self }
        var request = self
        request.sizes = sizes.map {
            Size(width: $0.width, height: min($0.height, max(minimum.height, $0.height * share)))
        }
        return request
    }
}
