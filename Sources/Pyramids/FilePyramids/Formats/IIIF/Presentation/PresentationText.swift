internal import JSONDocuments
internal import Numbers
internal import XMLDocuments

/// Texts of the IIIF Presentation API 3.0 (https://iiif.io/api/presentation/3.0/), as JSON.
package enum PresentationText {
    /// The address of the context.
    package static let context = "http://iiif.io/api/presentation/3/context.json"

    /// The media type of a document as linked data.
    package static let mediaType = "application/ld+json;profile=\"\(context)\""

    /// A text in no language that is known, without markup: a label.
    package static func plain(_ text: String) -> String { languageMap("none", text) }

    /// A word in English.
    static func english(_ word: String) -> String { languageMap("en", word) }

    /// A text that clients may show with markup: one that looks like markup is escaped, so that it is shown as it is.
    static func value(_ text: String) -> String {
        plain(text.hasPrefix("<") ? "<span>\(XMLElement.escaped(text))</span>" : text)
    }

    /// A label and a value, as in metadata.
    static func pair(_ label: String, _ value: String) -> String {
        JSONText.object([("label", english(label)), ("value", Self.value(value))])
    }

    private static func languageMap(_ language: String, _ text: String) -> String {
        JSONText.object([(language, JSONText.array([JSONText.string(VisibleText.escaped(text))]))])
    }
}

/// The rights to an image, as one of the addresses that the Presentation API allows.
package struct RightsStatement: Hashable, Sendable {
    /// The address of a license of Creative Commons, or of a statement of RightsStatements.org.
    package let address: String

    /// The beginnings of the addresses, without the scheme.
    private static let beginnings = [
        "creativecommons.org/licenses/", "creativecommons.org/publicdomain/", "rightsstatements.org/vocab/",
    ]
    /// The beginnings of the names of pages about a license, which are not parts of its address.
    private static let pages = ["deed", "legalcode"]
    /// The most bytes of a text that is searched.
    private static let textLimit = 16 << 10

    /// Finds the first allowed address in a text, such as a copyright notice; nil if there is none.
    ///
    /// Both organizations name their statements with `http:` and a slash at the end.
    package init?(in text: String) {
        let text = String(decoding: text.utf8.prefix(Self.textLimit), as: UTF8.self)
        let found = Self.beginnings.compactMap { text.firstRange(of: $0) }.min { $0.lowerBound < $1.lowerBound }
        guard let found else { return nil }
        let path = text[found.lowerBound...].prefix { character in
            character.isASCII && (character.isLetter || character.isNumber || "./-".contains(character))
        }
        let parts = path.split(separator: "/").prefix { part in
            !part.hasPrefix(".") && !Self.pages.contains { part.hasPrefix($0) }
        }
        // A host, a kind, and the name of a license, whose version and country may follow.
        guard parts.count >= 3 else { return nil }
        var statement = parts.prefix(5).joined(separator: "/")
        while statement.hasSuffix(".") { statement.removeLast() }
        address = "http://\(statement)/"
    }
}
