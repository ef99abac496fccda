internal import JSONDocuments
internal import TileContainers
internal import TilePyramid

extension IIIFLayout {
    /// The most bytes of a manifest that are read for its texts, when an image is opened: 1 MB.
    private static let manifestByteLimit = 1 << 20
    /// The most characters of a text.
    private static let textLimit = 4096

    /// The texts of the manifest beside the description of an image, by the names of ``CaptionText`` and its rights.
    ///
    /// There are none without a manifest that shows this image alone, or if it is damaged: verification reports that.
    static func manifestProperties(of image: IIIFImage, in files: any ContainerReader) -> [PyramidProperty] {
        guard IIIFIdentifier(image.identifier).isAddress,
            let bytes = try? files.read(PresentationManifest.fileName, limit: manifestByteLimit + 1),
            bytes.count <= manifestByteLimit, let manifest = IIIFNaming.manifest(bytes),
            IIIFNaming.imageServices(of: manifest) == [image.identifier]
        else { return [] }
        let statement = try? manifest.object("requiredStatement")
        let texts = [
            ("name", text(manifest.value("label"))), ("description", text(manifest.value("summary"))),
            ("attribution", text(statement?.value("value"))), ("rights", try? manifest.string("rights")),
        ]
        return texts.compactMap { name, text in
            guard let text, !image.properties.contains(where: { $0.name == name }) else { return nil }
            return PyramidProperty(name, text)
        }
    }

    /// The text of a language map: that in no language, or else in English, or else the first; nil if there is none.
    private static func text(_ value: JSONValue?) -> String? {
        guard let value, let languages = try? JSONObject(value),
            let language = ["none", "en"].first(where: languages.has) ?? languages.names.min(),
            let lines = try? languages.strings(language)
        else { return nil }
        let text = lines.joined(separator: " ")
        // Other texts are not markup.
        let plain = text.hasPrefix("<") ? PlainText.text(ofHTML: text) ?? "" : text
        return plain.isEmpty ? nil : String(plain.prefix(textLimit))
    }
}
