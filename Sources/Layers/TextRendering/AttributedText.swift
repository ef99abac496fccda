/// A text with attributes for its parts: font, color, underline and others.
///
/// It is built from parts, or by setting attributes in ranges of characters:
///
/// ```swift
/// var text = AttributedText("Lorem ipsum dolor")
/// text.updateAttributes(in: 6..<11) {
///     $0.color = Color(red: 1, green: 0, blue: 0)
///     $0.underline = .single
/// }
/// text.append(" sit amet") { $0.weight = .bold }
/// ```
///
/// Any range is valid: the part outside the text has no effect. Two texts are equal if all characters and their attributes are
/// equal.
public struct AttributedText: Hashable, Sendable {
    /// A part of a text whose characters have the same attributes.
    public struct Run: Hashable, Sendable {
        /// The characters.
        public let text: Substring
        /// Their attributes.
        public let attributes: TextAttributes
    }

    /// The part up to an offset in UTF-8.
    private struct Span: Hashable, Sendable {
        var end: Int
        var attributes: TextAttributes
    }

    /// The characters without attributes.
    public private(set) var string: String
    /// The parts from the beginning; none is empty, and adjacent ones differ.
    private var spans: [Span] = []

    /// Creates a text with the same attributes for all characters; by default it is empty.
    public init(_ string: String = "", attributes: TextAttributes = TextAttributes()) {
        self.string = string
        self.string.makeContiguousUTF8()
        add(attributes, upTo: self.string.utf8.count)
    }

    /// Creates a text, and sets the attributes of all characters with a closure.
    public init(_ string: String, _ set: (inout TextAttributes) -> Void) {
        var attributes = TextAttributes()
        set(&attributes)
        self.init(string, attributes: attributes)
    }

    /// Whether there are no characters.
    public var isEmpty: Bool { string.isEmpty }

    /// The parts whose characters have the same attributes, from the beginning.
    ///
    /// - Complexity: O(parts).
    public var runs: [Run] {
        var start = string.startIndex
        var result: [Run] = []
        var offset = 0
        for span in spans {
            let end = string.utf8.index(start, offsetBy: span.end - offset)
            result.append(Run(text: string[start..<end], attributes: span.attributes))
            start = end
            offset = span.end
        }
        return result
    }

    /// Appends another text with its attributes.
    ///
    /// - Complexity: O(length of the other text).
    public mutating func append(_ other: AttributedText) {
        let offset = string.utf8.count
        string += other.string
        for span in other.spans {
            add(span.attributes, upTo: offset + span.end)
        }
    }

    /// Appends characters, and sets their attributes with a closure; by default they have none.
    public mutating func append(_ string: String, _ set: (inout TextAttributes) -> Void = { _ in }) {
        append(AttributedText(string, set))
    }

    /// Returns the concatenation of both texts.
    public static func + (first: AttributedText, second: AttributedText) -> AttributedText {
        var result = first
        result.append(second)
        return result
    }

    /// Returns the text with all lengths of its attributes multiplied, for example to convert points to pixels.
    ///
    /// - Complexity: O(parts).
    public func scaled(by factor: Double) -> AttributedText {
        var result = self
        result.spans = []
        for span in spans {
            result.add(span.attributes.scaled(by: factor), upTo: span.end)
        }
        return result
    }

    /// The approximate memory of the text, in bytes.
    package var byteCount: Int { string.utf8.count + spans.count * MemoryLayout<Span>.stride }

    /// Changes the attributes of the characters in a range of offsets in UTF-8.
    mutating func update(_ bytes: Range<Int>, _ change: (inout TextAttributes) -> Void) {
        let old = spans
        spans = []
        var start = 0
        for span in old {
            for end in [bytes.lowerBound, bytes.upperBound, span.end] where end > start && end <= span.end {
                var attributes = span.attributes
                if bytes.contains(start) {
                    change(&attributes)
                }
                add(attributes, upTo: end)
                start = end
            }
        }
    }

    /// The attributes of the character at an offset in UTF-8; nil outside the text.
    func attributes(atByte offset: Int) -> TextAttributes? {
        offset < 0 ? nil : spans.first { $0.end > offset }?.attributes
    }

    /// Adds a part at the end, or extends the last one if its attributes are the same.
    private mutating func add(_ attributes: TextAttributes, upTo end: Int) {
        guard end > spans.last?.end ?? 0 else { return }
        if let last = spans.indices.last, spans[last].attributes == attributes {
            spans[last].end = end
        } else {
            spans.append(Span(end: end, attributes: attributes))
        }
    }
}

extension AttributedText: ExpressibleByStringInterpolation {
    /// Creates a text without attributes.
    public init(stringLiteral value: String) { self.init(value) }
}

extension AttributedText: CustomStringConvertible {
    /// The characters without attributes.
    public var description: String { string }
}
