import LayerTree
import ScrollLayers
import TestLimits
import Testing
import VectorDrawing

@Suite(.timeLimited) struct FitRectTests {
    private var geometry: ScrollGeometry {
        var geometry = ScrollGeometry(
            contentSize: Size(width: 1000, height: 1000), viewportSize: Size(width: 200, height: 100))
        geometry.fitRect = Rect(x: 400, y: 300, width: 100, height: 200)
        return geometry
    }

    @Test func `the first view shows the part that is fitted, in the middle`() {
        let view = ScrollModel(geometry: geometry).view
        #expect(view.scale == 0.5 && view.center == Point(x: 450, y: 400))
        #expect(geometry.fittedView == view)
    }

    @Test func `a part at the edge is fitted without showing what lies beyond`() {
        var geometry = geometry
        geometry.fitRect = Rect(x: 0, y: 300, width: 100, height: 200)
        #expect(geometry.fittedView.center == Point(x: 200, y: 400))
    }

    @Test func `the view can still be zoomed out to all of the content`() {
        #expect(geometry.scaleRange().lowerBound == 0.1)
    }

    @Test func `a view that fits the part fits it again in a larger viewport`() {
        var model = ScrollModel(geometry: geometry)
        var larger = geometry
        larger.viewportSize = Size(width: 400, height: 200)
        model.setGeometry(larger, at: 1)
        #expect(model.view.scale == 1 && model.view.center == Point(x: 450, y: 400))
    }

    @Test func `without such a part all of the content is fitted`() {
        var geometry = geometry
        geometry.fitRect = nil
        #expect(geometry.fittedView == geometry.view(showing: geometry.contentRect))
    }
}
