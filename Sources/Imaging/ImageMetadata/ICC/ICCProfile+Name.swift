extension ICCProfile {
    /// The most letters of a name that are read: more than any program shows.
    private static let nameLimit = 200
    /// The most translations of a name that are looked at.
    private static let translationLimit = 100

    /// The profile's name, such as "Display P3"; the English one if there are several; nil if there is none.
    ///
    /// It comes from profileDescriptionTag: textDescriptionType of version 2 (ICC.1:2001-04, 6.5.17), or
    /// multiLocalizedUnicodeType of version 4 (ICC.1:2022, 10.15). It may contain any characters.
    package var name: String? {
        guard let tag = BigEndianReader(bytes[...]).tags?["desc"] else { return nil }
        let text =
            switch tag.text(at: 0) {
            case "desc": Self.description(tag)
            case "mluc": Self.localized(tag)
            case "text": tag.bytes.dropFirst(8).text(limit: Self.nameLimit)
            default: String?.none
            }
        guard let text = text?.trimmed, !text.isEmpty else { return nil }
        return String(text.prefix(Self.nameLimit))
    }

    /// The ASCII text of a textDescriptionType, whose length includes the null at its end.
    private static func description(_ tag: BigEndianReader) -> String? {
        guard let length = tag.number(at: 8), let text = tag.part(at: 12, size: length) else { return nil }
        return text.text(limit: nameLimit)
    }

    /// The English text of a multiLocalizedUnicodeType, or else the first one.
    private static func localized(_ tag: BigEndianReader) -> String? {
        guard let count = tag.number(at: 8), tag.number(at: 12) == recordBytes else { return nil }
        var first: String?
        for index in 0..<min(count, translationLimit) {
            // Checked: at most 100 records.
            let record = 16 + index * recordBytes
            guard let language = tag.part(at: record, size: 2), let length = tag.number(at: record + 4),
                let start = tag.number(at: record + 8), let text = tag.part(at: start, size: length)
            else { continue }
            let name = text.utf16Text(limit: nameLimit)
            if language.elementsEqual("en".utf8) { return name }
            first = first ?? name
        }
        return first
    }

    /// The bytes of a record of a multiLocalizedUnicodeType.
    private static let recordBytes = 12
}

extension ArraySlice<UInt8> {
    /// The text up to the first null, at most `limit` bytes; text that is neither ASCII nor UTF-8 is read as Latin-1.
    fileprivate func text(limit: Int) -> String {
        let bytes = prefix(limit).prefix { $0 != 0 }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return bytes.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) }
    }

    /// The big-endian UTF-16 text up to the first null, of at most `limit` units.
    fileprivate func utf16Text(limit: Int) -> String {
        let units = stride(from: startIndex, to: endIndex - 1, by: 2).prefix(limit).map {
            UInt16(self[$0]) << 8 | UInt16(self[$0 + 1])
        }
        return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    }
}

extension String {
    /// The text without spaces at its ends.
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
