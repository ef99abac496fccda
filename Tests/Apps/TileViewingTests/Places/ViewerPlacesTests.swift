import Controls
import Georeferencing
import LayerTree
import ScrollLayers
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import TileViewing

@MainActor
@Suite(.timeLimited) struct ViewerPlacesTests {
    private let stage = ViewerStage(view: ViewState(center: Point(x: 500, y: 400)))

    private func enter(_ text: String, with key: Key = .character("j")) {
        stage.tap(key)
        stage.tap("a", .control)
        stage.viewer.handle(text: text)
        stage.tap(.enter)
    }

    @Test func `j flies to a point, with the zoom that is given or the same one`() {
        enter("600, 450, 200%")
        #expect(!stage.viewer.entry.isOpen)
        stage.frames(for: 0.05)
        #expect(stage.view.center != Point(x: 600, y: 450))
        stage.frames(for: 3)
        #expect(stage.view == ViewState(center: Point(x: 600, y: 450), scale: 2))
        enter("500 400")
        stage.frames(for: 3)
        #expect(stage.view == ViewState(center: Point(x: 500, y: 400), scale: 2))
        enter("400%")
        stage.frames(for: 3)
        #expect(stage.view == ViewState(center: Point(x: 500, y: 400), scale: 4))
        #expect(stage.viewer.nextFrameTime == nil)
    }

    @Test func `where the whole image is in view, a place is shown at actual size`() {
        stage.tap("0")
        stage.frames(for: 2)
        enter("590, 410")
        stage.frames(for: 3)
        #expect(stage.view == ViewState(center: Point(x: 590, y: 410), scale: 1))
    }

    @Test func `what cannot be gone to is refused in place, until it is corrected`() {
        enter("5000, 20")
        #expect(stage.viewer.entry.fault == "This is outside of the image, which has 1000×800 pixels.")
        stage.tap(.backspace)
        #expect(stage.viewer.entry.fault == nil && stage.viewer.entry.isOpen)
        stage.tap("a", .control)
        stage.viewer.handle(text: "somewhere")
        stage.tap(.enter)
        #expect(stage.viewer.entry.fault == "Type x, y, such as 500, 400, or a zoom, such as 50%.")
        stage.tap("a", .control)
        stage.viewer.handle(text: "52°30′N 13°15′E")
        stage.tap(.enter)
        #expect(stage.viewer.entry.fault == "The image is not georeferenced. Type x, y in pixels.")
        stage.tap(.escape)
        stage.frames(for: 1)
        #expect(stage.view == ViewState(center: Point(x: 500, y: 400)))
    }

    @Test func `coordinates lead to their pixel of a georeferenced image`() throws {
        let document = try #require(stage.viewer.document)
        let bounds = GeoBounds(west: 10, south: 50, east: 20, north: 58, crs: .wgs84)
        document.update { $0.metadata.place = ImagePlace(MapProjection(bounds: bounds, size: document.size)) }
        enter("54.5N 15.5E")
        stage.frames(for: 3)
        #expect(stage.view == ViewState(center: Point(x: 550, y: 350)))
        enter("20.5, 15.5")
        #expect(stage.viewer.entry.fault == "This is outside of the image, which has 1000×800 pixels.")
    }

    @Test func `Enter selects the region that is typed, cut at the edges of the image`() {
        enter("900, 700, 200 × 50", with: .enter)
        #expect(stage.viewer.selection.rect == PixelRect(x: 900, y: 700, width: 100, height: 50))
        #expect(!stage.viewer.entry.isOpen)
        stage.tap(.enter)
        #expect(stage.viewer.entry.editor.text == "900, 700, 100 × 50")
        stage.viewer.handle(text: "30 × 20")
        stage.tap(.enter)
        #expect(stage.viewer.selection.rect == PixelRect(x: 900, y: 700, width: 30, height: 20))
        enter("nothing", with: .enter)
        #expect(
            stage.viewer.entry.fault == "Type x, y, width × height, such as 900, 700, 30 × 20.")
        #expect(stage.viewer.selection.rect == PixelRect(x: 900, y: 700, width: 30, height: 20))
    }

    @Test func `a region that is typed is shown if nothing of it is in view`() {
        stage.viewer.show(ViewState(center: Point(x: 250, y: 200), scale: 4), animated: false)
        enter("600, 500, 40 × 20", with: .enter)
        stage.frames(for: 3)
        #expect(stage.view == ViewState(center: Point(x: 620, y: 510), scale: 4))
    }

    @Test func `what is asked for belongs to the image that is shown`() {
        let stage = ViewerStage([PaintedSource(), PaintedSource(PixelSize(width: 40, height: 30))])
        stage.tap(.enter)
        stage.viewer.open(["file-1"])
        stage.frames(for: 0.1)
        #expect(stage.viewer.title == "file-1 (2 of 2) - tileview")
        #expect(!stage.viewer.entry.isOpen)
    }

    @Test func `without a file there is nowhere to go and nothing to select`() {
        let stage = ViewerStage([])
        stage.tap("j")
        stage.tap(.enter)
        #expect(!stage.viewer.entry.isOpen)
        #expect(
            stage.messages.map(\.text) == ["No file is open to go to a place in.", "No file is open to select in."])
    }
}
