/// An element of a small XML document, with the elements and the text in it.
///
/// Reads what descriptors of pyramids consist of, as XML 1.0 (https://www.w3.org/TR/xml/) defines it: elements,
/// attributes, comments, processing instructions, CDATA, references to characters, in UTF-8 or UTF-16. A document type is
/// passed over, and entities that it defines are not known: nothing outside the document is ever read, and nothing in it
/// can grow. Prefixes are left out, so that names are the same under every namespace.
struct XMLElement: Hashable, Sendable {
    /// The element's name without its prefix.
    var name: String
    /// The attributes by name, prefixes included.
    var attributes: [String: String] = [:]
    /// The elements directly in it, in order.
    var children: [XMLElement] = []
    /// The text directly in it, in one piece; a reference that is not known stands in it as it is written.
    var text = ""

    /// What is wrong with a document, and where.
    struct SyntaxError: Error, Hashable {
        var reason: String
        /// Counted from 1.
        var line: Int
    }

    /// The root element of a document.
    init(parsing bytes: [UInt8]) throws(SyntaxError) {
        var parser = XMLReader(bytes)
        self = try parser.parseDocument()
    }

    /// An element without anything in it.
    init(name: String) {
        self.name = name
    }
}
