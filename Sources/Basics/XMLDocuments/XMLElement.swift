/// An element of an XML document, parsed by expat.
///
/// Documents are in UTF-8, UTF-16, ISO 8859-1 or ASCII. A document with declarations in its document type is refused. Nothing
/// outside the document is read, and nothing in it can expand. Namespace prefixes of elements are dropped.
package struct XMLElement: Hashable, Sendable {
    /// The name of the element without its prefix.
    package var name: String
    /// The attributes by name, including prefixes.
    package var attributes: [String: String] = [:]
    /// The child elements in order.
    package var children: [XMLElement] = []
    /// The concatenated text directly in the element.
    package var text = ""

    /// Creates an element without attributes and children.
    package init(name: String) { self.name = name }

    /// A syntax error, and its line.
    package struct SyntaxError: Error, Hashable {
        /// The fault, mostly in expat's words.
        package var reason: String
        /// The line, counted from 1.
        package var line: Int
        /// Whether the document may be XML that is refused because of its contents; the default is `false`.
        package var isRefusal = false
    }
}

extension XMLElement {
    /// Parses a document and returns its root element.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - partLimit: the most elements and attributes together; nil for a limit that no descriptor reaches.
    /// - Throws: the syntax error.
    package init(parsing bytes: [UInt8], partLimit: Int? = nil) throws(SyntaxError) {
        self = try XMLReader.root(of: bytes, partLimit: partLimit ?? XMLReader.partLimit)
    }

    /// The first child element with a name; `nil` if there is none.
    package func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

    /// Escapes text for use between tags or in quotes; characters that XML does not allow are dropped.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result += "&#\(scalar.value);"
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
