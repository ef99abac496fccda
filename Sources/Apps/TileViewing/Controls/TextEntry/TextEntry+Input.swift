internal import LayerTree

extension TextEntry {
    /// Handles a key that goes down: keys that edit, Enter, which enters the text, and Esc, which closes the entry.
    func handle(_ event: KeyEvent) -> Outcome {
        guard let question, event.isDown else { return .unused }
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
        case .delete where isExtending: return cut()
        case .delete: edit { $0.delete(isControl ? .wordRight : .right) }
        case .insert where isExtending: return .paste
        case .insert where isControl: return copied
        case .character("a") where isControl: edit { $0.selectAll() }
        case .character("v") where isControl: return .paste
        case .character("c") where isControl: return copied
        case .character("x") where isControl: return cut()
        // The other functions of the window stay.
        case .function: return .unused
        default: break
        }
        return .used
    }

    private var copied: Outcome { editor.selection.isEmpty ? .used : .copy(editor.selectedText) }

    private func cut() -> Outcome {
        let outcome = copied
        if outcome != .used { edit { $0.insert("") } }
        return outcome
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

    /// Handles a pointer event; returns whether it was on the entry.
    ///
    /// Presses and drags in the text move the cursor.
    func handle(_ event: PointerEvent) -> Bool {
        guard isOpen else { return false }
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

    /// Ends a drag without a release.
    func cancelInput() {
        isSelecting = false
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
