/// The kind of a document, by its first bytes.
enum DescriptionKind: Hashable, Sendable {
    /// XML with a root element that describes a pyramid, or an error of a service.
    case xml(isCapabilities: Bool)
    /// JSON, or a call of a function with JSON as the argument (JSONP).
    case json

    /// Recognizes a document; `nil` for anything else.
    init?(_ bytes: [UInt8]) {
        // Drops the zero bytes of UTF-16, and a mark of the byte order.
        let head = bytes.prefix(4096).filter { $0 != 0 }.drop { $0 >= 0x80 || $0 <= 0x20 }
        let text = String(decoding: head, as: UTF8.self)
        if text.hasPrefix("{") || Self.functionName(text) != nil {
            self = .json
            return
        }
        let words = ["Image", "IMAGE", "Collection", "TileMap", "ExceptionReport", "Capabilities"]
        guard text.hasPrefix("<"), words.contains(where: text.contains) else { return nil }
        self = .xml(isCapabilities: text.contains("Capabilities"))
    }

    /// The name of the function that a text calls with an object; `nil` if it is no such call.
    private static func functionName(_ document: String) -> Substring? {
        let text = document.drop(while: \.isWhitespace)
        guard let open = text.firstIndex(of: "("), text.distance(from: text.startIndex, to: open) <= 100 else {
            return nil
        }
        let name = text[..<open]
        let isName =
            !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_.$".contains($0)) }
        return isName && text[open...].dropFirst().drop(while: \.isWhitespace).first == "{" ? name : nil
    }

    /// The argument of a call of a function; `nil` if the document is no such call.
    static func argument(ofCall bytes: [UInt8]) -> [UInt8]? {
        guard functionName(String(decoding: bytes.prefix(200), as: UTF8.self)) != nil,
            let first = bytes.firstIndex(of: UInt8(ascii: "{")), let last = bytes.lastIndex(of: UInt8(ascii: "}")),
            first < last
        else { return nil }
        // Checked: in this order.
        return Array(bytes[first...last])
    }
}
