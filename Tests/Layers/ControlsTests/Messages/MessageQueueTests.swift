import Controls
import TestLimits
import Testing

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

    @Test func `where there is room for few, a message that stays gives way to one that passes, and then comes back`() {
        var queue = MessageQueue()
        queue.visibleLimit = 1
        _ = queue.post(Message(.error, "stays"), at: 0)
        #expect(texts(queue) == ["stays"])
        _ = queue.post(Message(.information, "passes", duration: 4), at: 1)
        _ = queue.post(Message(.information, "follows", duration: 4), at: 2)
        #expect(texts(queue) == ["passes"] && queue.waitingCount == 2 && queue.nextEnd == 5)
        queue.advance(to: 5)
        #expect(texts(queue) == ["follows"] && queue.nextEnd == 9)
        queue.visibleLimit = 2
        #expect(texts(queue) == ["stays", "follows"], "in the order of their arrival")
        queue.visibleLimit = 1
        queue.advance(to: 9)
        #expect(texts(queue) == ["stays"] && queue.nextEnd == nil)
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
