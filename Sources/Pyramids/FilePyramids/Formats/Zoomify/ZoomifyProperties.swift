internal import Numbers
internal import TileContainers
package import TilePyramid
internal import XMLDocuments

/// The contents of an `ImageProperties.xml`.
package struct ZoomifyProperties: Hashable {
    /// The full size of the image.
    package var size: PixelSize
    /// The distance between tile origins in pixels.
    package var tileSize: Int
    /// The number of tiles of all tiers.
    var tileCount: Int
    /// The other attributes of a parsed file.
    package var others: [PyramidProperty] = []

    /// The text of the file, a single line.
    package var xml: String {
        "<IMAGE_PROPERTIES WIDTH=\"\(size.width)\" HEIGHT=\"\(size.height)\" NUMTILES=\"\(tileCount)\" "
            + "NUMIMAGES=\"1\" VERSION=\"1.8\" TILESIZE=\"\(tileSize)\" />\n"
    }
}

extension ZoomifyProperties {
    /// Parses a file of any program.
    ///
    /// - Throws: ``StoreError`` with code ``StoreError/Code/malformed``.
    package init(parsing bytes: [UInt8], path: String) throws {
        let root = try XMLElement(descriptor: bytes, path: path)
        guard root.name.uppercased() == "IMAGE_PROPERTIES" else {
            throw StoreError(
                .malformed, path: path, "this describes \"\(root.name)\", not a Zoomify image's IMAGE_PROPERTIES.")
        }
        func number(_ name: String, in range: ClosedRange<Int>) throws -> Int {
            let text = root.attributes[name]
            guard let text, let number = CheckedNumber.integer(text, in: range) else {
                let found = text.map { "\"\($0)\"" } ?? "missing"
                throw StoreError(.malformed, path: path, "the descriptor is damaged: \(name) is \(found).")
            }
            return number
        }
        let sides = 1...DeepZoomDescriptor.longestSide
        size = PixelSize(width: try number("WIDTH", in: sides), height: try number("HEIGHT", in: sides))
        tileSize = root.attributes["TILESIZE"] == nil ? 256 : try number("TILESIZE", in: sides)
        tileCount = try number("NUMTILES", in: 1...Int.max)
        others = root.attributes.filter { !["WIDTH", "HEIGHT", "TILESIZE", "NUMTILES"].contains($0.key) }
            .sorted { $0.key < $1.key }.map { PyramidProperty($0.key, $0.value) }
    }
}
