import LayerTree
import ScrollLayers
import TestLimits
import Testing
import VectorDrawing

@testable import TileViewing

/// The overview map in a window.
@MainActor
@Suite(.timeLimited) struct OverviewMapTests {
    /// A window of 800×600 points with a map of 6000×4000 pixels that is 212 points wide.
    private func stage(_ view: ViewState) -> OverlayStage {
        let stage = OverlayStage(800, 600)
        stage.map.thumbnail = OverlayStage.thumbnail
        stage.map.update(imageSize: Size(width: 6000, height: 4000), view: view, in: stage.layout)
        stage.arrange()
        return stage
    }
    private let close = ViewState(center: Point(x: 3000, y: 2000), scale: 1)

    @Test func `the map lies at the upper right within its margin`() throws {
        let stage = stage(close)
        #expect(!stage.map.layer.isHidden)
        #expect(stage.map.geometry?.mapSize == Size(width: 212, height: 141))
        #expect(stage.map.layer.frame == Rect(x: 800 - 12 - 220, y: 12, width: 220, height: 149))
    }

    @Test func `a point of the map is an image point`() throws {
        let stage = stage(close)
        // The thumbnail begins 4 points inside the panel.
        #expect(stage.map.imagePoint(at: Point(x: 572, y: 16)) == Point(x: 0, y: 0))
        let imagePoint = try #require(stage.map.imagePoint(at: Point(x: 572 + 53, y: 16 + 70.5)))
        #expect(imagePoint == Point(x: 1500, y: 2000))
        #expect(stage.map.imagePoint(at: Point(x: 571, y: 16)) == nil)
        #expect(stage.map.imagePoint(at: Point(x: 300, y: 300)) == nil)
    }

    @Test
    func `a press beside the outline centers the view on the pointer, a press inside holds the outline`()
        throws
    {
        let stage = stage(close)
        let beside = Point(x: 572 + 10.6, y: 16 + 14.1)
        let jump = try #require(stage.map.beginDrag(at: beside))
        #expect(stage.map.center(of: jump, at: beside).isNear(Point(x: 300, y: 400)))
        // The center of the map is the center of the view; 5.3 points are 150 pixels.
        let held = Point(x: 572 + 106 + 5.3, y: 16 + 70.5)
        let drag = try #require(stage.map.beginDrag(at: held))
        #expect(stage.map.center(of: drag, at: held).isNear(Point(x: 3000, y: 2000)))
        let moved = Point(x: held.x + 10.6, y: held.y)
        #expect(stage.map.center(of: drag, at: moved).isNear(Point(x: 3300, y: 2000)))
        // Beyond its edge the pointer counts as at the edge.
        #expect(stage.map.center(of: jump, at: Point(x: 5000, y: 86.5)).isNear(Point(x: 6000, y: 2000)))
    }

    @Test func `the map is hidden while the whole image is seen, while it is off, and without a thumbnail`() {
        let far = ViewState(center: Point(x: 3000, y: 2000), scale: 0.1)
        let stage = stage(far)
        #expect(stage.map.layer.isHidden)
        #expect(stage.map.beginDrag(at: Point(x: 600, y: 50)) == nil)
        stage.map.update(imageSize: Size(width: 6000, height: 4000), view: close, in: stage.layout)
        stage.arrange()
        #expect(!stage.map.layer.isHidden)
        stage.map.isOn = false
        #expect(stage.map.layer.isHidden)
        stage.map.isOn = true
        stage.map.thumbnail = nil
        #expect(stage.map.layer.isHidden)
    }

    @Test func `a movement of less than a quarter of a pixel of the map draws nothing`() {
        let stage = stage(close)
        _ = stage.snapshot()
        stage.scene.collectsStatistics = true
        func drawn(_ x: Double) -> Int {
            stage.map.update(
                imageSize: Size(width: 6000, height: 4000), view: ViewState(center: Point(x: x, y: 2000), scale: 1),
                in: stage.layout)
            stage.arrange()
            stage.scene.setNeedsFrame()
            _ = stage.scene.frame()
            return stage.scene.statistics.drawnLayers
        }
        // A point of the map is 28.3 pixels of the image.
        #expect(drawn(3003.5) == 0)
        #expect(drawn(3006.9) == 0)
        #expect(drawn(3007.1) == 1)
        #expect(drawn(3003.5) == 0)
    }
}

extension Point {
    fileprivate func isNear(_ other: Point) -> Bool { abs(x - other.x) < 1e-6 && abs(y - other.y) < 1e-6 }
}
