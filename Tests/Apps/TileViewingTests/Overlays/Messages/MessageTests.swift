import LayerTree
import TestLimits
import Testing

@testable import TileViewing

/// Tests of the selection of messages that are shown, and of their times.
@Suite(.timeLimited) struct MessageQueueTests {
    private func texts(_ queue: MessageQueue) -> [String] { queue.visible.map(\.message.text) }

    @Test func `three messages are visible, the others wait`() {
        var queue = MessageQueue()
        for text in ["a", "b", "c", "d", "e"] {
            _ = queue.post(Message(.warning, text), at: 0)
        }
        #expect(texts(queue) == ["a", "b", "c"] && queue.waitingCount == 2)
        queue.dismiss(2, at: 1)
        #expect(texts(queue) == ["a", "c", "d"] && queue.waitingCount == 1)
        #expect(queue.nextEnd == nil)
    }

    @Test func `a message expires after its duration, which counts from when it is shown`() {
        var queue = MessageQueue()
        for text in ["a", "b", "c", "d"] {
            _ = queue.post(Message(.information, text, duration: text == "a" ? 2 : 4), at: 10)
        }
        #expect(queue.nextEnd == 12)
        queue.advance(to: 11.9)
        #expect(texts(queue) == ["a", "b", "c"])
        queue.advance(to: 12)
        #expect(texts(queue) == ["b", "c", "d"])
        queue.advance(to: 14)
        #expect(texts(queue) == ["d"])
        #expect(queue.nextEnd == 16)
        queue.advance(to: 16)
        #expect(texts(queue).isEmpty && queue.nextEnd == nil)
    }

    @Test func `an equal message is not added again, and stays longer`() {
        var queue = MessageQueue()
        let message = Message(.error, "no", duration: 5)
        let first = queue.post(message, at: 0)
        #expect(queue.post(message, at: 3) == first)
        #expect(queue.visible.count == 1 && queue.nextEnd == 8)
        #expect(queue.post(Message(.warning, "no", duration: 5), at: 3) != first)
    }

    @Test func `of more than 50 messages the oldest waiting ones are dropped`() {
        var queue = MessageQueue()
        for number in 0..<80 {
            _ = queue.post(Message(.error, "\(number)"), at: 0)
        }
        #expect(queue.visible.count + queue.waitingCount == 50)
        #expect(texts(queue) == ["0", "1", "2"])
        for id in 1...3 { queue.dismiss(id, at: 1) }
        #expect(texts(queue) == ["33", "34", "35"])
    }
}

/// Messages in a window.
@MainActor
@Suite(.timeLimited) struct MessageBarTests {
    @Test(arguments: [(900, 600), (640, 480), (320, 240)])
    func `messages lie in the window, the newest lowest, and none over another`(width: Int, height: Int) {
        let stage = OverlayStage(width, height)
        stage.messages.update(in: stage.layout)
        for text in ["one", String(repeating: "a longer message ", count: 20), "three"] {
            stage.messages.post(Message(.error, text), at: 0)
        }
        let frames = stage.messages.layer.sublayers.filter { !$0.isHidden }.map(\.frame)
        #expect(frames.count == stage.layout.messageLimit)
        for frame in frames {
            #expect(frame.minX >= 0 && frame.maxX <= Double(width) && frame.minY >= 0 && frame.maxY <= Double(height))
        }
        for (upper, lower) in zip(frames, frames.dropFirst()) {
            #expect(upper.maxY < lower.minY)
        }
    }

    @Test func `a click finds the message under it, also after another was dismissed`() throws {
        let stage = OverlayStage(900, 600)
        stage.messages.update(in: stage.layout)
        let first = stage.messages.post(Message(.warning, "first"), at: 0)
        let second = stage.messages.post(Message(.warning, "second"), at: 0)
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
        stage.messages.update(in: stage.layout)
        stage.messages.post(Message(.information, "saved", duration: 4), at: 1)
        _ = stage.snapshot()
        #expect(stage.messages.nextChangeTime == 5)
        stage.messages.advance(to: 4.9)
        #expect(!stage.scene.needsFrame)
        stage.messages.advance(to: 5)
        #expect(stage.scene.needsFrame && stage.messages.count == 0 && stage.messages.nextChangeTime == nil)
    }
}
