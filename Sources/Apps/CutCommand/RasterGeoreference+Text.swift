internal import Georeferencing
internal import JSONDocuments
internal import Numbers

extension RasterGeoreference {
    /// The lines of a description, each a name and a value.
    ///
    /// - Parameter bounds: the edges in degrees; nil if they are not known.
    /// - Returns: the names, and the values, which are nil for what is not known.
    func statements(bounds: GeoBounds?) -> [(name: String, value: String?)] {
        [
            ("Coordinate system", crs.split(whereSeparator: \.isNewline).joined(separator: " ")),
            ("Transform", transform.text),
            ("Bounds in degrees", bounds.map { $0.edges.map { NumberText.degrees($0) }.joined(separator: ", ") }),
        ]
    }

    /// The members of a JSON object: `crs`, `transform` (GDAL's six numbers) and `bounds` [west, south, east, north] in degrees.
    ///
    /// - Parameters:
    ///   - georeference: the position; nil for an image that is not georeferenced, whose members are null.
    ///   - bounds: the edges in degrees; nil if they are not known.
    /// - Returns: the names and values.
    static func members(_ georeference: RasterGeoreference?, bounds: GeoBounds?) -> [(String, String)] {
        [
            ("crs", georeference.map { JSONText.string($0.crs) } ?? "null"),
            ("transform", georeference.map { JSONText.array($0.transform.numbers.map(JSONText.number)) } ?? "null"),
            ("bounds", bounds.map { JSONText.array($0.edges.map(JSONText.number)) } ?? "null"),
        ]
    }
}

extension Geotransform {
    /// The six numbers in GDAL's order.
    fileprivate var numbers: [Double] { [originX, columnX, rowX, originY, columnY, rowY] }

    /// The origin and the size of a pixel; all six numbers where the image is rotated or mirrored.
    fileprivate var text: String {
        guard isNorthUp else {
            let isMirrored = columnY == 0 && rowX == 0 && (columnX > 0) == (rowY > 0)
            return (isMirrored ? "mirrored: " : "rotated: ")
                + numbers.map { NumberText.significant($0) }.joined(separator: ", ")
        }
        return
            "from \(JSONText.number(originX)), \(JSONText.number(originY)); a pixel is \(JSONText.number(columnX)) × "
            + JSONText.number(-rowY)
    }
}

extension NumberText {
    /// Degrees with nine decimals, a tenth of a millimeter on the ground.
    fileprivate static func degrees(_ value: Double) -> String { decimal(value, digits: 9) }
}
