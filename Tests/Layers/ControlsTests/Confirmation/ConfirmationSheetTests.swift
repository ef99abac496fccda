import Controls
import LayerTree
import TestLimits
import Testing
import VectorDrawing

/// A question over a window, with events as a dispatcher sends them.
@MainActor
@Suite(.timeLimited) struct ConfirmationSheetTests {
    private let stage = ControlStage()
    private let sheet: ConfirmationSheet

    init() {
        sheet = ConfirmationSheet(in: stage.controls.environment)
        stage.controls.add(sheet)
        stage.frame()
    }

    private func ask() {
        sheet.open(
            ConfirmationSheet.Question(
                title: "Delete it?", text: "It cannot be brought back.",
                choices: ["Keep", "Delete", "Cancel"].map { title in
                    ConfirmationSheet.Choice(title) { stage.chosen.append(title) }
                }))
        stage.frame()
    }

    /// The middle of a button, found as a user finds it.
    private func middle(of item: Int) -> Point? {
        let points = stride(from: 1.0, to: 300, by: 3).flatMap { y in
            stride(from: 1.0, to: 400, by: 3).map { Point(x: $0, y: y) }
        }
        let inside = points.filter { sheet.item(at: $0) == item }
        return inside.isEmpty ? nil : inside[inside.count / 2]
    }

    @Test func `Enter gives the first answer, and arrows and Tab lead to the others`() {
        ask()
        stage.tap(.enter)
        #expect(stage.chosen == ["Keep"] && !sheet.isOpen && sheet.layer.isHidden)
        ask()
        stage.tap(.tab)
        stage.tap(.enter)
        ask()
        stage.tap(.left)
        stage.tap(.enter)
        ask()
        stage.tap(.right)
        stage.tap(.tab, .shift)
        stage.tap(.enter)
        #expect(stage.chosen == ["Keep", "Delete", "Cancel", "Keep"])
    }

    @Test func `Esc gives no answer, and neither do other keys, text, the wheel and clicks beside the buttons`() {
        ask()
        stage.tap(.character("q"))
        stage.tap(.character(" "))
        stage.controls.handle(text: "Delete")
        stage.click(Point(x: 3, y: 3))
        #expect(sheet.isOpen && stage.chosen.isEmpty && stage.background.events.isEmpty)
        stage.tap(.escape)
        #expect(!sheet.isOpen && stage.chosen.isEmpty)
        stage.click(Point(x: 3, y: 3))
        #expect(stage.background.presses == 1)
    }

    @Test func `a click on a button gives its answer, one that ends elsewhere does not`() throws {
        ask()
        let button = try #require(middle(of: 1))
        stage.pointer(.moved, button)
        #expect(stage.dispatcher.cursor == .pointingHand)
        stage.pointer(.down(.primary, clicks: 1), button)
        stage.pointer(.up(.primary, clicks: 1), Point(x: 3, y: 3))
        #expect(sheet.isOpen && stage.chosen.isEmpty)
        stage.click(button)
        #expect(stage.chosen == ["Delete"] && !sheet.isOpen)
    }

    @Test func `an answer may ask another question`() {
        sheet.open(
            ConfirmationSheet.Question(
                title: "First", text: "", choices: [ConfirmationSheet.Choice("Go on") { ask() }]))
        stage.tap(.enter)
        #expect(sheet.question?.title == "Delete it?" && sheet.isOpen)
        stage.tap(.enter)
        #expect(stage.chosen == ["Keep"])
    }
}
