internal import Concurrency

/// Lays out and renders text with the system's fonts, in any script and direction, with shaping and kerning.
///
/// The text is plain or an ``AttributedText``; markup is not interpreted. Any thread may call it; texts are rendered one at a
/// time. The first call in a process takes some hundredths of a second to find and open fonts, so a program that must stay
/// responsive makes that call on a background queue.
///
/// ```swift
/// let mask = try TextRenderer.draw("42 %", font: TextFont(size: 13))
/// ```
public enum TextRenderer {
    /// The maximum width and height of rendered text in pixels.
    public static let sideLimit = 8192
    /// The maximum font size in pixels; larger fonts are drawn at this size.
    public static let fontSizeLimit = 1024.0
    /// The maximum number of characters, counted in Unicode scalars; an ellipsis replaces the rest.
    public static let characterLimit = 4000

    private static let engine = Locked<TextLayoutEngine?>(nil)

    /// Renders a plain text without a color.
    ///
    /// Control characters are rendered as U+FFFD, the replacement character. Only the first ``characterLimit``
    /// characters are rendered.
    ///
    /// - Parameters:
    ///   - text: any text; an empty one gives an empty mask.
    ///   - font: the font.
    ///   - layout: the arrangement in lines; by default without a limit of lines.
    /// - Returns: the coverage of each pixel, and the position of the lines.
    /// - Throws: ``TextError`` with ``TextError/Code/noFont`` when no font is installed.
    /// - Complexity: about O(characters + pixels): some 10 µs for a short line.
    public static func draw(
        _ text: String, font: TextFont, layout: TextLayoutOptions = TextLayoutOptions()
    ) throws(TextError) -> TextMask {
        try withLayout(AttributedText(text), font: font, layout: layout) { (text) throws(TextError) in
            text?.mask ?? .empty
        }
    }

    /// Lays out a text without drawing it.
    ///
    /// - Parameters:
    ///   - text: any text; its lengths and sizes are in pixels, see ``AttributedText/scaled(by:)``.
    ///   - font: the font of characters without a font attribute.
    ///   - layout: the arrangement in lines; by default without a limit of lines.
    /// - Returns: the size and position of the lines.
    /// - Throws: ``TextError`` with ``TextError/Code/noFont`` when no font is installed.
    /// - Complexity: about O(characters).
    public static func measure(
        _ text: AttributedText, font: TextFont, layout: TextLayoutOptions = TextLayoutOptions()
    ) throws(TextError) -> TextMetrics {
        try withLayout(text, font: font, layout: layout) { (text) throws(TextError) in
            text?.metrics ?? .empty
        }
    }

    /// Lays out a text and calls `body` with it, or with nil if it is empty.
    ///
    /// No other text is laid out during the call; `body` must not call the renderer.
    package static func withLayout<Result>(
        _ text: AttributedText, font: TextFont, layout: TextLayoutOptions,
        _ body: (LaidOutText?) throws(TextError) -> Result
    ) throws(TextError) -> Result {
        guard !text.isEmpty else { return try body(nil) }
        return try engine.withLock { engine throws(TextError) in
            if let engine { return try body(engine.layOut(text, font: font, layout: layout)) }
            let made = try TextLayoutEngine()
            engine = made
            return try body(made.layOut(text, font: font, layout: layout))
        }
    }
}
