/// A single-pass XML parser.
struct XMLReader {
    /// The most nested elements, far more than any descriptor has.
    private static let depthLimit = 100
    /// The most characters of a reference, including the semicolon.
    private static let longestReference = 10
    /// The most elements and attributes together: more than descriptors have, but few enough for memory.
    private static let partLimit = 1 << 17

    private let bytes: [UInt8]
    private var position = 0
    private var partCount = 0

    init(_ document: [UInt8]) {
        bytes = Self.utf8(document)
    }

    mutating func parseDocument() throws(XMLElement.SyntaxError) -> XMLElement {
        // The open elements from the root inwards, with their names as written.
        var open: [(element: XMLElement, name: String)] = []
        var root: XMLElement?
        while true {
            let text = parseText()
            if !open.isEmpty { open[open.count - 1].element.text += text }
            if position == bytes.count { break }
            if skip("<!--") {
                try skipPast("-->", "an unterminated comment")
            } else if skip("<?") {
                try skipPast("?>", "an unterminated processing instruction")
            } else if skip("<![CDATA[") {
                let start = position
                try skipPast("]]>", "an unterminated CDATA section")
                if !open.isEmpty {
                    open[open.count - 1].element.text += String(decoding: bytes[start..<(position - 3)], as: UTF8.self)
                }
            } else if skip("<!DOCTYPE") {
                try skipDocumentType()
            } else if skip("</") {
                let name = try parseName()
                skipSpace()
                guard skip(">"), let ended = open.popLast(), ended.name == name else {
                    throw error("an end tag without a start tag")
                }
                if open.isEmpty {
                    root = root ?? ended.element
                } else {
                    open[open.count - 1].element.children.append(ended.element)
                }
            } else {
                position += 1
                guard root == nil, open.count < Self.depthLimit else {
                    throw error(root == nil ? "too many nested elements" : "a second root element")
                }
                let (element, name, isEmpty) = try parseStart()
                if !isEmpty {
                    open.append((element, name))
                } else if open.isEmpty {
                    root = element
                } else {
                    open[open.count - 1].element.children.append(element)
                }
            }
        }
        guard let root, open.isEmpty else { throw error(open.isEmpty ? "no root element" : "an unterminated element") }
        return root
    }

    /// Parses the rest of a start tag, after "<".
    private mutating func parseStart() throws(XMLElement.SyntaxError) -> (XMLElement, name: String, isEmpty: Bool) {
        let name = try parseName()
        var element = XMLElement(name: name.split(separator: ":").last.map(String.init) ?? name)
        while true {
            skipSpace()
            if skip(">") { return (element, name, false) }
            if skip("/>") { return (element, name, true) }
            let attribute = try parseName()
            skipSpace()
            guard skip("=") else { throw error("an attribute without a value") }
            skipSpace()
            guard element.attributes.updateValue(try parseValue(), forKey: attribute) == nil else {
                throw error("a duplicate attribute")
            }
        }
    }

    private mutating func parseName() throws(XMLElement.SyntaxError) -> String {
        partCount += 1
        guard partCount <= Self.partLimit else { throw error("too many elements and attributes") }
        let start = position
        while position < bytes.count, !" \t\r\n/>=<'\"&".utf8.contains(bytes[position]) {
            position += 1
        }
        guard position > start else { throw error("a name is missing") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func parseValue() throws(XMLElement.SyntaxError) -> String {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
        else {
            throw error("an attribute value without quotes")
        }
        let quote = bytes[position]
        position += 1
        var value: [UInt8] = []
        while position < bytes.count, bytes[position] != quote {
            if bytes[position] == UInt8(ascii: "&") {
                value += Array(String(try parseReference()).utf8)
            } else {
                guard bytes[position] != UInt8(ascii: "<") else { throw error("an unterminated attribute value") }
                value.append(bytes[position])
                position += 1
            }
        }
        guard position < bytes.count else { throw error("an unterminated attribute value") }
        position += 1
        return String(decoding: value, as: UTF8.self)
    }

    private mutating func parseReference() throws(XMLElement.SyntaxError) -> Unicode.Scalar {
        guard let (scalar, end) = reference() else {
            let hasEnd = bytes[position...].prefix(Self.longestReference + 1).contains(UInt8(ascii: ";"))
            throw error(hasEnd ? "an unknown reference" : "an unterminated reference")
        }
        position = end
        return scalar
    }

    /// The character that the reference at the current position stands for, and where it ends; `nil` if it is unknown.
    private func reference() -> (Unicode.Scalar, end: Int)? {
        let text = bytes[(position + 1)...].prefix(Self.longestReference)
        guard let end = text.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let name = String(decoding: text[..<end], as: UTF8.self)
        let scalar: Unicode.Scalar? =
            switch name {
            case "lt": "<"
            case "gt": ">"
            case "amp": "&"
            case "quot": "\""
            case "apos": "'"
            case _ where name.hasPrefix("#x"): UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
            case _ where name.hasPrefix("#"): UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
            default: nil
            }
        return scalar.map { ($0, end + 1) }
    }

    /// Skips a document type and its declarations, which may contain quoted brackets.
    private mutating func skipDocumentType() throws(XMLElement.SyntaxError) {
        var depth = 0
        var quote: UInt8?
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if let open = quote {
                quote = byte == open ? nil : open
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "["), UInt8(ascii: "<"): depth += 1
            case UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ">"):
                if depth == 0 { return }
                depth -= 1
            default: break
            }
        }
        throw error("an unterminated document type")
    }

    /// Parses the text up to the next tag or the end.
    private mutating func parseText() -> String {
        var text: [UInt8] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
            // Unknown references are kept without an error; creating one would count lines every time.
            if bytes[position] == UInt8(ascii: "&"), let (scalar, end) = reference() {
                text += Array(String(scalar).utf8)
                position = end
            } else {
                text.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func skipSpace() {
        while position < bytes.count, " \t\r\n".utf8.contains(bytes[position]) {
            position += 1
        }
    }

    /// Moves past these characters if they come next.
    private mutating func skip(_ text: String) -> Bool {
        guard bytes[position...].starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    private mutating func skipPast(_ text: String, _ complaint: String) throws(XMLElement.SyntaxError) {
        while position < bytes.count {
            if skip(text) { return }
            position += 1
        }
        throw error(complaint)
    }

    private func error(_ reason: String) -> XMLElement.SyntaxError {
        XMLElement.SyntaxError(reason: reason, line: 1 + bytes[..<position].count { $0 == UInt8(ascii: "\n") })
    }

    /// Converts the document to UTF-8, recognizing UTF-16 by its byte order mark or its first character.
    private static func utf8(_ document: [UInt8]) -> [UInt8] {
        if document.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(document.dropFirst(3)) }
        let hasMark = document.starts(with: [0xFF, 0xFE]) || document.starts(with: [0xFE, 0xFF])
        let text = hasMark ? document.dropFirst(2) : document[...]
        let isLittle = document.starts(with: [0xFF, 0xFE]) || text.starts(with: [0x3C, 0])
        guard hasMark || isLittle || text.starts(with: [0, 0x3C]) else { return document }
        let units = stride(from: text.startIndex, to: text.endIndex - 1, by: 2).map { position -> UInt16 in
            let (first, second) = (UInt16(text[position]), UInt16(text[position + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
