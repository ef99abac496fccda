internal import ChannelImages
internal import Files
internal import Glibc
internal import ImageMetadata
internal import XMLDocuments

/// GDAL's statements about the validity of pixels: in a tag of a TIFF, and in the metadata file beside an image.
///
/// Source: GDAL's documentation of `NODATA_VALUES` (RFC 15) and of persistent auxiliary metadata, `pamdataset.xsd`.
struct ValidityMetadata {
    /// The values of the item `NODATA_VALUES`, one for each channel, as text; nil if there is none.
    private(set) var valuesOfItem: String?
    /// The no-data values of bands, by their numbers from 1, as text.
    private(set) var valuesOfBands: [Int: String] = [:]
    /// The numbers of bands that are called alpha, from 1.
    private(set) var alphaBands: [Int] = []

    /// The item, and what marks a document without a word on validity.
    private static let item = "NODATA_VALUES"
    private static let words = [item, "NoDataValue", "Alpha"]
    /// The most bytes of a metadata file, which may have histograms and tables.
    private static let byteLimit = 8 << 20
    /// The file extension, which GDAL adds to the whole name.
    static let fileExtension = ".aux.xml"

    /// Metadata that says nothing.
    init() {}

    /// Reads the tag `GDAL_METADATA` of a page.
    ///
    /// - Throws: ``UnreadValidity`` if it says something of validity and is not XML.
    init(_ directory: TIFFDirectory) throws {
        guard let text = try? directory.text(.gdalMetadata), text.contains(Self.item) else { return }
        let metadata = try Self.parsed("its tag GDAL_METADATA") { () throws(XMLElement.SyntaxError) in
            try GDALMetadata(text)
        }
        valuesOfItem = metadata.value(Self.item)
    }

    /// Reads the metadata file beside an image; says nothing if there is none.
    ///
    /// - Throws: ``UnreadValidity`` if it says something of validity and is not XML.
    init(beside path: String) throws {
        let file = path + Self.fileExtension
        var status = stat()
        guard Files.stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.byteLimit,
            let bytes = try? ImageBytes(.file(file)).read(at: 0, count: Self.byteLimit)
        else {
            self.init()
            return
        }
        try self.init(metadataFile: bytes, name: file.split(separator: "/").last.map(String.init) ?? file)
    }

    /// Reads a metadata file.
    ///
    /// - Throws: ``UnreadValidity`` if it says something of validity and is not XML.
    init(metadataFile bytes: [UInt8], name: String) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        guard Self.words.contains(where: text.contains) else { return }
        let root = try Self.parsed(name) { () throws(XMLElement.SyntaxError) in try XMLElement(parsing: bytes) }
        guard root.name == "PAMDataset" else { return }
        valuesOfItem = Self.valuesOfItem(in: root)
        for band in root.children where band.name == "PAMRasterBand" {
            guard let number = band.attributes["band"].flatMap({ Int($0) }) else { continue }
            if let value = band.child("NoDataValue")?.text { valuesOfBands[number] = value }
            if band.child("ColorInterp")?.text == "Alpha" { alphaBands.append(number) }
        }
    }

    /// The item of a dataset's own metadata, in the form that metadata files and virtual datasets have.
    private static func valuesOfItem(in root: XMLElement) -> String? {
        root.children.lazy.filter { $0.name == "Metadata" && ($0.attributes["domain"] ?? "").isEmpty }
            .flatMap(\.children).first { $0.name == "MDI" && $0.attributes["key"] == item }?.text
    }

    private static func parsed<Document>(
        _ name: String, _ parse: () throws(XMLElement.SyntaxError) -> Document
    ) throws -> Document {
        do throws(XMLElement.SyntaxError) {
            return try parse()
        } catch {
            throw UnreadValidity("\(name) is damaged: \(error.reason) in line \(error.line).")
        }
    }
}
