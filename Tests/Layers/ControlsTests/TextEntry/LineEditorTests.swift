import Controls
import TestLimits
import Testing

@Suite(.timeLimited) struct LineEditorTests {
    /// An editor with the cursor at an index.
    private func editor(_ text: String, at index: Int) -> LineEditor {
        var editor = LineEditor(text)
        editor.place(at: index)
        return editor
    }

    @Test func `all of a given text is selected, so that typing replaces it`() {
        var editor = LineEditor("Place 1")
        #expect(editor.selection == 0..<7)
        editor.insert("Peak")
        #expect(editor.text == "Peak" && editor.cursor == 4 && editor.selection.isEmpty)
    }

    @Test func `text is inserted at the cursor, in place of what is selected`() {
        var editor = editor("12, 34", at: 2)
        editor.insert("5")
        #expect(editor.text == "125, 34" && editor.cursor == 3)
        editor.move(.end, extending: true)
        #expect(editor.selectedText == ", 34")
        editor.insert("")
        #expect(editor.text == "125")
    }

    @Test func `the cursor moves by characters and words and to the ends, and no further`() {
        var editor = editor("go to über, 5", at: 0)
        var indices: [Int] = []
        for movement in [.left, .wordRight, .wordRight, .wordRight, .right, .end, .right, .wordLeft, .wordLeft, .start]
            as [LineEditor.Movement]
        {
            editor.move(movement, extending: false)
            indices.append(editor.cursor)
        }
        #expect(indices == [0, 2, 5, 10, 11, 13, 13, 12, 6, 0])
    }

    @Test func `from a selected part the cursor goes to its ends`() {
        var editor = LineEditor("abc")
        editor.move(.left, extending: false)
        #expect(editor.cursor == 0 && editor.selection.isEmpty)
        editor.selectAll()
        editor.move(.right, extending: false)
        #expect(editor.cursor == 3 && editor.selection.isEmpty)
    }

    @Test func `characters and words are deleted on either side, or what is selected`() {
        var editor = editor("one two three", at: 7)
        editor.delete(.left)
        #expect(editor.text == "one tw three")
        editor.delete(.right)
        #expect(editor.text == "one twthree")
        editor.delete(.wordLeft)
        #expect(editor.text == "one three")
        editor.delete(.wordRight)
        #expect(editor.text == "one ")
        editor.selectAll()
        editor.delete(.left)
        #expect(editor.text.isEmpty)
        editor.delete(.left)
        editor.delete(.right)
        #expect(editor.text.isEmpty)
    }

    @Test func `characters of several scalars are one`() {
        var editor = editor("e\u{301}👩‍🚀", at: 2)
        editor.delete(.left)
        #expect(editor.text == "e\u{301}")
    }

    @Test func `lines become one, control characters are dropped, and no more is kept than the limit`() {
        var editor = LineEditor("a\r\nb\tc\u{1B}\u{202E}d")
        #expect(editor.text == "a b cd")
        editor.insert(String(repeating: "x", count: 500))
        #expect(editor.text == String(repeating: "x", count: 200))
        editor.insert("y")
        #expect(editor.characters.count == 200)
    }
}
