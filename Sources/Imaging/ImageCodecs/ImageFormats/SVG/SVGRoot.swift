internal import Compression
internal import ImageMetadata

/// The root element of an SVG.
enum SVGRoot {
    /// The bytes at the start of a file among which the root element is looked for.
    static let searchLimit = 1 << 20

    /// Whether the root element has a width in a unit of length: `in`, `cm`, `mm`, `pt` or `pc`.
    static func hasPhysicalWidth(_ bytes: ImageBytes) -> Bool {
        var text = bytes.read(at: 0, count: searchLimit)
        if text.starts(with: [0x1F, 0x8B]) {
            text = (try? DeflateCodec.gunzip(bytes.readWhole(), limit: 16 * searchLimit)) ?? []
        }
        guard let width = width(in: text.prefix(searchLimit)) else { return false }
        return ["in", "cm", "mm", "pt", "pc"].contains { width.hasSuffix($0) }
    }

    /// The value of the attribute `width` of the element `svg`, with or without a namespace prefix.
    static func width(in text: ArraySlice<UInt8>) -> String? {
        var rest = text
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[start...].dropFirst()
            let name = rest.prefix { !isSpace($0) && !"<>/".utf8.contains($0) }
            guard name.split(separator: UInt8(ascii: ":")).last.map({ $0.elementsEqual("svg".utf8) }) ?? false else {
                continue
            }
            return attribute("width", of: rest[name.endIndex...])
        }
        return nil
    }

    /// The value of an attribute in the text that follows the name of an element.
    private static func attribute(_ wanted: String, of text: ArraySlice<UInt8>) -> String? {
        var rest = text
        while true {
            rest = rest.drop(while: isSpace)
            let name = rest.prefix { !isSpace($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") }
            rest = rest[name.endIndex...].drop(while: isSpace)
            guard !name.isEmpty, rest.first == UInt8(ascii: "=") else { return nil }
            rest = rest.dropFirst().drop(while: isSpace)
            guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
            let value = rest.dropFirst().prefix { $0 != quote }
            if name.elementsEqual(wanted.utf8) {
                let trimmed = value.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
                return String(decoding: Array(trimmed), as: UTF8.self).lowercased()
            }
            rest = rest[value.endIndex...].dropFirst()
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
