import Controls
import LayerTree
import TestLimits
import Testing
import TextLayers
import VectorDrawing

/// Messages with a button, and messages in a part of the window.
@MainActor
@Suite(.timeLimited) struct MessageButtonTests {
    private let environment = ControlEnvironment(queue: DrawingQueue(mode: .immediate))
    private let bar: MessageBar

    init() {
        environment.reducesMotion = true
        bar = MessageBar(in: environment)
        bar.layOut(in: Size(width: 640, height: 480))
    }

    private func press(_ point: Point) {
        bar.handle(.pointer(PointerEvent(time: 0, phase: .down(.primary, clicks: 1), position: point)))
    }

    @Test func `a click on the button does what it says and removes the message`() throws {
        var count = 0
        bar.post(Message(.error, "12 tiles could not be loaded."), button: "Details") { count += 1 }
        let panel = try #require(bar.layer.sublayers.first)
        let button = try #require(panel.sublayers.first { $0 is PanelLayer })
        #expect(button.frame.maxX <= panel.bounds.size.width && button.frame.minX > 0)
        press(panel.frame.origin + button.frame.point(at: Point(x: 0.5, y: 0.5)))
        #expect(count == 1 && bar.count == 0)
    }

    @Test func `a click beside the button removes the message alone`() throws {
        var count = 0
        bar.post(Message(.error, "12 tiles could not be loaded."), button: "Details") { count += 1 }
        let panel = try #require(bar.layer.sublayers.first)
        press(panel.frame.origin + Point(x: 3, y: 3))
        #expect(count == 0 && bar.count == 0)
    }

    @Test func `a message is replaced in its place, and not once it is gone`() throws {
        let id = bar.post(Message(.error, "1 tile"), at: 0)
        #expect(bar.replace(id, with: Message(.error, "2 tiles")) && bar.count == 1)
        let panel = try #require(bar.layer.sublayers.first)
        #expect(panel.sublayers.compactMap { ($0 as? TextLayer)?.text } == ["2 tiles"])
        bar.dismiss(id, at: 0)
        #expect(!bar.replace(id, with: Message(.error, "3 tiles")) && bar.count == 0)
    }

    @Test func `in an area messages lie at its lower edge, and those that do not fit wait`() {
        for text in ["one", "two", "three"] { bar.post(Message(.information, text), at: 0) }
        let size = bar.fittingSize(width: bar.widthLimit)
        #expect(size.height > 3 * bar.leastHeight - 10)
        let area = Rect(x: 100, y: 200, width: 200, height: size.height)
        bar.area = area
        #expect(bar.layer.sublayers.count == 3)
        bar.area = Rect(x: 100, y: 200, width: 200, height: bar.leastHeight + 2)
        #expect(bar.layer.sublayers.count == 1 && bar.count == 3)
        #expect(bar.layer.sublayers.allSatisfy { $0.frame.maxY == 200 + bar.leastHeight + 2 })
        bar.area = area
        #expect(bar.layer.sublayers.count == 3)
        for panel in bar.layer.sublayers {
            #expect(panel.frame.minX >= 100 && panel.frame.maxX <= 300)
            #expect(panel.frame.minY >= 199 && panel.frame.maxY <= area.maxY + 1)
        }
    }
}
