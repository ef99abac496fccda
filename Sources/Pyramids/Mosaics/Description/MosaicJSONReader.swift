internal import Georeferencing
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import JSONDocuments
internal import TilePyramid

/// Reads lists of images in the JSON format of this package.
enum MosaicJSONReader {
    /// The version of the format, which is the value of "mosaic".
    private static let version = 1
    /// The largest distance of a pixel from the mosaic's corner.
    private static let coordinates = -1e8...1e8

    /// Reads a list.
    ///
    /// - Throws: `CodecError` that names the member that is wrong.
    static func read(_ bytes: [UInt8], path: String) throws(CodecError) -> MosaicDescription {
        do {
            return try mosaic(JSONObject(JSONValue(parsing: bytes)), path)
        } catch let error as CodecError {
            throw error
        } catch {
            throw CodecError(.damaged, file: path, "the list of images is not valid: \(error).")
        }
    }

    private static func mosaic(_ object: JSONObject, _ path: String) throws -> MosaicDescription {
        try object.expectOnlyNames([
            "mosaic", "size", "background", "crs", "resolution", "geotransform", "images", "description",
        ])
        let version = try object.integer("mosaic", in: 1...1_000_000)
        guard version == Self.version else {
            throw CodecError(
                .unsupported, file: path, "the list has version \(version) of the format; only version 1 is read.")
        }
        var mosaic = MosaicDescription(path: path, container: "mosaic")
        if object.has("size") {
            let size = try object.integers("size", in: 1...ImageInfo.longestSide)
            guard size.count == 2 else { throw JSONError(at: "size", "these are not two numbers") }
            mosaic.size = PixelSize(width: size[0], height: size[1])
        }
        mosaic.background = try background(object)
        mosaic.crs = try object.optionalString("crs")
        if object.has("resolution") { mosaic.resolution = try object.number("resolution", in: 1e-9...1e9) }
        mosaic.transform = try geotransform(object)
        for member in try object.objects("images") { mosaic.members.append(try self.member(member, path)) }
        return mosaic
    }

    private static func background(_ object: JSONObject) throws -> MosaicDescription.Background? {
        switch object.value("background") {
        case nil: return nil
        case .string("transparent"): return .transparent
        default:
            let samples = try object.integers("background", in: 0...255).map { UInt8(clamping: $0) }
            guard samples.count == 3 else { throw JSONError(at: "background", "these are not red, green and blue") }
            return .color(RGBColor(red: samples[0], green: samples[1], blue: samples[2]))
        }
    }

    private static func geotransform(_ object: JSONObject) throws -> Geotransform? {
        guard let value = object.value("geotransform") else { return nil }
        guard case .array(let values) = value, values.count == 6 else {
            throw JSONError(at: "geotransform", "these are not six numbers")
        }
        var numbers: [Double] = []
        for value in values {
            guard case .number(let number) = value else { throw JSONError(at: "geotransform", "these are not numbers") }
            numbers.append(number)
        }
        return Geotransform(gdal: numbers)
    }

    private static func member(_ object: JSONObject, _ list: String) throws -> MosaicDescription.Member {
        try object.expectOnlyNames(["path", "page", "x", "y", "width", "height", "part", "priority"])
        var member = MosaicDescription.Member(
            path: try MosaicDescription.resolved(object.string("path"), in: list), placement: .georeferenced)
        if object.has("page") { member.page = try object.integer("page", in: 1...1_000_000) }
        if object.has("priority") { member.priority = try object.number("priority") }
        let isPlaced = ["x", "y", "width", "height", "part"].contains { object.has($0) }
        guard isPlaced else { return member }
        let x = try object.number("x", in: coordinates)
        let y = try object.number("y", in: coordinates)
        var part: MosaicDescription.Rect?
        if object.has("part") {
            let numbers = try object.integers("part", in: 0...ImageInfo.longestSide)
            guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else {
                throw JSONError(at: object.path(of: "part"), "this is not x, y, width and height")
            }
            part = .init(
                x: Double(numbers[0]), y: Double(numbers[1]), width: Double(numbers[2]), height: Double(numbers[3]))
        }
        if object.has("width") || object.has("height") {
            let width = try object.number("width", in: 1e-3...1e8)
            let height = try object.number("height", in: 1e-3...1e8)
            member.placement = .scaled(part: part, into: .init(x: x, y: y, width: width, height: height))
        } else if let part {
            member.placement = .scaled(
                part: part, into: .init(x: x, y: y, width: part.width, height: part.height))
        } else {
            member.placement = .origin(x: x, y: y)
        }
        return member
    }
}
