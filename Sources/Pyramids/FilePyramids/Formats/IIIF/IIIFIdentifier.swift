/// The identifier of an IIIF image: the address at which it is served, or a name.
package struct IIIFIdentifier: Hashable, Sendable {
    /// The identifier as it is stored.
    package let text: String

    /// Wraps an identifier, whether it is valid or not.
    package init(_ text: String) {
        self.text = text
    }

    /// A reason why viewers find no image by an identifier.
    package enum Fault: Hashable, Sendable {
        /// It is empty.
        case isEmpty
        /// It has white space or control characters.
        case hasSpaces
        /// It begins with a scheme other than `http:` and `https:`.
        case hasOtherScheme
        /// It has a query or a fragment.
        case hasQuery
        /// It ends in a slash.
        case endsInSlash
        /// It is the address of a document of the image, by this name, and not of the image.
        case namesDocument(String)
    }

    /// Whether it is an address on the web, and not only a name.
    package var isAddress: Bool {
        let start = text.prefix(8).lowercased()
        return start.hasPrefix("https://") || start.hasPrefix("http://")
    }

    /// The first reason why it cannot be used; nil if it can be.
    package var fault: Fault? {
        if text.isEmpty { return .isEmpty }
        if text.unicodeScalars.contains(where: {
            $0.properties.isWhitespace || $0.properties.generalCategory == .control
        }) {
            return .hasSpaces
        }
        if !isAddress, text.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.-]*:/) != nil { return .hasOtherScheme }
        if text.contains(where: { $0 == "?" || $0 == "#" }) { return .hasQuery }
        if text.hasSuffix("/") { return .endsInSlash }
        let documents = [IIIFNaming.descriptorName, PresentationManifest.fileName]
        return documents.first { text.hasSuffix("/\($0)") }.map { .namesDocument($0) }
    }

    /// The name of the folder that it ends in, without escapes; nil if it is the address of a host alone.
    package var folderName: String? {
        let parts = text.split(separator: "/")
        guard let last = parts.last, !isAddress || parts.count > 2 else { return nil }
        return PercentEncoding.decoded(last)
    }
}
