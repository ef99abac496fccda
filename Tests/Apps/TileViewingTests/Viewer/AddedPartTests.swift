import Controls
import LayerTree
import ScrollLayers
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

/// A part that counts: a panel of its own, a command, a key and a click that perform it, and a field of the link.
@MainActor
private final class CountingPart: ViewerPart {
    let panel = Layer()
    private(set) var count = 0
    private let context: ViewerContext

    init(_ context: ViewerContext) {
        self.context = context
        panel.frame = Rect(x: 10, y: 10, width: 40, height: 20)
        panel.backgroundColor = .white
    }

    var liesOverImage: Bool { true }

    func handle(_ event: InputEvent) -> Bool {
        guard case .pointer(let event) = event, event.phase == .down(.primary, clicks: 1),
            panel.superlayer != nil, panel.frame.contains(event.position)
        else { return false }
        context.perform(.count)
        return true
    }

    func cursor(at point: Point) -> Cursor? {
        panel.superlayer != nil && panel.frame.contains(point) ? .pointingHand : nil
    }

    func perform(_ command: ViewerCommand) -> Bool {
        guard command == .count else { return false }
        count += 1
        context.post("Counted to \(count).")
        return true
    }

    func describe(in link: inout ViewLink) {
        if count > 0 { link.options.append("--count \(count)") }
    }

    func show(_ status: ViewerStatus, isNew: Bool, in layout: OverlayLayout) {
        context.overlays.show(panel, if: count > 0)
    }
}

extension ViewerCommand {
    fileprivate static let count = ViewerCommand("count", "count")
}

@MainActor
@Suite(.timeLimited) struct AddedPartTests {
    private let stage: ViewerStage
    private let part: CountingPart

    init() throws {
        stage = ViewerStage(parts: [{ CountingPart($0) }]) { settings in
            settings.keys.groups.append(
                ViewerKeyBindings.Group(
                    title: "Counting", rows: [ViewerKeyBindings.Row("F9", keys: .key(.function(9), .count))]))
        }
        part = stage.viewer.part()
    }

    @Test func `a part that is added to the list has its key, command, message, panel and link`() {
        stage.frame()
        #expect(part.panel.superlayer == nil)
        stage.tap(.function(9))
        stage.frame()
        #expect(part.count == 1 && part.panel.superlayer != nil)
        #expect(stage.messages.map(\.text) == ["Counted to 1."])
        stage.viewer.perform(.copyLink)
        guard case .copy(let link)? = stage.requests.last else {
            Issue.record("nothing was copied")
            return
        }
        #expect(link.hasSuffix(" --count 1"))
    }

    @Test func `an added part comes before the parts of the viewer, where it is and nowhere else`() {
        stage.viewer.perform(.count)
        stage.frame()
        let view = stage.view
        stage.pointer(.moved, 20, 15)
        #expect(stage.viewer.cursor == .pointingHand)
        stage.pointer(.down(.primary, clicks: 1), 20, 15)
        stage.pointer(.up(.primary, clicks: 1), 20, 15)
        #expect(part.count == 2 && stage.view == view)
        stage.pointer(.moved, 200, 150)
        stage.pointer(.down(.primary, clicks: 1), 200, 150)
        #expect(part.count == 2 && stage.viewer.controller.model.isTracking)
    }

    @Test func `the help has the keys of an added part`() {
        #expect(stage.viewer.settings.keys.text().contains("F9"))
    }
}
