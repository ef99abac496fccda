/// An element of a small XML document.
///
/// Parses the subset of XML 1.0 (https://www.w3.org/TR/xml/) that descriptors use: elements, attributes, comments,
/// processing instructions, CDATA sections and character references, in UTF-8 or UTF-16. The document type is skipped
/// and its entities are not expanded, so nothing outside the document is read and nothing in it can grow. Namespace
/// prefixes of elements are dropped.
struct XMLElement: Hashable, Sendable {
    /// The name of the element without its prefix.
    var name: String
    /// The attributes by name, including prefixes.
    var attributes: [String: String] = [:]
    /// The child elements in order.
    var children: [XMLElement] = []
    /// The concatenated text directly in the element; unknown references are kept verbatim.
    var text = ""

    /// A syntax error, and where it is.
    struct SyntaxError: Error, Hashable {
        var reason: String
        /// The line, counted from 1.
        var line: Int
    }

    /// Parses a document and returns its root element.
    init(parsing bytes: [UInt8]) throws(SyntaxError) {
        var parser = XMLReader(bytes)
        self = try parser.parseDocument()
    }

    /// Creates an empty element.
    init(name: String) {
        self.name = name
    }
}
