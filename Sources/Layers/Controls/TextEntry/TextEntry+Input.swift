internal import LayerTree
internal import VectorDrawing

extension TextEntry {
    /// Edits the text by a key; returns whether the key has a meaning here.
    func edit(with event: KeyEvent) -> Bool {
        guard let question else { return false }
        let isExtending = event.modifiers.contains(.shift)
        let isControl = event.modifiers.contains(.control)
        switch event.key {
        case .escape: close()
        case .enter: enter(question)
        case .left: edit { $0.move(isControl ? .wordLeft : .left, extending: isExtending) }
        case .right: edit { $0.move(isControl ? .wordRight : .right, extending: isExtending) }
        case .home, .up: edit { $0.move(.start, extending: isExtending) }
        case .end, .down: edit { $0.move(.end, extending: isExtending) }
        case .backspace: edit { $0.delete(isControl ? .wordLeft : .left) }
        case .delete where isExtending: cut()
        case .delete: edit { $0.delete(isControl ? .wordRight : .right) }
        case .insert where isExtending: paste()
        case .insert where isControl: copy()
        case .character("a") where isControl: edit { $0.selectAll() }
        case .character("v") where isControl: paste()
        case .character("c") where isControl: copy()
        case .character("x") where isControl: cut()
        // All other keys belong to the text, and mean nothing in it.
        default: break
        }
        return true
    }

    private func copy() {
        if !editor.selection.isEmpty { environment.onCopy?(editor.selectedText) }
    }

    private func cut() {
        guard !editor.selection.isEmpty else { return }
        copy()
        edit { $0.insert("") }
    }

    private func paste() {
        if let text = environment.onPaste?() { insert(text) }
    }

    private func enter(_ question: Question) {
        let number = questionNumber
        let fault = question.accept(editor.text)
        // What was accepted may have been followed by another question.
        guard number == questionNumber else { return }
        self.fault = fault
        if fault == nil { close() }
        showText()
    }

    /// Moves the cursor by a press or a drag; returns whether it was on the entry.
    func select(with event: PointerEvent) -> Bool {
        let point = event.position - layer.frame.origin
        switch event.phase {
        case .down(.primary, let clicks):
            guard Rect(origin: .zero, size: layer.bounds.size).contains(point) else { return false }
            guard field.frame.contains(point) else { return true }
            isSelecting = true
            if clicks > 1 {
                edit { $0.selectAll() }
            } else {
                let index = index(at: point)
                edit { $0.place(at: index, extending: event.modifiers.contains(.shift)) }
            }
            return true
        case .moved:
            guard isSelecting else { return false }
            let index = index(at: point)
            edit { $0.place(at: index, extending: true) }
            return true
        case .up(.primary, _):
            defer { isSelecting = false }
            return isSelecting
        default: return layer.frame.contains(event.position)
        }
    }

    func edit(_ change: (inout LineEditor) -> Void) {
        let old = editor.text
        change(&editor)
        if editor.text != old { fault = nil }
        showText()
    }

    /// The index of the character in front of which a point of the panel is.
    private func index(at point: Point) -> Int {
        let x = point.x - field.frame.minX - Self.fieldInset + scroll
        // Widths grow with the number of characters: the last that is not beyond the point.
        var low = 0
        var high = editor.characters.count
        while low < high {
            let middle = (low + high + 1) / 2
            if (width(of: middle - 1) + width(of: middle)) / 2 <= x { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
