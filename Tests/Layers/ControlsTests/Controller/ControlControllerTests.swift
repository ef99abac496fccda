import Controls
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

/// Controls in a window, with events as a dispatcher sends them.
@MainActor
@Suite(.timeLimited) struct ControlControllerTests {
    private let stage = ControlStage()
    private let bar: ButtonBar

    init() {
        bar = ButtonBar([], in: stage.controls.environment)
        bar.buttons = [stage.button("One", icon: ButtonIcon()), stage.button("Two"), stage.button("Three")]
        stage.controls.add(bar)
        stage.frame()
    }

    /// The middle of a button, by its index.
    private func middle(_ index: Double) -> Point { bar.layer.frame.point(at: Point(x: (index + 0.5) / 3, y: 0.5)) }

    @Test func `buttons are in the middle of the lower edge, and a click calls the action`() {
        let frame = bar.layer.frame
        #expect(abs(frame.minX + frame.maxX - 400) <= 1 && frame.maxY == 290 && frame.size.height >= 40)
        stage.click(middle(1))
        stage.click(middle(0))
        #expect(stage.chosen == ["Two", "One"] && stage.background.events.isEmpty)
    }

    @Test(arguments: ButtonBar.Edge.allCases)
    func `at each edge all buttons are in the window`(edge: ButtonBar.Edge) {
        let other = ButtonBar(bar.buttons, at: edge, in: stage.controls.environment)
        stage.controls.add(other)
        let frame = other.layer.frame
        #expect(frame.minX >= 0 && frame.minY >= 0 && frame.maxX <= 400 && frame.maxY <= 300)
        #expect((frame.size.width > frame.size.height) == (edge == .top || edge == .bottom))
        #expect(other.focusableItemCount == 3)
    }

    @Test func `a press that is released elsewhere does nothing, here and below`() {
        stage.pointer(.moved, middle(0))
        stage.pointer(.down(.primary, clicks: 1), middle(0))
        stage.pointer(.moved, Point(x: 10, y: 10))
        stage.pointer(.up(.primary, clicks: 1), Point(x: 10, y: 10))
        #expect(stage.chosen.isEmpty && stage.background.events.isEmpty)
    }

    @Test func `beside the buttons events go to what is below, and no button stays highlighted`() {
        stage.pointer(.moved, middle(0))
        #expect(bar.highlightedItem == 0 && stage.dispatcher.cursor == .pointingHand)
        stage.pointer(.moved, Point(x: 10, y: 10))
        #expect(bar.highlightedItem == nil && stage.dispatcher.cursor == .arrow)
        stage.pointer(.down(.primary, clicks: 1), Point(x: 10, y: 10))
        stage.pointer(.moved, middle(1))
        stage.pointer(.up(.primary, clicks: 1), middle(1))
        #expect(stage.background.events.count == 4 && stage.chosen.isEmpty)
    }

    @Test func `a button with an icon has a tooltip while the pointer rests on it`() {
        stage.pointer(.moved, middle(0))
        stage.frame(after: 0.5)
        #expect(bar.tooltip.shownText == nil)
        #expect(stage.dispatcher.nextUpdateTime.map { abs($0 - stage.clock.now - 0.1) < 1e-6 } ?? false)
        stage.frame(after: 0.2)
        #expect(bar.tooltip.shownText == "One" && bar.tooltip.layer.frame.maxY < bar.layer.frame.minY)
        #expect(stage.dispatcher.nextUpdateTime == nil)
        stage.pointer(.moved, middle(1))
        stage.frame(after: 5)
        #expect(bar.tooltip.shownText == nil)
    }

    @Test func `Tab goes through all buttons, Enter and Space activate them, and Esc ends that`() {
        stage.tap(.enter)
        stage.tap(.tab)
        stage.tap(.enter)
        stage.tap(.tab)
        stage.tap(.character(" "))
        stage.tap(.tab, .shift)
        stage.tap(.tab, .shift)
        #expect(bar.highlightedItem == 2)
        stage.tap(.enter)
        stage.tap(.escape)
        stage.tap(.enter)
        #expect(stage.chosen == ["One", "Two", "Three"] && bar.highlightedItem == nil)
    }

    @Test func `a finger presses a button, and highlights none afterwards`() {
        stage.touch(.down, middle(2))
        #expect(bar.pressedItem == 2)
        stage.touch(.up, middle(2))
        #expect(stage.chosen == ["Three"] && bar.highlightedItem == nil)
        stage.touch(.down, Point(x: 10, y: 10))
        stage.touch(.up, Point(x: 10, y: 10))
        #expect(stage.background.events.count == 2)
    }

    @Test func `a menu is chosen from by the pointer and by keys, and Esc closes it`() {
        let menu = Menu(in: stage.controls.environment)
        stage.controls.add(menu)
        let sections = [[stage.item("Open"), stage.item("Save")], [stage.item("Help")]]
        menu.open(sections, at: Point(x: 20, y: 20))
        stage.frame()
        stage.click(menu.layer.frame.origin + Point(x: 40, y: 5 + 24 + 12))
        #expect(stage.chosen == ["Save"] && !menu.isOpen)
        menu.open(sections, at: Point(x: 20, y: 20), highlightsFirst: true)
        stage.frame()
        stage.tap(.up)
        stage.tap(.enter)
        #expect(stage.chosen == ["Save", "Help"])
        menu.open(sections, at: Point(x: 20, y: 20))
        stage.frame()
        stage.tap(.escape)
        #expect(!menu.isOpen)
        menu.open(sections, at: Point(x: 20, y: 20))
        stage.frame()
        stage.click(middle(0))
        #expect(!menu.isOpen && stage.chosen.count == 2 && stage.background.events.isEmpty)
    }

    @Test func `a message goes after its duration, which begins when it is shown, or by a click`() throws {
        let messages = MessageBar(in: stage.controls.environment)
        messages.bottomInset = 80
        stage.controls.add(messages)
        stage.frame(after: 100)
        stage.clock.advance(by: 50)
        messages.post(Message(.information, "saved", duration: 4))
        stage.frame()
        #expect(messages.count == 1 && stage.dispatcher.nextUpdateTime == stage.clock.now + 4)
        let frame = try #require(messages.layer.sublayers.first?.frame)
        #expect(frame.maxY == 220)
        stage.frame(after: 4)
        #expect(messages.count == 0)
        messages.post(Message(.error, "failed"))
        stage.frame(after: 1000)
        #expect(messages.count == 1)
        stage.click(try #require(messages.layer.sublayers.first?.frame).point(at: Point(x: 0.5, y: 0.5)))
        #expect(messages.count == 0 && stage.background.presses == 0)
    }

    @Test func `text is typed into an entry, copied and pasted, and accepted by Enter`() {
        let entry = TextEntry(in: stage.controls.environment)
        stage.controls.add(entry)
        var copied = ""
        stage.controls.environment.onCopy = { copied = $0 }
        stage.controls.environment.onPaste = { "spitze" }
        var names: [String] = []
        entry.open(
            TextEntry.Question(title: "Name") { name in
                names.append(name)
                return names.count == 1 ? "Again" : nil
            })
        stage.frame()
        #expect(!entry.layer.isHidden && entry.layer.superlayer != nil)
        #expect(stage.controls.handle(text: "Zug"))
        stage.tap(.enter)
        #expect(entry.fault == "Again" && entry.isOpen)
        stage.tap(.character("a"), .control)
        stage.tap(.character("c"), .control)
        stage.tap(.right)
        stage.tap(.character("v"), .control)
        stage.tap(.enter)
        #expect(copied == "Zug" && names == ["Zug", "Zugspitze"])
        #expect(!entry.isOpen && entry.layer.superlayer == nil && !stage.controls.handle(text: "x"))
    }

    @Test func `a sheet covers the window, and a click or Esc closes it`() {
        let sheet = Sheet(
            [Sheet.Group("Move", rows: [Sheet.Row(["←", "→"], "previous and next")])], in: stage.controls.environment)
        stage.controls.add(sheet)
        var closings = 0
        sheet.onClose = { closings += 1 }
        sheet.isOpen = true
        stage.frame()
        #expect(stage.snapshot()[1, 1] != 0xFF00_0000 || sheet.layer.frame.size == Size(width: 400, height: 300))
        stage.click(Point(x: 3, y: 3))
        #expect(!sheet.isOpen && closings == 1 && stage.background.events.isEmpty)
        sheet.isOpen = true
        stage.tap(.escape)
        #expect(!sheet.isOpen && closings == 2)
    }

    @Test func `nothing is drawn while nothing happens, and a removed control leaves nothing`() {
        stage.frame(after: 1)
        #expect(!stage.scene.needsFrame && stage.dispatcher.nextUpdateTime == nil)
        stage.controls.remove(bar)
        #expect(stage.controls.layer.sublayers.isEmpty)
        stage.click(middle(0))
        #expect(stage.chosen.isEmpty)
    }

    @Test func `in a small window the last buttons are left out`() {
        stage.controls.layer.bounds.size = Size(width: 150, height: 100)
        stage.frame()
        #expect(bar.focusableItemCount < 3 && bar.focusableItemCount > 0)
        stage.controls.layer.bounds.size = Size(width: 20, height: 20)
        stage.frame()
        #expect(bar.focusableItemCount == 0)
        stage.controls.layer.bounds.size = Size(width: 400, height: 300)
        stage.frame()
        #expect(bar.focusableItemCount == 3)
    }
}
