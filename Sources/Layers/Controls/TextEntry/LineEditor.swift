internal import Numbers

/// A line of text that is edited: its characters, the cursor, and the selected part.
package struct LineEditor: Hashable, Sendable {
    /// A movement of the cursor.
    package enum Movement: Hashable, Sendable {
        /// By a character.
        case left, right
        /// By a word.
        case wordLeft, wordRight
        /// To an end of the line.
        case start, end
    }

    /// The characters.
    package private(set) var characters: [Character]
    /// The index of the character that the cursor is in front of; the number of characters at the end.
    package private(set) var cursor: Int
    /// The other end of the selected part; the cursor itself if nothing is selected.
    package private(set) var anchor: Int

    /// The most characters of a line; more cannot be typed.
    package static let characterLimit = 200

    /// Creates a line all of which is selected, so that typing replaces it.
    package init(_ text: String = "") {
        characters = Self.line(text, limit: Self.characterLimit)
        anchor = 0
        cursor = characters.count
    }

    /// The text.
    package var text: String { String(characters) }

    /// The indices of the selected characters; empty if nothing is selected.
    package var selection: Range<Int> { min(anchor, cursor)..<max(anchor, cursor) }

    /// The selected text.
    package var selectedText: String { String(characters[selection]) }

    /// Puts text in the place of the selected part; line breaks and tabs become spaces, other control characters and what
    /// exceeds the limit are left out.
    package mutating func insert(_ text: String) {
        let room = Self.characterLimit - characters.count + selection.count
        let new = Self.line(text, limit: room)
        replaceSelection(by: new)
    }

    /// Deletes the selected part, or else what lies between the cursor and where a movement takes it.
    package mutating func delete(_ movement: Movement) {
        if selection.isEmpty { move(movement, extending: true) }
        replaceSelection(by: [])
    }

    /// Moves the cursor.
    ///
    /// - Parameters:
    ///   - movement: where it goes.
    ///   - isExtending: whether the other end of the selected part stays. Else nothing is selected afterwards, and from a
    ///     selected part the cursor goes to one of its ends.
    package mutating func move(_ movement: Movement, extending isExtending: Bool) {
        let selection = selection
        switch movement {
        case .left where !isExtending && !selection.isEmpty: cursor = selection.lowerBound
        case .right where !isExtending && !selection.isEmpty: cursor = selection.upperBound
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(characters.count, cursor + 1)
        case .wordLeft:
            while cursor > 0, !Self.isWord(characters[cursor - 1]) { cursor -= 1 }
            while cursor > 0, Self.isWord(characters[cursor - 1]) { cursor -= 1 }
        case .wordRight:
            while cursor < characters.count, !Self.isWord(characters[cursor]) { cursor += 1 }
            while cursor < characters.count, Self.isWord(characters[cursor]) { cursor += 1 }
        case .start: cursor = 0
        case .end: cursor = characters.count
        }
        if !isExtending { anchor = cursor }
    }

    /// Puts the cursor in front of a character, as a click does.
    package mutating func place(at index: Int, extending isExtending: Bool = false) {
        cursor = min(max(index, 0), characters.count)
        if !isExtending { anchor = cursor }
    }

    /// Selects everything.
    package mutating func selectAll() {
        anchor = 0
        cursor = characters.count
    }

    private mutating func replaceSelection(by new: [Character]) {
        let start = selection.lowerBound
        characters.replaceSubrange(selection, with: new)
        cursor = start + new.count
        anchor = start + new.count
    }

    private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    /// The first characters of a text as a line.
    private static func line(_ text: String, limit: Int) -> [Character] {
        var line: [Character] = []
        for character in text {
            guard line.count < limit else { break }
            if character.isWhitespace {
                line.append(" ")
            } else if !character.unicodeScalars.contains(where: VisibleText.isControl) {
                line.append(character)
            }
        }
        return line
    }
}
