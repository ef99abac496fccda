internal import CExpat

/// Builds the elements of a document while expat parses it.
final class XMLReader {
    /// The most nested elements, far more than any descriptor has.
    private static let depthLimit = 100
    /// The most elements and attributes together: more than descriptors have, but few enough for memory.
    static let partLimit = 1 << 17

    private let parser: OpaquePointer
    /// The open elements from the root inwards.
    private var open: [XMLElement] = []
    private var root: XMLElement?
    private var partCount = 0
    /// The reason why parsing was stopped, if expat itself found no error.
    private var refusal: String?

    private let partLimit: Int

    private init(_ parser: OpaquePointer, partLimit: Int) {
        self.parser = parser
        self.partLimit = partLimit
    }

    deinit {
        XML_ParserFree(parser)
    }

    /// Parses a document and returns its root element.
    static func root(of document: [UInt8], partLimit: Int = partLimit) throws(XMLElement.SyntaxError) -> XMLElement {
        guard let parser = XML_ParserCreate(encoding(of: document)) else {
            throw XMLElement.SyntaxError(reason: "not enough memory", line: 1)
        }
        let reader = XMLReader(parser, partLimit: partLimit)
        reader.setHandlers()
        let status = document.withUnsafeBytes { bytes in
            // A count that was clamped ends in the middle of the document, which is an error.
            let text = bytes.assumingMemoryBound(to: CChar.self).baseAddress
            return XML_Parse(parser, text, Int32(clamping: bytes.count), 1)
        }
        guard status == XML_STATUS_OK, let root = reader.root else { throw reader.failure() }
        return root
    }

    /// UTF-16 as the first bytes show it, or else UTF-8 if they declare UTF-16; `nil` leaves the choice to expat.
    ///
    /// Text that another program has converted still declares the old encoding.
    private static func encoding(of document: [UInt8]) -> String? {
        if document.starts(with: [0xFF, 0xFE]) || document.starts(with: [0x3C, 0]) { return "UTF-16LE" }
        if document.starts(with: [0xFE, 0xFF]) || document.starts(with: [0, 0x3C]) { return "UTF-16BE" }
        let start = String(decoding: document.prefix(100), as: UTF8.self).lowercased()
        let declaration = start.split(separator: "?>").first ?? ""
        return start.hasPrefix("<?xml") && declaration.contains("utf-16") ? "UTF-8" : nil
    }

    private func setHandlers() {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser, { XMLReader.from($0)?.start($1, $2) }, { reader, _ in XMLReader.from(reader)?.end() })
        XML_SetCharacterDataHandler(parser) { XMLReader.from($0)?.append($1, count: $2) }
        // Entities of a document type could grow without limit. What is outside the document, expat does not read.
        XML_SetStartDoctypeDeclHandler(parser) { reader, _, _, _, hasDeclarations in
            if hasDeclarations != 0 { XMLReader.from(reader)?.stop("declarations in the document type") }
        }
        XML_SetSkippedEntityHandler(parser) { reader, _, _ in XMLReader.from(reader)?.stop("undefined entity") }
    }

    private static func from(_ userData: UnsafeMutableRawPointer?) -> XMLReader? {
        userData.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
    }

    private func start(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        let name = Self.text(name)
        var element = XMLElement(name: name.split(separator: ":").last.map(String.init) ?? name)
        var next = attributes
        while let pair = next, let attribute = pair[0] {
            element.attributes[Self.text(attribute)] = Self.text(pair[1])
            next = pair + 2
        }
        partCount += 1 + element.attributes.count
        open.append(element)
        if open.count > Self.depthLimit { stop("too many nested elements") }
        if partCount > partLimit { stop("too many elements and attributes") }
    }

    private func end() {
        guard let element = open.popLast() else { return }
        if open.isEmpty {
            root = element
        } else {
            open[open.count - 1].children.append(element)
        }
    }

    private func append(_ characters: UnsafePointer<CChar>?, count: Int32) {
        guard !open.isEmpty else { return }
        // Checked: 32 bits, and never negative.
        let bytes = UnsafeRawBufferPointer(start: characters, count: Int(count))
        open[open.count - 1].text += String(decoding: bytes, as: UTF8.self)
    }

    private func stop(_ reason: String) {
        refusal = refusal ?? reason
        XML_StopParser(parser, XML_Bool(0))
    }

    private func failure() -> XMLElement.SyntaxError {
        let reason = refusal ?? Self.text(XML_ErrorString(XML_GetErrorCode(parser)))
        return XMLElement.SyntaxError(
            // Checked: a line of a document in memory.
            reason: reason, line: Int(XML_GetCurrentLineNumber(parser)), isRefusal: refusal != nil)
    }

    private static func text(_ characters: UnsafePointer<CChar>?) -> String {
        characters.map { String(cString: $0) } ?? ""
    }
}
