import Controls
import LayerTree
import TestLimits
import Testing
import VectorDrawing

@testable import TileViewing

/// The frames of overlays in windows of several sizes.
@Suite(.timeLimited) struct OverlayLayoutTests {
    @Test func `in a wide window the scale bar lies beside the status line`() {
        let layout = OverlayLayout(size: Size(width: 1280, height: 800))
        #expect(!layout.isNarrow)
        #expect(layout.statusWidth == 1054)
        #expect(layout.statusFrame(Size(width: 400, height: 26)) == Rect(x: 12, y: 762, width: 400, height: 26))
        #expect(layout.scaleBarFrame(Size(width: 120, height: 30)) == Rect(x: 1148, y: 758, width: 120, height: 30))
        #expect(layout.mapFrame(Size(width: 220, height: 150)) == Rect(x: 1048, y: 12, width: 220, height: 150))
        #expect(layout.hudFrame(Size(width: 300, height: 150)) == Rect(x: 12, y: 12, width: 300, height: 150))
        #expect(layout.mapSize == Size(width: 220, height: 180))
    }

    @Test func `in a narrow window it lies above the status line`() {
        let layout = OverlayLayout(size: Size(width: 640, height: 480))
        #expect(layout.isNarrow && layout.statusWidth == 616)
        #expect(layout.scaleBarFrame(Size(width: 120, height: 30)) == Rect(x: 508, y: 406, width: 120, height: 30))
        #expect(layout.mapSize == Size(width: 192, height: 144))
    }

    @Test(arguments: [(1920, 1080), (760, 400), (640, 480), (400, 300), (320, 200)] as [(Double, Double)])
    func `status line, scale bar, map and lowest message do not touch`(width: Double, height: Double) {
        let layout = OverlayLayout(size: Size(width: width, height: height))
        let messages = MessageLayout(in: layout.size, bottomInset: layout.messageInset)
        let frames = [
            layout.statusFrame(Size(width: layout.statusWidth, height: 26)),
            layout.scaleBarFrame(Size(width: 180, height: 36)), layout.mapFrame(layout.mapSize),
            messages.frame(Size(width: messages.width, height: 40)),
        ]
        for (index, frame) in frames.enumerated() {
            #expect(frame.minX >= 0 && frame.minY >= 0 && frame.maxX <= width && frame.maxY <= height)
            for other in frames[..<index] {
                #expect(frame.intersection(other) == nil)
            }
        }
    }

    @Test func `a window without space has a layout too`() {
        let layout = OverlayLayout(size: .zero)
        #expect(layout.statusWidth == 0 && MessageLayout(in: .zero).width == 0 && layout.mapSize == .zero)
    }
}
