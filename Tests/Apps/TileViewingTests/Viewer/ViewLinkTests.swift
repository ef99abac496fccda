import LayerTree
import ScrollLayers
import TestLimits
import Testing
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) struct ViewLinkTests {
    @Test(arguments: [
        ("18000,13000,1", 18000.0, 13000.0, 1.0, 0.0), ("30000.5,20000,0.02,45", 30000.5, 20000, 0.02, 45),
        ("-10,7,8,-90", -10, 7, 8, -90),
    ])
    func `A link has center, zoom and angle`(link: String, x: Double, y: Double, scale: Double, angle: Double) {
        #expect(ViewState(link: link) == ViewState(center: Point(x: x, y: y), scale: scale, angle: angle))
    }

    @Test(arguments: ["", "1,2", "1,2,0", "1,2,-1", "1,2,x", "1,2,3,4,5", "1,,3", "nan,0,1", "1,2,inf"])
    func `A text that is not a link is refused`(text: String) {
        #expect(ViewState(link: text) == nil)
    }

    @Test(arguments: [
        (ViewState(center: Point(x: 18000, y: 13000)), "18000,13000,1"),
        (ViewState(center: Point(x: 0.125, y: 3), scale: 16, angle: 370), "0.125,3,16,10"),
        (ViewState(center: Point(x: 30000.4, y: 0), scale: 0.02), "30000.4,0,0.02"),
    ])
    func `A view is written with as many digits as it needs`(view: ViewState, link: String) {
        #expect(view.link == link)
    }

    @Test(arguments: [0.001, 0.02, 0.37, 1, 3.3, 64])
    func `A view read from its own link is at most a fiftieth of a screen pixel off`(scale: Double) throws {
        let view = ViewState(center: Point(x: 12345.678_912, y: 98765.432_198), scale: scale, angle: 12.345)
        let read = try #require(ViewState(link: view.link))
        #expect(abs(read.center.x - view.center.x) * scale <= 0.02)
        #expect(abs(read.center.y - view.center.y) * scale <= 0.02)
        #expect(abs(read.scale / scale - 1) <= 1e-3)
        #expect(abs(read.angle - view.angle) <= 1e-3)
    }
}
