/// The physical size of a pixel that an OME-TIFF states in its description (OME data model of 2016-06, Pixels).
///
/// Only the first image is read, without a parser of XML: its attributes are in one start tag.
struct OMEPhysicalSize: Equatable {
    /// The width and height of a pixel in millimeters.
    var x: Double
    var y: Double

    /// Reads a description; nil if it is not OME-XML, or states no size in units of length.
    init?(_ description: String) {
        let text = description.utf8
        // Documents of other schemas are not searched.
        guard description.prefix(2000).contains("OME"), let attributes = Self.attributes(Array(text)),
            let x = Self.millimeters(attributes, "PhysicalSizeX")
        else { return nil }
        self.x = x
        y = Self.millimeters(attributes, "PhysicalSizeY") ?? x
    }

    private static func millimeters(_ attributes: [String: String], _ name: String) -> Double? {
        guard let value = attributes[name].flatMap(Double.init), value.isFinite, value > 0 else { return nil }
        // The default is a micrometer.
        guard let symbol = attributes[name + "Unit"] else {
            return LengthUnit.micrometer.converted(value, to: .millimeter)
        }
        return LengthUnit(symbol)?.converted(value, to: .millimeter)
    }

    /// The attributes of the first Pixels element, whatever the prefix of its namespace.
    private static func attributes(_ text: [UInt8]) -> [String: String]? {
        let name = Array("Pixels".utf8)
        var start = text.startIndex
        while let open = text[start...].firstIndex(of: UInt8(ascii: "<")) {
            guard let end = text[open...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
            start = end
            // Checked: the end has been looked for after the start.
            let tag = text[open..<end].dropFirst()
            let label = tag.prefix { !isSpace($0) && $0 != UInt8(ascii: "/") }
            guard label.elementsEqual(name) || label.suffix(name.count + 1).elementsEqual(Array(":Pixels".utf8)) else {
                continue
            }
            return attributes(ofTag: tag.dropFirst(label.count))
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    /// The pairs of names and quoted values.
    private static func attributes(ofTag tag: ArraySlice<UInt8>) -> [String: String] {
        var attributes: [String: String] = [:]
        var rest = tag
        while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
            let name = rest[..<equals].filter { !isSpace($0) }
            let value = rest[equals...].dropFirst().drop(while: isSpace)
            guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                let end = value.dropFirst().firstIndex(of: quote)
            else { break }
            attributes[String(decoding: name, as: UTF8.self)] = unescaped(value.dropFirst()[..<end])
            rest = tag[end...].dropFirst()
        }
        return attributes
    }

    /// A value, in which the letters of units may be character references.
    private static func unescaped(_ value: ArraySlice<UInt8>) -> String {
        let text = String(decoding: value, as: UTF8.self)
        guard text.utf8.count <= 20 else { return text }
        let micro = ["&#181;", "&#xB5;", "&#xb5;", "&#956;", "&#x3BC;", "&#x3bc;"]
        guard let spelling = micro.first(where: text.hasPrefix) else { return text == "&#197;" ? "Å" : text }
        return "µ" + text.dropFirst(spelling.count)
    }
}
