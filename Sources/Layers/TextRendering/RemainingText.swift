/// The end of a text from a paragraph on, prepared for the last lines within a limit.
struct RemainingText {
    /// The characters.
    private(set) var text: String
    /// The parts of the end, with offsets from its start.
    private(set) var parts: [LaidOutText.Part]
    /// Whether paragraphs are left out.
    private(set) var isCut = false

    /// Takes the end of a text with line feeds as line breaks.
    ///
    /// - Parameters:
    ///   - text: the whole text.
    ///   - parts: its parts.
    ///   - offset: the start of a paragraph in UTF-8.
    ///   - endsParagraph: whether an ellipsis replaces the text after the paragraph; otherwise the line breaks become spaces.
    init(of text: String, _ parts: [LaidOutText.Part], from offset: Int, endsParagraph: Bool) {
        let rest = text.utf8.dropFirst(offset)
        let paragraph = endsParagraph ? rest.prefix { $0 != UInt8(ascii: "\n") } : rest
        isCut = paragraph.endIndex < rest.endIndex
        self.text = String(Substring(paragraph).replacing("\n", with: " ")) + (isCut ? "…" : "")
        let bytes = offset..<offset + paragraph.count
        self.parts = parts.compactMap { part in
            let common = part.bytes.clamped(to: bytes)
            guard !common.isEmpty || part.bytes.contains(offset) else { return nil }
            let start = common.lowerBound - offset
            return LaidOutText.Part(bytes: start..<start + common.count, attributes: part.attributes)
        }
        if let last = self.parts.indices.last {
            // The ellipsis looks like the letters before it.
            self.parts[last].bytes = self.parts[last].bytes.lowerBound..<self.text.utf8.count
        }
    }
}
