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
