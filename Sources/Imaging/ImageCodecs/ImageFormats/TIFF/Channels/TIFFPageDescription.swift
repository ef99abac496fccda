internal import ChannelImages
internal import ImageMetadata
internal import XMLDocuments

/// The statements of a page about its image: OME-XML, ImageJ's or GDAL's.
struct TIFFPageDescription {
    /// The image that OME-XML describes, whose samples are those of the page; nil if there is none.
    private(set) var ome: OMEImage?
    /// ImageJ's description; nil if there is none.
    private(set) var imageJ: ImageJDescription?
    /// ImageJ's binary metadata; nil if there is none.
    private(set) var imageJMetadata: ImageJMetadata?
    /// Whether the pages of the file are the channels of a QPTIFF.
    private(set) var isQPTIFF = false
    /// GDAL's metadata; nil if there is none, or it is damaged.
    private(set) var gdal: GDALMetadata?
    /// Sentences about statements that are not used.
    private(set) var warnings: [String] = []

    /// Reads the descriptions of a page.
    ///
    /// - Throws: ``CodecError`` when OME-XML is damaged, or describes pixels that cannot be read.
    init(_ page: TIFFChannelPage, file: TIFFChannelFile) throws {
        let directory = page.directory
        if let text = Self.gdalText(directory) {
            do {
                gdal = try GDALMetadata(text)
            } catch {
                warnings.append(
                    "its metadata of GDAL (GDAL_METADATA) cannot be read: \(error.reason). Names, units and scales of its "
                        + "channels are not known.")
            }
        }
        guard let text = Self.text(directory) else { return }
        if let document = try OMEDocument(text, file: file.name) {
            // The planes of a part of an image are described elsewhere.
            guard !document.images.isEmpty else { return }
            let image = try document.image(file: file.name)
            // Some programs state one sample for the three of a color. Documents about other pixels are not used.
            let samples = Self.firstPage(of: image, in: file)?.samplesPerPixel ?? page.samplesPerPixel
            ome = image.samplesPerPixel == samples ? image : image.withSamplesPerPixel(samples)
            warnings += ome?.warnings ?? []
        } else if QPTIFFDescription(text) != nil {
            isQPTIFF = true
        } else if let stack = ImageJDescription(text) {
            imageJ = stack
            if let bytes = try? directory.bytes(.imageJMetadata, limit: ImageJMetadata.byteLimit) {
                let counts = directory.table(.imageJMetadataByteCounts).flatMap {
                    try? file.numbers(of: $0, 0..<min($0.count, ImageJMetadata.entryLimit))
                }
                imageJMetadata = counts.flatMap { ImageJMetadata(bytes, byteCounts: $0) }
            }
        }
    }

    /// The text of the tag GDAL_METADATA; nil if there is none, or it cannot be read.
    static func gdalText(_ directory: TIFFDirectory) -> String? { (try? directory.text(.gdalMetadata)) ?? nil }

    /// The page of this file with the first plane of an image; nil if it is in another file, or cannot be read.
    private static func firstPage(of image: OMEImage, in file: TIFFChannelFile) -> TIFFChannelPage? {
        guard let first = image.location(of: ChannelPlane()), first.fileName == nil,
            let offset = file.offset(ofDirectory: first.directory)
        else { return nil }
        return (try? file.page(at: offset)) ?? nil
    }

    /// The description, as long as OME-XML may be.
    static func text(_ directory: TIFFDirectory) -> String? {
        guard let bytes = try? directory.bytes(.imageDescription, limit: OMEDocument.byteLimit) else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
