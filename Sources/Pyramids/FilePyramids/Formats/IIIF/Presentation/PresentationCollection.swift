internal import JSONDocuments

/// A collection of the IIIF Presentation API 3.0: a list of manifests and further collections.
package struct PresentationCollection: Sendable {
    /// A document in a collection.
    package enum Item: Sendable {
        /// The manifest of an image, with the address of a small JPEG.
        case manifest(address: String, label: String, thumbnail: String)
        /// A collection.
        case collection(address: String, label: String)
    }

    /// The file name of a collection.
    package static let fileName = "collection.json"

    /// The address of what is listed, without a slash at its end; the document lies below it.
    package let address: String
    /// The label.
    package let label: String
    /// The documents.
    package let items: [Item]

    /// Creates a collection.
    package init(address: String, label: String, items: [Item]) {
        self.address = address
        self.label = label
        self.items = items
    }

    /// The text of the document.
    package var json: String {
        JSONText.document([
            ("@context", JSONText.string(PresentationText.context)),
            ("id", JSONText.string("\(address)/\(Self.fileName)")), ("type", JSONText.string("Collection")),
            ("label", PresentationText.plain(label)), ("items", JSONText.array(items.map(\.json))),
        ])
    }
}

extension PresentationCollection.Item {
    fileprivate var json: String {
        switch self {
        case .manifest(let address, let label, let thumbnail):
            JSONText.object([
                ("id", JSONText.string("\(address)/\(PresentationManifest.fileName)")),
                ("type", JSONText.string("Manifest")), ("label", PresentationText.plain(label)),
                ("thumbnail", PresentationService.thumbnail(thumbnail)),
            ])
        case .collection(let address, let label):
            JSONText.object([
                ("id", JSONText.string("\(address)/\(PresentationCollection.fileName)")),
                ("type", JSONText.string("Collection")), ("label", PresentationText.plain(label)),
            ])
        }
    }
}
