internal import Georeferencing
internal import ImageMetadata
internal import MapProjections
internal import Numbers
internal import XMLDocuments

extension PlaceSource {
    /// Creates a source from a metadata file of GDAL (PAM).
    ///
    /// Source: GDAL's documentation of the persistent auxiliary metadata, and `pamdataset.xsd`.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - file: its name.
    ///   - image: the image's name in errors.
    /// - Throws: ``CodecError`` when it is not XML.
    init?(metadataFile bytes: [UInt8], file: String, image: String) throws {
        let root: XMLElement
        do {
            root = try XMLElement(parsing: bytes)
        } catch {
            throw CodecError.unreadStatement(
                .place, file: image, "\(file) is damaged: \(error.reason) in line \(error.line). Correct or delete it.")
        }
        guard root.name == "PAMDataset" else { return nil }
        let fields = MetadataFile(root: root, file: file, image: image)
        self.init(origin: file, transform: { try fields.transform() }, crs: { try fields.crs() })
    }
}

/// The fields of a metadata file that say where an image lies.
private struct MetadataFile {
    let root: XMLElement
    let file, image: String

    /// The most control points that are read.
    private static let pointLimit = 10_000

    func transform() throws -> Geotransform? {
        let isSwapped = try hasSwappedAxes
        guard let found = try statedTransform() else { return nil }
        return isSwapped ? found.withSwappedAxes : found
    }

    private func statedTransform() throws -> Geotransform? {
        if let text = root.child("GeoTransform")?.text {
            guard let transform = Geotransform(gdalNumbers: Self.numbers(text)) else {
                throw unread("its GeoTransform is not six numbers")
            }
            return transform
        }
        if let list = root.child("GCPList") {
            let elements = list.children.filter { $0.name == "GCP" }
            let points = elements.prefix(Self.pointLimit).compactMap(Self.point)
            return try ControlPoints(points).transform(count: elements.count, name: image)
        }
        // Programs of Esri have an element for it among their own metadata.
        if let metadata = root.children.first(where: { $0.attributes["domain"] == "xml:ESRI" }),
            let form = metadata.child("GeodataXform"), form.child("SourceGCPs") != nil || form.child("CoeffX") != nil
        {
            throw unread("its GeodataXform of Esri is not supported")
        }
        return nil
    }

    func crs() throws -> String? {
        guard let text = system else { return nil }
        do {
            return try CoordinateSystem(text).definition
        } catch {
            throw unread(error.message)
        }
    }

    private var system: String? {
        let element = root.child("SRS") ?? root.child("GCPList")
        let text = root.child("SRS")?.text ?? root.child("GCPList")?.attributes["Projection"] ?? ""
        guard element != nil, let start = text.firstIndex(where: { !$0.isWhitespace }),
            let end = text.lastIndex(where: { !$0.isWhitespace })
        else { return nil }
        return String(text[start...end])
    }

    /// True when x is the coordinate that transforms take second: the file maps its axes to those of the system.
    private var hasSwappedAxes: Bool {
        get throws {
            let attributes = [root.child("SRS"), root.child("GCPList")].compactMap { $0?.attributes }
            let mappings = attributes.compactMap { $0["dataAxisToSRSAxisMapping"] }
            guard let mapping = mappings.first else { return false }
            let axes = mapping.split(separator: ",").prefix(2).map(String.init)
            guard axes == ["1", "2"] || axes == ["2", "1"] else {
                throw unread("its dataAxisToSRSAxisMapping is \(mapping)")
            }
            guard let system, let known = try? CoordinateSystem(system) else { return false }
            return (axes == ["2", "1"]) != known.isNorthFirst
        }
    }

    private static func numbers(_ text: String) -> [Double] {
        text.split { $0 == "," || $0.isWhitespace }.compactMap { Double($0) }
    }

    private static func point(_ element: XMLElement) -> ControlPoints.Point? {
        let values = ["Pixel", "Line", "X", "Y"].compactMap { element.attributes[$0].flatMap(Double.init) }
        guard values.count == 4 else { return nil }
        return .init(column: values[0], row: values[1], x: values[2], y: values[3])
    }

    private func unread(_ reason: String) -> CodecError {
        CodecError.unreadStatement(
            .place, file: image, "\(file) is not read: \(reason). Correct it, or delete it.")
    }
}
