import LayerTree
import ScrollLayers
import Testing
import TilePyramid

@testable import TileViewing

@MainActor
@Suite(.timeLimit(.minutes(15))) struct ViewerStatusTests {
    /// Notes what it is told, and takes the pointer where it lies.
    private final class Recorder: ViewerOverlay {
        let layer = Layer()
        var statuses: [ViewerStatus] = []
        var place = Rect.zero

        func update(_ status: ViewerStatus) {
            statuses.append(status)
        }

        func handle(_ event: PointerEvent, in viewer: Viewer) -> Bool { place.contains(event.position) }
    }

    @Test func `place and colour under the pointer are told, exactly once they are loaded`() throws {
        let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400)))
        stage.frames(for: 1)
        stage.pointer(.moved, 250.5, 320.5)
        stage.frame()
        let pointer = try #require(stage.viewer.status.pointer)
        #expect(pointer.place == Point(x: 350.5, y: 420.5))
        #expect(pointer.color == Color(premultiplied: PaintedSource.pixel(350, 420)))
        stage.pointer(.exited, 0, 0)
        stage.frame()
        #expect(stage.viewer.status.pointer == nil)
    }

    @Test func `beside the image there is a place and no colour`() {
        let stage = ViewerStage()
        stage.pointer(.moved, 1, 300)
        stage.frame()
        #expect(stage.viewer.status.pointer?.color == nil)
        #expect((stage.viewer.status.pointer?.place.x ?? 0) < 0)
    }

    @Test func `overlays are told when something has changed, and only then`() {
        let stage = ViewerStage()
        let overlay = Recorder()
        stage.viewer.add(overlay)
        stage.frames(for: 1)
        let count = overlay.statuses.count
        #expect(count >= 1)
        stage.frames(for: 1)
        #expect(overlay.statuses.count == count)
        stage.tap("m")
        stage.frame()
        #expect(overlay.statuses.count == count + 1)
        #expect(overlay.statuses.last?.features == [.map])
    }

    @Test func `what is done with the pointer on an overlay does not move the image`() {
        let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400), scale: 4))
        let overlay = Recorder()
        overlay.place = Rect(x: 0, y: 0, width: 100, height: 100)
        stage.viewer.add(overlay)
        for (start, moves) in [(50.0, false), (150, true)] {
            let view = stage.view
            stage.pointer(.down(.primary, clicks: 1), start, 50)
            stage.pointer(.moved, start + 30, 50)
            stage.pointer(.up(.primary, clicks: 1), start + 30, 50)
            #expect((stage.view != view) == moves)
        }
    }

    @Test func `each feature is shown and hidden by its key`() {
        let stage = ViewerStage()
        let keys: [(Character, ViewerFeature)] = [
            ("m", .map), ("l", .scaleBar), ("i", .info), ("d", .statistics), ("g", .pixelGrid), ("n", .smoothing),
            ("b", .tileBorders),
        ]
        for (key, feature) in keys {
            stage.tap(key)
            #expect(stage.viewer.features == [feature])
            stage.tap(key)
            #expect(stage.viewer.features == [])
        }
        stage.viewer.handle(text: "?")
        #expect(stage.viewer.features == [.help])
        stage.tap(.escape)
        #expect(stage.viewer.features == [] && stage.requests.isEmpty)
    }
}
