import Controls
import LayerTree
import TestLimits
import Testing
import VectorDrawing

@testable import TileViewing

/// Messages in a window.
@MainActor
@Suite(.timeLimited) struct MessageBarTests {
    @Test(arguments: [(900, 600), (640, 480), (320, 240)])
    func `messages lie in the window, the newest lowest, and none over another`(width: Int, height: Int) {
        let stage = OverlayStage(width, height)
        stage.messages.layOut(in: stage.layout.size)
        for text in ["one", String(repeating: "a longer message ", count: 20), "three"] {
            stage.messages.post(Message(.error, text), at: 0)
        }
        stage.arrange()
        let frames = stage.messages.layer.sublayers.filter { !$0.isHidden }.map(\.frame)
        #expect(frames.count == MessageLayout(in: stage.layout.size).limit)
        for frame in frames {
            #expect(frame.minX >= 0 && frame.maxX <= Double(width) && frame.minY >= 0 && frame.maxY <= Double(height))
        }
        for (upper, lower) in zip(frames, frames.dropFirst()) {
            #expect(upper.maxY < lower.minY)
        }
    }

    @Test func `a click finds the message under it, also after another was dismissed`() throws {
        let stage = OverlayStage(900, 600)
        stage.messages.layOut(in: stage.layout.size)
        let first = stage.messages.post(Message(.warning, "first"), at: 0)
        let second = stage.messages.post(Message(.warning, "second"), at: 0)
        stage.arrange()
        let frames = stage.messages.layer.sublayers.map(\.frame)
        #expect(stage.messages.message(at: frames[0].point(at: Point(x: 0.5, y: 0.5))) == first)
        #expect(stage.messages.message(at: frames[1].point(at: Point(x: 0.5, y: 0.5))) == second)
        #expect(stage.messages.message(at: .zero) == nil)
        stage.messages.dismiss(second, at: 1)
        #expect(stage.messages.message(at: frames[1].point(at: Point(x: 0.5, y: 0.5))) == first)
        stage.messages.dismiss(first, at: 2)
        #expect(stage.messages.count == 0)
    }

    @Test func `a message with a duration expires, and until then nothing has to be drawn`() {
        let stage = OverlayStage(900, 600)
        stage.messages.layOut(in: stage.layout.size)
        stage.messages.post(Message(.information, "saved", duration: 4), at: 1)
        _ = stage.snapshot()
        #expect(stage.messages.nextUpdateTime == 5)
        stage.messages.update(at: 4.9)
        #expect(!stage.scene.needsFrame)
        stage.messages.update(at: 5)
        #expect(stage.scene.needsFrame && stage.messages.count == 0 && stage.messages.nextUpdateTime == nil)
    }
}
