internal import Concurrency

/// Draws text with the fonts of the system: any script, in either direction, with what letters do to their neighbors.
///
/// Text is taken as it is, nothing in it is markup. It can be called from any thread; texts are drawn one after the
/// other. The first call in a process takes some hundredths of a second, in which fonts are looked up and opened, so a
/// program that must react at once makes that one on a background queue.
///
/// ```swift
/// let mask = try TextRenderer.draw("42 %", font: TextFont(size: 13))
/// ```
public enum TextRenderer {
    /// No drawn text is wider or higher, in pixels.
    public static let sideLimit = 8192
    /// Larger fonts are drawn in this size, in pixels.
    public static let fontSizeLimit = 1024.0

    private static let engine = Locked<TextEngine?>(nil)

    /// Draws a text.
    ///
    /// Control characters are drawn as a question mark in a diamond, and of very long texts the first 4,000 characters.
    ///
    /// - Parameters:
    ///   - text: any text; nothing is drawn for an empty one.
    ///   - font: the letters.
    ///   - layout: how lines are set; default as many as the text has.
    /// - Returns: how much of each pixel is covered, and where the lines are.
    /// - Throws: ``CodecError`` with ``CodecError/Code/unsupported`` when no font is installed.
    /// - Complexity: about O(characters + pixels): some 10 µs for a short line.
    public static func draw(
        _ text: String, font: TextFont, layout: TextLayout = TextLayout()
    ) throws(CodecError) -> TextMask {
        guard !text.isEmpty else { return .empty }
        return try engine.withLock { engine throws(CodecError) in
            if let engine { return engine.draw(text, font: font, layout: layout) }
            let made = try TextEngine()
            engine = made
            return made.draw(text, font: font, layout: layout)
        }
    }
}
