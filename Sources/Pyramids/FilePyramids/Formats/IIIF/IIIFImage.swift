package import JSONDocuments
internal import TileContainers
package import TilePyramid

/// The contents of an `info.json`, of Image API 2 or 3.
package struct IIIFImage {
    /// The version of the API.
    package let version: IIIFVersion
    /// The full size of the image.
    package let size: PixelSize
    /// The address of the image as the file has it; empty for none.
    package let identifier: String
    /// The level of compliance, from 0 to 2; 0 if it is not said.
    package let level: Int
    /// The sizes in which the whole image is served, ascending.
    package let sizes: [PixelSize]
    /// The largest width, height and area that is served; `Int.max` for no limit.
    package let largest: (width: Int, height: Int, area: Int)
    /// The file extensions that the server prefers, and others that it has, beside jpg.
    package let preferredFormats, otherFormats: [String]
    /// The metadata beyond the geometry.
    package let properties: [PyramidProperty]

    private let information: JSONObject

    /// The most sizes that are read.
    private static let sizeCountLimit = 64

    /// Reads an object that ``IIIFLayout/isImageInformation(_:)`` accepts.
    ///
    /// - Throws: ``StoreError`` for version 1, `JSONError` for members that are invalid.
    package init(_ information: JSONObject, path: String) throws {
        let context = (try? information.string("@context")) ?? ""
        guard !context.contains("/image/1"), !context.contains("stanford.edu"), !information.has("scale_factors") else {
            throw StoreError(.malformed, path: path, "IIIF Image API 1 is not supported; versions 2 and 3 are.")
        }
        self.information = information
        version = (try? information.string("@id")) == nil ? .three : .two
        let sides = 1...DeepZoomDescriptor.longestSide
        size = PixelSize(
            width: try information.integer("width", in: sides), height: try information.integer("height", in: sides))
        identifier = (try? information.string(version == .three ? "id" : "@id")) ?? ""
        let profile = Self.profile(information)
        level = profile.level
        let limits = [information] + profile.objects
        func limit(_ name: String) -> Int? {
            limits.lazy.compactMap { try? $0.integer(name, in: 1...Int(1) << 62) }.first
        }
        let width = limit("maxWidth")
        largest = (width ?? .max, limit("maxHeight") ?? width ?? .max, limit("maxArea") ?? .max)
        preferredFormats = (try? information.strings("preferredFormats")) ?? []
        otherFormats =
            ((try? information.strings("extraFormats")) ?? [])
            + profile.objects.flatMap { (try? $0.strings("formats")) ?? [] }
        sizes = ((try? information.objects("sizes")) ?? []).prefix(Self.sizeCountLimit).compactMap { size in
            guard let width = try? size.integer("width", in: sides), let height = try? size.integer("height", in: sides)
            else { return nil }
            return PixelSize(width: width, height: height)
        }.sorted { ($0.width, $0.height) < ($1.width, $1.height) }
        let names = [version == .three ? "id" : "@id", "rights", "attribution", "license"]
        properties = names.compactMap { name in
            try? information.optionalString(name).map { PyramidProperty(name, $0) }
        }
    }

    /// The level that a profile names, and the objects in it, which version 2 has there.
    private static func profile(_ information: JSONObject) -> (level: Int, objects: [JSONObject]) {
        func level(_ text: String) -> Int { (0...2).last { text.contains("level\($0)") } ?? 0 }
        switch information.value("profile") {
        case .string(let text): return (level(text), [])
        case .array(let values):
            var (found, objects): (Int, [JSONObject]) = (0, [])
            for value in values.prefix(16) {
                if case .string(let text) = value { found = max(found, level(text)) }
                if let object = try? JSONObject(value) { objects.append(object) }
            }
            return (found, objects)
        default: return (0, [])
        }
    }

    /// The tiles; `nil` if none are listed.
    ///
    /// - Throws: ``StoreError`` or `JSONError` for tiles that are invalid.
    package func tiles(path: String) throws -> IIIFTiles? { try IIIFTiles(information, path: path) }
}
