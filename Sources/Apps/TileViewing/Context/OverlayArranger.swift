internal import LayerTree
internal import VectorDrawing

/// The requests of all parts for space in a window.
struct OverlayList: Hashable, Sendable {
    /// The window.
    let layout: OverlayLayout
    /// The requests, in the order of the parts.
    private(set) var requests: [OverlayRequest] = []

    init(in layout: OverlayLayout) {
        self.layout = layout
    }

    /// Adds a request; nil for none.
    mutating func add(_ request: OverlayRequest?) {
        if let request { requests.append(request) }
    }

    /// Removes the requests of overlays that are covered: all but messages and lines to type into.
    fileprivate mutating func removeCovered() {
        requests.removeAll { $0.kind != .message && $0.kind != .question }
    }

    /// Sets when each panel was opened.
    fileprivate mutating func setOpenings(_ opening: (OverlayID) -> Int) {
        for index in requests.indices where requests[index].kind == .panel {
            requests[index].opening = opening(requests[index].id)
        }
    }
}

/// Gives every overlay of a viewer its place.
///
/// It asks the parts for what they want to show, arranges that, and lets them place their layers. Nothing is done while the
/// requests and the window stay the same.
@MainActor
final class OverlayArranger {
    /// The frames of all overlays.
    private(set) var arrangement = OverlayArrangement()
    private var arranged: OverlayList?
    /// The times at which the panels that are open were opened.
    private var openings: [OverlayID: Int] = [:]
    private var openingCount = 0

    /// The most times that overlays are arranged again because their sizes depend on their places.
    private static let passLimit = 3

    /// Arranges the overlays of parts in a window.
    func arrange(_ parts: [any ViewerPart], in layout: OverlayLayout) {
        for _ in 0..<Self.passLimit {
            var list = OverlayList(in: layout)
            for part in parts { part.addOverlays(to: &list) }
            noteOpenings(of: list)
            list.setOpenings { openings[$0] ?? 0 }
            if parts.contains(where: { $0.coversOverlays }) { list.removeCovered() }
            guard list != arranged else { return }
            arranged = list
            arrangement = OverlayArrangement(list.requests, in: layout)
            for id in arrangement.closed { parts.forEach { $0.closeOverlay(id) } }
            for part in parts { part.placeOverlays(arrangement) }
        }
    }

    /// Notes which panels were opened since the last time, and forgets those that were closed.
    private func noteOpenings(of list: OverlayList) {
        let panels = list.requests.filter { $0.kind == .panel }.map(\.id)
        let open = Set(panels)
        openings = openings.filter { open.contains($0.key) }
        for id in panels where openings[id] == nil {
            openingCount += 1
            openings[id] = openingCount
        }
    }
}
