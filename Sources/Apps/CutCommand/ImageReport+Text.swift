internal import Files
internal import Georeferencing
internal import ImageMetadata
internal import JSONDocuments
internal import Numbers
internal import PyramidTools
internal import ToolSupport
internal import TilePyramid

extension ImageReport {
    /// The description for people: the format and the size, a line for each statement, and how it is cut.
    var lines: [String] {
        ["\(path): \(format), \(size) pixels, \(samples); cut it with: tilecut \(path.shellQuoted)"]
            + statements.map { "  \($0.name): \($0.value)" }
    }

    /// The other properties of the file, beyond format, size and samples, in the order in which they are printed.
    var statements: [(name: String, value: String)] {
        var statements: [(String, String?)] = [
            ("Pages", pages > 1 ? "\(pages)" : nil),
            ("EXIF orientation", orientation == .upright ? nil : "\(orientation.rawValue) (\(orientation.text))"),
            ("Color profile", profile),
            ("Pixel size", millimetersPerPixel.map(Self.length)),
            ("Nodata", nodata),
            ("Mask", hasMask ? "in the file" : nil),
            ("Reduced copies", reducedSizes.isEmpty ? nil : reducedSizes.map(\.description).joined(separator: ", ")),
        ]
        if let channels { statements += channels.statements.map { ($0.name, $0.value) } }
        if let georeference { statements += georeference.statements(bounds: bounds) }
        return statements.compactMap { name, value in value.map { (name, $0) } }
    }

    /// A length in micrometers below a tenth of a millimeter.
    private static func length(_ millimeters: Double) -> String {
        millimeters < 0.1
            ? "\(NumberText.significant(millimeters * 1000)) µm" : "\(NumberText.significant(millimeters)) mm"
    }

    /// One JSON object on one line.
    ///
    /// The keys are `path`, `kind` (`image`) and those of ``members``.
    var json: String {
        JSONText.object([JSONText.path("path", path), ("kind", JSONText.string("image"))] + members)
    }

    /// The members that describe the image.
    ///
    /// They are `container` (the format), `width` and `height` (upright), `orientation` (of EXIF, 1 to 8), `pages`, `samples`,
    /// `profile`, `millimetersPerPixel`, `nodata` (all three null if there is none), `mask`, `reducedCopies` [{`width`,
    /// `height`}], `crs`, `transform` (GDAL's six numbers), `bounds` [west, south, east, north] in degrees (all three null if
    /// the image is not georeferenced), and `warnings`. An image of many channels also has
    /// those of `ChannelImageDescription.members`.
    var members: [(String, String)] {
        var members = [
            ("container", JSONText.string(format)), ("width", "\(size.width)"), ("height", "\(size.height)"),
            ("orientation", "\(orientation.rawValue)"), ("pages", "\(pages)"), ("samples", JSONText.string(samples)),
            ("profile", profile.map(JSONText.string) ?? "null"),
            ("millimetersPerPixel", millimetersPerPixel.map(JSONText.number) ?? "null"),
            ("nodata", nodata.map(JSONText.string) ?? "null"), ("mask", "\(hasMask)"),
            (
                "reducedCopies",
                JSONText.array(
                    reducedSizes.map { JSONText.object([("width", "\($0.width)"), ("height", "\($0.height)")]) })
            ),
        ]
        if let channels { members += channels.members }
        members += RasterGeoreference.members(georeference, bounds: bounds)
        members.append(("warnings", JSONText.array(warnings.map { JSONText.string(Console.advised($0)) })))
        return members
    }
}

extension Orientation {
    /// The transformation in words.
    fileprivate var text: String {
        switch self {
        case .upright: "as stored"
        case .flippedHorizontally: "flipped horizontally"
        case .rotated180: "rotated by 180°"
        case .flippedVertically: "flipped vertically"
        case .transposed: "transposed"
        case .rotated90: "rotated by 90° clockwise"
        case .transversed: "transversed"
        case .rotated270: "rotated by 270° clockwise"
        }
    }
}
