/// Reads a document from its first byte to its last, once.
struct XMLReader {
    /// Elements within elements: far more than any descriptor has.
    private static let deepest = 100
    /// Elements and attributes together: more than descriptors have, little enough for memory.
    private static let partLimit = 1 << 17

    private let bytes: [UInt8]
    private var place = 0
    private var partCount = 0

    init(_ document: [UInt8]) {
        bytes = Self.utf8(document)
    }

    mutating func parseDocument() throws(XMLElement.SyntaxError) -> XMLElement {
        // The elements that are open, from the root inwards, with their names as they are written.
        var open: [(element: XMLElement, name: String)] = []
        var root: XMLElement?
        while true {
            let text = parseText()
            if !open.isEmpty { open[open.count - 1].element.text += text }
            if place == bytes.count { break }
            if skip("<!--") {
                try skipPast("-->", "a comment without an end")
            } else if skip("<?") {
                try skipPast("?>", "an instruction without an end")
            } else if skip("<![CDATA[") {
                let start = place
                try skipPast("]]>", "a section without an end")
                if !open.isEmpty {
                    open[open.count - 1].element.text += String(decoding: bytes[start..<(place - 3)], as: UTF8.self)
                }
            } else if skip("<!DOCTYPE") {
                try skipDocumentType()
            } else if skip("</") {
                let name = try parseName()
                skipSpace()
                guard skip(">"), let ended = open.popLast(), ended.name == name else {
                    throw error("the end of an element that has not begun")
                }
                if open.isEmpty {
                    root = root ?? ended.element
                } else {
                    open[open.count - 1].element.children.append(ended.element)
                }
            } else {
                place += 1
                guard root == nil, open.count < Self.deepest else {
                    throw error(root == nil ? "too many elements within each other" : "a second root")
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
        guard let root, open.isEmpty else { throw error(open.isEmpty ? "no element" : "an element without an end") }
        return root
    }

    /// The rest of a start tag, after its first character.
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
                throw error("an attribute twice")
            }
        }
    }

    private mutating func parseName() throws(XMLElement.SyntaxError) -> String {
        partCount += 1
        guard partCount <= Self.partLimit else { throw error("too many elements and attributes") }
        let start = place
        while place < bytes.count, !" \t\r\n/>=<'\"&".utf8.contains(bytes[place]) {
            place += 1
        }
        guard place > start else { throw error("a name is missing") }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func parseValue() throws(XMLElement.SyntaxError) -> String {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'") else {
            throw error("a value without quotes")
        }
        let quote = bytes[place]
        place += 1
        var value: [UInt8] = []
        while place < bytes.count, bytes[place] != quote {
            if bytes[place] == UInt8(ascii: "&") {
                value += Array(String(try parseReference()).utf8)
            } else {
                guard bytes[place] != UInt8(ascii: "<") else { throw error("a value without an end") }
                value.append(bytes[place])
                place += 1
            }
        }
        guard place < bytes.count else { throw error("a value without an end") }
        place += 1
        return String(decoding: value, as: UTF8.self)
    }

    private mutating func parseReference() throws(XMLElement.SyntaxError) -> Unicode.Scalar {
        let longest = 10
        let text = bytes[(place + 1)...].prefix(longest)
        guard let end = text.firstIndex(of: UInt8(ascii: ";")) else { throw error("a reference without an end") }
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
        guard let scalar else { throw error("an unknown reference") }
        place = end + 1
        return scalar
    }

    /// Passes over a document type with the declarations in it, which may contain quoted brackets.
    private mutating func skipDocumentType() throws(XMLElement.SyntaxError) {
        var depth = 0
        var quote: UInt8?
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
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
        throw error("a document type without an end")
    }

    /// The text up to the next mark, or to the end.
    private mutating func parseText() -> String {
        var text: [UInt8] = []
        while place < bytes.count, bytes[place] != UInt8(ascii: "<") {
            let start = place
            if bytes[place] == UInt8(ascii: "&"), let scalar = try? parseReference() {
                text += Array(String(scalar).utf8)
            } else {
                place = start + 1
                text.append(bytes[start])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func skipSpace() {
        while place < bytes.count, " \t\r\n".utf8.contains(bytes[place]) {
            place += 1
        }
    }

    /// Moves behind these characters if they are next.
    private mutating func skip(_ text: String) -> Bool {
        guard bytes[place...].starts(with: text.utf8) else { return false }
        place += text.utf8.count
        return true
    }

    private mutating func skipPast(_ text: String, _ complaint: String) throws(XMLElement.SyntaxError) {
        while place < bytes.count {
            if skip(text) { return }
            place += 1
        }
        throw error(complaint)
    }

    private func error(_ reason: String) -> XMLElement.SyntaxError {
        XMLElement.SyntaxError(reason: reason, line: 1 + bytes[..<place].count { $0 == UInt8(ascii: "\n") })
    }

    /// The document in UTF-8, by its byte order mark or by how its first character lies in 16 bits.
    private static func utf8(_ document: [UInt8]) -> [UInt8] {
        if document.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(document.dropFirst(3)) }
        let hasMark = document.starts(with: [0xFF, 0xFE]) || document.starts(with: [0xFE, 0xFF])
        let text = hasMark ? document.dropFirst(2) : document[...]
        let isLittle = document.starts(with: [0xFF, 0xFE]) || text.starts(with: [0x3C, 0])
        guard hasMark || isLittle || text.starts(with: [0, 0x3C]) else { return document }
        let units = stride(from: text.startIndex, to: text.endIndex - 1, by: 2).map { place -> UInt16 in
            let (first, second) = (UInt16(text[place]), UInt16(text[place + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
