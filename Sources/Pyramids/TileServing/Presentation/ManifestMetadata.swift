internal import FilePyramids
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import Numbers

/// The statements of an image's file that its manifest repeats.
struct ManifestMetadata: Hashable {
    /// A description; nil if there is none.
    private(set) var summary: String?
    /// The attribution, or the copyright notice; nil if there is none.
    private(set) var attribution: String?
    /// The rights by an allowed address; nil if none is stated.
    private(set) var rights: RightsStatement?
    /// The further properties with their values.
    private(set) var properties: [Property] = []
    /// The physical size of a full-size pixel in millimeters; nil if it is unknown.
    private(set) var millimetersPerPixel: Double?

    /// A property by an English name.
    struct Property: Hashable {
        /// The name.
        var name: String
        /// The value.
        var value: String
    }

    /// The most characters of a text that are repeated.
    static let textLimit = 4096

    /// Reads the statements; what cannot be read is left out.
    init(of image: ServedImage, _ limits: ServingLimits) {
        let source = image.source
        func property(_ names: String...) -> String? {
            names.lazy.compactMap { name in source?.properties.first { $0.name.lowercased() == name }?.value }.first
        }
        let entry = image.entry
        let exif = entry.isImageFile ? Self.camera(entry, limits) : nil
        summary = Self.text(source?.statedDescription ?? exif?.description)
        attribution = Self.text(image.attribution ?? exif?.copyright)
        let notices = [property("rights", "license"), property("attribution"), exif?.copyright]
        rights = notices.lazy.compactMap { $0.flatMap { RightsStatement(in: $0) } }.first
        let stated = [
            ("Date", exif?.date), ("Creator", exif?.artist),
            ("Copyright", image.attribution == nil ? nil : exif?.copyright), ("Camera", exif?.camera),
            ("Lens", exif?.lens),
        ]
        properties = stated.compactMap { name, value in
            Self.text(value).map { Property(name: name, value: $0) }
        }
        guard entry.isSingleFile,
            let resolution = try? PixelPitch.resolution(of: .file(entry.path), page: entry.page),
            resolution.isPhysical
        else { return }
        millimetersPerPixel = resolution.millimetersPerPixel
    }

    /// The records of a camera or a scanner: the tags of a TIFF's page, or the EXIF block of another image.
    private static func camera(_ entry: CatalogEntry, _ limits: ServingLimits) -> EXIFProperties? {
        let input = ImageInput.file(entry.path)
        return EXIFProperties(
            of: input, page: entry.page - 1,
            block: (try? openImage(input, options: limits.decoding(of: entry)))?.info.exif)
    }

    /// A text for people in one line; nil for none, and for what programs write for each other.
    fileprivate static func text(_ text: String?) -> String? {
        guard let text else { return nil }
        let words = text.prefix(textLimit).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isForPrograms = words.hasPrefix("<?xml") || words.hasPrefix("<OME") || words.hasPrefix("{")
        return words.isEmpty || isForPrograms ? nil : words
    }
}

extension ServedImage {
    /// The title of the image as its files state it, in one line; nil if they state none.
    var title: String? { ManifestMetadata.text(source?.statedTitle) }
}
