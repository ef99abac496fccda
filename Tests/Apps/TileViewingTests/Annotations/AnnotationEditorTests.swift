import LayerTree
import TestLimits
import Testing
import VectorDrawing

@testable import TileViewing

@Suite(.timeLimited) struct AnnotationEditorTests {
    private func editor(_ tool: AnnotationTool, _ annotations: [Annotation] = []) -> AnnotationEditor {
        var editor = AnnotationEditor(annotations)
        editor.setOn(true)
        editor.choose(tool)
        return editor
    }

    private func click(_ editor: inout AnnotationEditor, _ x: Double, _ y: Double, isRepeated: Bool = false) {
        editor.click(at: Point(x: x, y: y), isRepeated: isRepeated, within: 2)
    }

    @Test func `a double click ends a line at its point`() {
        var editor = editor(.distance)
        click(&editor, 0, 0)
        click(&editor, 30, 40)
        click(&editor, 30, 100)
        click(&editor, 30, 100, isRepeated: true)
        let line = AnnotationShape.line([.zero, Point(x: 30, y: 40), Point(x: 30, y: 100)])
        #expect(editor.list.annotations == [Annotation(.distance, line)])
        #expect(editor.draft.isEmpty && editor.selection == 0)
    }

    @Test func `Enter ends an outline that has three corners, and no other`() {
        var editor = editor(.area)
        click(&editor, 0, 0)
        click(&editor, 10, 0)
        editor.enter()
        #expect(editor.list.entries.isEmpty && editor.draft.count == 2)
        click(&editor, 10, 10)
        editor.enter()
        #expect(editor.list.annotations.map(\.kind) == [.area])
    }

    @Test func `angles, rectangles and points end by themselves`() {
        var angle = editor(.angle)
        click(&angle, 10, 0)
        click(&angle, 0, 0)
        click(&angle, 0, 10)
        #expect(angle.list.annotations.map(\.kind) == [.angle])
        var rectangle = editor(.rectangle)
        click(&rectangle, 30, 40)
        click(&rectangle, 10, 20)
        let corners = Rect(x: 10, y: 20, width: 20, height: 20).corners
        #expect(rectangle.list.annotations == [Annotation(.rectangle, .polygon(corners))])
        var point = editor(.point)
        click(&point, 5, 5)
        click(&point, 6, 6)
        #expect(point.list.annotations.count == 2)
    }

    @Test func `with the tool for known lengths, Delete removes the line, then the scale, and then nothing`() {
        var editor = editor(.calibrate)
        #expect(!editor.canDelete)
        editor.calibrate(0.5)
        click(&editor, 0, 0)
        click(&editor, 30, 40)
        #expect(editor.knownLine != nil && editor.canDelete)
        editor.delete()
        #expect(editor.knownLine == nil && editor.list.calibration == 0.5 && editor.canDelete)
        editor.delete()
        #expect(editor.list.calibration == nil && !editor.canDelete)
        editor.calibrate(0.5)
        editor.choose(.distance)
        #expect(!editor.canDelete, "the scale belongs to its tool")
    }

    @Test func `a note is typed at once, without control characters, and Esc leaves its old text`() {
        var editor = editor(.text)
        click(&editor, 5, 5)
        editor.type("Aß\u{1B}\u{7}c")
        editor.delete()
        editor.enter()
        #expect(editor.list.annotations.map(\.name) == ["Aß"])
        editor.enter()
        editor.type("!")
        editor.escape()
        #expect(editor.list.annotations.map(\.name) == ["Aß"] && editor.isOn && editor.selection == 0)
    }

    @Test(arguments: [AnnotationTool.line, .polygon, .distance, .area])
    func `Enter ends a drawing, and begins its name if that is all that its label says`(tool: AnnotationTool) {
        var editor = editor(tool)
        for point in [Point.zero, Point(x: 10, y: 0), Point(x: 10, y: 10)] { click(&editor, point.x, point.y) }
        editor.enter()
        let isNamed = tool == .line || tool == .polygon
        #expect(editor.list.entries.count == 1 && editor.isTyping == isNamed)
        editor.type("River")
        editor.enter()
        #expect(editor.list.annotations.map(\.name) == [isNamed ? "River" : ""])
        #expect(editor.isTyping != isNamed, "Enter names what has a measure")
    }

    @Test func `a name that is begun at once is dropped by Esc, and kept empty by the next drawing`() {
        var editor = editor(.line)
        for _ in 0..<2 {
            click(&editor, 0, 0)
            click(&editor, 10, 0)
            editor.enter()
        }
        #expect(editor.list.entries.count == 2 && editor.isTyping)
        editor.escape()
        #expect(!editor.isTyping && editor.selection == 1 && editor.list.annotations.map(\.name) == ["", ""])
        #expect(editor.unfinishedInput == nil)
    }

    @Test func `Esc leaves the draft, then the selection, then the editing`() {
        var editor = editor(.select, [Annotation(.point, .points([.zero]))])
        click(&editor, 1, 0)
        #expect(editor.selection == 0)
        editor.escape()
        #expect(editor.selection == nil && editor.isOn)
        editor.choose(.line)
        click(&editor, 1, 0)
        editor.escape()
        #expect(editor.draft.isEmpty && editor.isOn)
        editor.escape()
        #expect(!editor.isOn)
    }

    @Test func `Delete and undo remove the last point of a draft, and Delete the selected annotation`() {
        var editor = editor(.line)
        click(&editor, 0, 0)
        click(&editor, 10, 0)
        click(&editor, 10, 10)
        editor.delete()
        editor.undo()
        #expect(editor.draft == [.zero])
        click(&editor, 20, 0)
        // Ends the line, and then its name.
        for _ in 0..<2 { editor.enter() }
        editor.delete()
        #expect(editor.list.entries.isEmpty)
        editor.undo()
        #expect(editor.list.entries.count == 1 && editor.selection == 0)
    }

    @Test func `a drag of a handle is one change, and a rectangle stays one`() {
        let corners = Rect(x: 0, y: 0, width: 10, height: 20).corners
        var editor = editor(.select, [Annotation(.rectangle, .polygon(corners))])
        click(&editor, 0, 10)
        let began1 = editor.beginDrag(at: Point(x: 11, y: 19), within: 2)
        #expect(began1)
        for x in [12.0, 20, 30] { editor.point(at: Point(x: x, y: 40)) }
        #expect(editor.list.annotations.map(\.shape) == [.polygon(corners)], "until the drag ends")
        editor.endDrag()
        let dragged = Rect(x: 0, y: 0, width: 30, height: 40).corners
        #expect(editor.list.annotations.map(\.shape) == [.polygon(dragged)])
        for vertex in 0..<4 {
            let moved = Annotation(.rectangle, .polygon(dragged)).shape(
                movingVertex: vertex, to: Point(x: 14, y: 15))
            #expect(moved.vertices.isRectangle && moved.vertices[vertex] == Point(x: 14, y: 15))
            #expect(moved.vertices[(vertex + 2) % 4] == dragged[(vertex + 2) % 4])
        }
        editor.undo()
        #expect(editor.list.annotations.map(\.shape) == [.polygon(corners)])
    }

    @Test func `the selecting tool drags whole annotations, and a drag can be canceled`() {
        let line = AnnotationShape.line([.zero, Point(x: 100, y: 0)])
        var editor = editor(.select, [Annotation(.line, line)])
        let began2 = editor.beginDrag(at: Point(x: 50, y: 1), within: 2)
        #expect(!began2, "nothing is selected")
        click(&editor, 50, 1)
        let began3 = editor.beginDrag(at: Point(x: 50, y: 1), within: 2)
        #expect(began3)
        editor.point(at: Point(x: 55, y: 11))
        editor.escape()
        editor.endDrag()
        #expect(editor.list.annotations.map(\.shape) == [line])
        let began4 = editor.beginDrag(at: Point(x: 50, y: 1), within: 2)
        #expect(began4)
        editor.point(at: Point(x: 55, y: 11))
        editor.endDrag()
        #expect(editor.list.annotations.map(\.shape) == [line.moved(by: Point(x: 5, y: 10))])
    }
}
