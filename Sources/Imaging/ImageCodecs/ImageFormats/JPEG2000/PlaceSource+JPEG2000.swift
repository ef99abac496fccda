internal import Georeferencing
internal import ImageMetadata
internal import MapProjections
internal import XMLDocuments

extension PlaceSource {
    /// Creates a source from a GeoJP2 box: a GeoTIFF of one pixel, whose tags describe the image.
    init?(geoJP2 bytes: [UInt8], name: String) {
        guard !bytes.isEmpty, let file = try? ImageBytes(.bytes(bytes, name: name)),
            let directory = TIFFDirectory(page: 0, read: file.read)
        else { return nil }
        self.init(geoTIFF: directory, origin: "GeoJP2 box", name: name)
    }

    /// Creates a source from a GMLJP2 box: a coverage on a rectified grid.
    ///
    /// Source: OGC 08-085r8, "GML in JPEG 2000 (GMLJP2) Encoding Standard".
    init(coverage bytes: [UInt8], name: String) {
        let origin = "GMLJP2 box"
        // The document is parsed once, when it is needed.
        let grid = Result { try RectifiedGrid(bytes, name: name) }
        self.init(origin: origin, transform: { try grid.get()?.transform }, crs: { try grid.get()?.crs() })
    }
}

/// The grid of a coverage in GML.
private struct RectifiedGrid {
    /// The mapping of pixels to coordinates, the east first.
    let transform: Geotransform
    private let systemName: String?
    private let name: String

    /// Reads the grid of a document; nil if it has none.
    ///
    /// - Throws: ``CodecError`` when it cannot be read.
    init?(_ bytes: [UInt8], name: String) throws {
        func unread(_ reason: String) -> CodecError {
            CodecError.unreadStatement(
                .place, file: name,
                "its GMLJP2 box is not read: \(reason). Name its place.")
        }
        let root: XMLElement
        do {
            // Some writers end the text with a zero.
            let end = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
            root = try XMLElement(parsing: Array(bytes[..<end]))
        } catch {
            throw unread("\(error.reason) in line \(error.line)")
        }
        guard let grid = root.descendant("RectifiedGrid") else { return nil }
        let point = grid.child("origin")?.child("Point")
        let vectors = grid.children.filter { $0.name == "offsetVector" }.map { Self.numbers($0.text) }
        let position = (point?.child("pos") ?? point?.child("coordinates")).map { Self.numbers($0.text) } ?? []
        guard position.count >= 2, vectors.count >= 2, vectors.allSatisfy({ $0.count >= 2 }) else {
            throw unread("its RectifiedGrid has no origin or no two offset vectors")
        }
        let names =
            [point, grid].compactMap { $0?.attributes["srsName"] }
            + [grid.child("offsetVector")?.attributes["srsName"]].compactMap(\.self)
        systemName = names.first
        self.name = name
        // The origin is the center of the first pixel.
        let stated = Geotransform(
            origin: (position[0], position[1]), column: (vectors[0][0], vectors[0][1]),
            row: (vectors[1][0], vectors[1][1])
        ).beginning(atX: -0.5, y: -0.5)
        transform = Self.isNorthFirst(systemName, grid) ? stated.withSwappedAxes : stated
    }

    /// The system; nil if the grid names none.
    func crs() throws -> String? {
        guard let systemName else { return nil }
        do {
            return try CoordinateSystem(Self.definition(systemName)).definition
        } catch {
            throw CodecError.unreadStatement(
                .place, file: name,
                "the system of its GMLJP2 box is not read: \(error.message) Name it, such as EPSG:25832."
            )
        }
    }

    /// A name in the form that PROJ reads.
    ///
    /// GML has URNs, such as urn:ogc:def:crs:EPSG::4326, addresses at opengis.net, and codes.
    private static func definition(_ name: String) -> String {
        if let code = name.split(separator: "#").last, name.contains("epsg.xml#") { return "EPSG:\(code)" }
        return name
    }

    /// True when coordinates have the authority's order, and this order is north first.
    private static func isNorthFirst(_ name: String?, _ grid: XMLElement) -> Bool {
        guard let name, name.hasPrefix("urn:") || name.contains("/def/crs/") else { return false }
        // Some files have URNs, and axes in the other order, which they name.
        let first = grid.child("axisName")?.text.lowercased()
        if let first, first.hasPrefix("east") || first.hasPrefix("lon") { return false }
        return (try? CoordinateSystem(name))?.isNorthFirst ?? false
    }

    private static func numbers(_ text: String) -> [Double] {
        let numbers = text.split { $0 == "," || $0.isWhitespace }.compactMap { Double($0) }
        return numbers.allSatisfy(\.isFinite) ? numbers : []
    }
}

extension XMLElement {
    /// The first element with a name, in the order of the document; nil if there is none.
    fileprivate func descendant(_ name: String) -> XMLElement? {
        if self.name == name { return self }
        // The depth of documents is limited.
        return children.lazy.compactMap { $0.descendant(name) }.first
    }
}
