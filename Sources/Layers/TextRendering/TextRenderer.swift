internal import Concurrency

/// Renders text with the system's fonts, in any script and direction, with shaping and kerning.
///
/// The text is plain; markup is not interpreted. Any thread may call it; texts are rendered one at a time. The first
/// call in a process takes some hundredths of a second to find and open fonts, so a program that must react at once
/// makes it on a background queue.
///
/// ```swift
/// let mask = try TextRenderer.draw("42 %", font: TextFont(size: 13))
/// ```
public enum TextRenderer {
    /// The maximum width and height of rendered text in pixels.
    public static let sideLimit = 8192
    /// The maximum font size in pixels; larger fonts are drawn at this size.
    public static let fontSizeLimit = 1024.0

    private static let engine = Locked<TextEngine?>(nil)

    /// Renders a text.
    ///
    /// Control characters are rendered as U+FFFD, the replacement character. Only the first 4,000 characters are
    /// rendered.
    ///
    /// - Parameters:
    ///   - text: any text; an empty one gives an empty mask.
    ///   - font: the font.
    ///   - layout: the arrangement in lines; by default without a limit of lines.
    /// - Returns: the coverage of each pixel, and the position of the lines.
    /// - Throws: ``TextError`` with ``TextError/Code/noFont`` when no font is installed.
    /// - Complexity: about O(characters + pixels): some 10 µs for a short line.
    public static func draw(
        _ text: String, font: TextFont, layout: TextLayout = TextLayout()
    ) throws(TextError) -> TextMask {
        guard !text.isEmpty else { return .empty }
        return try engine.withLock { engine throws(TextError) in
            if let engine { return engine.draw(text, font: font, layout: layout) }
            let made = try TextEngine()
            engine = made
            return made.draw(text, font: font, layout: layout)
        }
    }
}
