/// A text about an image, for people.
package enum CaptionText: String, CaseIterable, Sendable {
    case title, description, attribution
}

extension PyramidTarget {
    /// The texts that the files of the pyramid store; an IIIF image has them in its manifest.
    package var storedTexts: Set<CaptionText> {
        let capabilities = arrangement.capabilities
        guard capabilities.storesIdentifier else { return capabilities.storedTexts }
        let hasManifest = identifier.map { IIIFIdentifier($0).isAddress } ?? false
        return hasManifest ? Set(CaptionText.allCases) : []
    }
}

extension PyramidSource {
    /// The title as the files state it; nil if they state none.
    package var statedTitle: String? { statement("name", "title", "identifier") }

    /// The description as the files state it; nil if they state none, or only one that was written for want of a better.
    package var statedDescription: String? {
        statement("description").flatMap { TilesetMetadata.isSubstitute($0) ? nil : $0 }
    }

    /// The first property with one of these names in lower case that is not empty.
    private func statement(_ names: String...) -> String? {
        names.lazy.compactMap { name in
            properties.first { $0.name.lowercased() == name && !$0.value.isEmpty }?.value
        }.first
    }
}
