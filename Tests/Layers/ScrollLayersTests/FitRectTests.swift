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

    @Test func `what reaches beyond the content can be scrolled to, and is fitted`() {
        var geometry = ScrollGeometry(
            contentSize: Size(width: 1000, height: 800), viewportSize: Size(width: 800, height: 600))
        geometry.scrollableRect = Rect(x: -200, y: 0, width: 1200, height: 1600)
        #expect(geometry.fittedView == ViewState(center: Point(x: 400, y: 800), scale: 0.375))
        #expect(geometry.scaleRange().lowerBound == 0.375)
        let limits = geometry.centerLimits(of: ViewState(center: .zero))
        #expect(limits.x == 200...600 && limits.y == 300...1300)
        geometry.fitRect = Rect(x: 0, y: 0, width: 400, height: 300)
        #expect(geometry.fittedView == ViewState(center: Point(x: 200, y: 150), scale: 2))
        geometry.scrollableRect = nil
        geometry.fitRect = nil
        #expect(geometry.fittedView == ViewState(center: Point(x: 500, y: 400), scale: 0.75))
    }
}
