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

    /// The length of a unit of a dimension in micrometers; nil if the file states none that is known.
    func micrometers(of name: String) -> Double? {
        position(of: name).flatMap { axes[$0].unit }.flatMap { Self.micrometers[$0.lowercased()] }
    }

    /// The lengths of units in micrometers.
    private static let micrometers: [String: Double] = [
        "angstrom": 1e-4, "picometer": 1e-6, "nanometer": 1e-3, "nm": 1e-3, "micrometer": 1, "micron": 1, "um": 1,
        "µm": 1,
        "millimeter": 1e3, "mm": 1e3, "centimeter": 1e4, "cm": 1e4, "decimeter": 1e5, "meter": 1e6, "m": 1e6,
        "kilometer": 1e9, "inch": 25_400, "foot": 304_800, "yard": 914_400, "mile": 1_609_344_000,
    ]
}
