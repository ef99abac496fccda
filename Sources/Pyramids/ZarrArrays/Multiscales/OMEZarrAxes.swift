internal import ImageMetadata
internal import JSONDocuments

/// The dimensions of an image: time, channel and sections, which may be missing, then rows and columns.
package struct OMEZarrAxes: Hashable, Sendable {
    /// A dimension.
    package struct Axis: Hashable, Sendable {
        /// The name: t, c, z, y or x.
        package var name: String
        /// The unit, such as "micrometer"; nil if the file states none.
        package var unit: String?
    }

    /// The dimensions in the order of the arrays; the last two are y and x.
    package let axes: [Axis]

    /// The names of the dimensions in the order in which they are written.
    static let names = ["t", "c", "z", "y", "x"]

    private init(axes: [Axis]) {
        self.axes = axes
    }

    /// All five dimensions, of which those of space have a unit.
    init(spaceUnit: String?) {
        self.init(axes: Self.names.enumerated().map { Axis(name: $1, unit: $0 >= 2 ? spaceUnit : nil) })
    }

    /// Reads the member `axes` of multiscales; all five dimensions if there is none, as in versions before 0.3.
    init(_ object: JSONObject) throws(JSONError) {
        guard object.has("axes") else {
            self.init(spaceUnit: nil)
            return
        }
        let path = object.path(of: "axes")
        var axes: [Axis] = []
        for (index, value) in try object.values("axes").enumerated() {
            let place = "\(path)[\(index)]"
            let axis = try Self.axis(value, at: place)
            guard Self.names.contains(axis.name), !axes.contains(where: { $0.name == axis.name }) else {
                throw JSONError(
                    at: place,
                    "the axis \(JSONText.string(axis.name)) is not supported. Supported are t, c, z, y and x, once")
            }
            axes.append(axis)
        }
        guard axes.suffix(2).map(\.name) == ["y", "x"] else {
            throw JSONError(at: path, "the last two axes are not y and x, which is not supported")
        }
        self.init(axes: axes)
    }

    /// The dimensions of an array without metadata of OME; nil if there are fewer than two or more than five, or they are others.
    ///
    /// - Parameters:
    ///   - rank: the number of dimensions.
    ///   - names: the names of the dimensions as xarray, GDAL and others have them, such as "Band", "lat" and "lon"; an array
    ///     without names has rows and columns, preceded by channels, by channels and sections, or by times, channels and sections.
    init?(rank: Int, names: [String?]) {
        guard (2...Self.names.count).contains(rank) else { return nil }
        let usual = rank == 3 ? ["c", "y", "x"] : rank == 4 ? ["c", "z", "y", "x"] : Self.names.suffix(rank)
        let isNamed = names.count == rank && names.allSatisfy { $0 != nil }
        let known = isNamed ? names.map { Self.axisName($0 ?? "") } : usual.map(\.self)
        let found = known.compactMap(\.self)
        guard found.count == rank, Set(found).count == rank, found.suffix(2) == ["y", "x"] else { return nil }
        self.init(axes: found.map { Axis(name: $0) })
    }

    /// The axis that a name of other conventions means; nil if it is not known.
    private static func axisName(_ name: String) -> String? {
        switch name.lowercased() {
        case "x", "lon", "longitude", "easting", "column", "col", "projection_x_coordinate": "x"
        case "y", "lat", "latitude", "northing", "row", "projection_y_coordinate": "y"
        case "z", "depth", "level", "section", "plane": "z"
        case "c", "band", "bands", "channel", "channels", "wavelength": "c"
        case "t", "time": "t"
        default: nil
        }
    }

    private static func axis(_ value: JSONValue, at path: String) throws(JSONError) -> Axis {
        // Version 0.3 has names alone.
        if case .string(let name) = value { return Axis(name: name.lowercased()) }
        let object = try JSONObject(value, at: path)
        var name = try object.string("name").lowercased()
        switch try object.optionalString("type") {
        case "time"?: name = "t"
        case "channel"?: name = "c"
        default: break
        }
        return Axis(name: name, unit: try object.optionalString("unit"))
    }

    /// The position of a dimension; nil if there is none of this name.
    func position(of name: String) -> Int? { axes.firstIndex { $0.name == name } }

    /// The unit of length of a dimension; nil if the file states none that is known.
    func lengthUnit(of name: String) -> LengthUnit? {
        position(of: name).flatMap { axes[$0].unit }.flatMap { LengthUnit($0) }
    }
}
