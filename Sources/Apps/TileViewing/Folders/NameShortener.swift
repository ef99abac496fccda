internal import TextLayers
internal import TextRendering
internal import VectorDrawing

/// Shortens names of files to a width: an ellipsis replaces the middle of a name, and the file extension stays.
///
/// The last result is kept, so that nothing is measured twice.
struct NameShortener {
    private struct Key: Equatable {
        var names: [String]
        var style: TextStyle
        var width: Double
        var scale: Double
    }

    private var known: (key: Key, text: String)?

    /// The text between two names in one line.
    static let separator = " | "
    /// The most characters of a name that are shown; of a longer one, the middle is left out.
    static let characterLimit = 400
    /// The most characters of a file extension that stays.
    static let extensionLimit = 8

    /// Returns names in one line.
    ///
    /// - Parameters:
    ///   - names: the names.
    ///   - style: the style of the text.
    ///   - width: the width in points.
    ///   - scale: pixels per point.
    /// - Returns: the names with ``separator`` between them, each shortened on its own.
    mutating func text(_ names: [String], style: TextStyle, width: Double, scale: Double) -> String {
        let key = Key(names: names, style: style, width: width, scale: scale)
        if let known, known.key == key { return known.text }
        var line = style
        line.width = nil
        line.panel = nil
        let text = Self.text(names, width: width) { text in
            // Without a font, nothing is drawn.
            (try? DrawnText.size(of: AttributedText(text), style: line, scale: scale))?.width ?? 0
        }
        known = (key, text)
        return text
    }

    /// Returns names in one line, as ``text(_:style:width:scale:)`` does, by a function that measures a text.
    static func text(_ names: [String], width: Double, _ measure: (String) -> Double) -> String {
        guard names.count > 1 else { return shortened(names.first ?? "", to: width, measure) }
        let widths = names.map { measure(String($0.prefix(characterLimit))) }
        // Blanks at the end of a text are not measured.
        let gap = measure("|\(separator)|") - measure("||")
        var room = width - Double(names.count - 1) * gap
        var share = room
        // Short names leave the rest of their shares to long ones.
        for (index, width) in widths.sorted().enumerated() {
            share = room / Double(names.count - index)
            guard width <= share else { break }
            room -= width
        }
        return names.map { shortened($0, to: share, measure) }.joined(separator: separator)
    }

    private static func shortened(_ name: String, to width: Double, _ measure: (String) -> Double) -> String {
        let characters = Array(name)
        if characters.count <= characterLimit, measure(name) <= width { return name }
        let end = fileExtension(of: characters)
        let stem = characters.dropLast(end.count)
        /// The name with so many characters of its stem, without blanks beside the ellipsis.
        func text(_ count: Int) -> String {
            var start = stem.prefix((count + 1) / 2)
            while start.last?.isWhitespace ?? false { start.removeLast() }
            let rest = stem.suffix(count / 2).drop(while: \.isWhitespace)
            return String(start) + "…" + String(rest) + String(end)
        }
        var low = 0
        var high = min(stem.count, characterLimit)
        while low + 1 < high {
            let middle = (low + high) / 2
            if measure(text(middle)) <= width { low = middle } else { high = middle }
        }
        return low > 0 || measure(text(0)) <= width ? text(low) : "…"
    }

    /// The file extension with its dot; empty if there is none, or if it is long.
    private static func fileExtension(of name: [Character]) -> ArraySlice<Character> {
        guard let dot = name.lastIndex(of: "."), dot > 0 else { return [] }
        let end = name[dot...]
        let isShort = (2...extensionLimit + 1).contains(end.count)
        return isShort && !end.contains(where: \.isWhitespace) ? end : []
    }
}
