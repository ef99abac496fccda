internal import Numbers
internal import TileContainers
package import TilePyramid
internal import XMLDocuments

/// The descriptor of a Deep Zoom pyramid, and the names of files that follow from it.
///
/// ```xml
/// <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="jpg" Overlap="1" TileSize="254">
///   <Size Width="1027" Height="600"/>
/// </Image>
/// ```
package struct DeepZoomDescriptor: Hashable {
    /// The full size of the image.
    package var size: PixelSize
    /// The distance between tile origins in pixels.
    package var tileSize: Int
    /// The pixels shared with each neighbor.
    package var overlap: Int
    /// The file extension of the tiles, as spelled.
    package var format: String
    /// Whether it lists the existing parts of the image, as for a sparse image.
    package var isSparse: Bool
    /// The parts that a parsed descriptor lists; empty in one that is to be written.
    package var displayRects: [DisplayRect] = []

    /// Creates a descriptor.
    package init(size: PixelSize, tileSize: Int, overlap: Int, format: String, isSparse: Bool = false) {
        self.size = size
        self.tileSize = tileSize
        self.overlap = overlap
        self.format = format
        self.isSparse = isSparse
    }

    /// The path of the folder of levels for a descriptor's path.
    static func filesPath(for descriptor: String) -> String { FilePath.withoutExtension(descriptor) + filesSuffix }

    /// The suffix of that folder's name.
    package static let filesSuffix = "_files"

    /// The path of the descriptor for a given output: `.dzi` is added if it has no file extension.
    package static func path(forOutput output: String) -> String {
        FilePath.fileExtension(of: output).isEmpty ? output + ".dzi" : output
    }

    /// The text of the file.
    package var xml: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="\(format)" \
        Overlap="\(overlap)" TileSize="\(tileSize)">
          <Size Width="\(size.width)" Height="\(size.height)"/>
        \(displayRectsXML)</Image>

        """
    }

    /// One rectangle for the whole image: readers accept that tiles are missing in a sparse image.
    private var displayRectsXML: String {
        guard isSparse else { return "" }
        let finest = Pyramid(size: size, tileSize: tileSize).finestLevel.index
        return """
              <DisplayRects>
                <DisplayRect MinLevel="0" MaxLevel="\(finest)">
                  <Rect X="0" Y="0" Width="\(size.width)" Height="\(size.height)"/>
                </DisplayRect>
              </DisplayRects>

            """
    }
}

extension DeepZoomDescriptor {
    /// The most bytes of a descriptor, far more than any has.
    package static let byteLimit = 16 << 20

    /// The geometry, with the levels present from the coarsest for which there are files.
    package func pyramid(hasLevel: (Int) throws -> Bool) rethrows -> Pyramid {
        let all = Pyramid(size: size, tileSize: tileSize, overlap: overlap)
        let coarsest = try all.levels.first { try hasLevel($0.index) }
        return Pyramid(
            size: size, tileSize: tileSize, overlap: overlap,
            levelCount: coarsest.map { all.levels.count - $0.index })
    }

    /// The longest side that is accepted, which keeps tile counts from overflowing.
    package static let longestSide = CheckedNumber.longestSide

    /// Parses a descriptor of any program: either schema (2008 or 2009), with or without prefixes.
    ///
    /// - Parameters:
    ///   - bytes: the contents of the file.
    ///   - path: the path of the file, for error messages.
    /// - Throws: ``StoreError`` with code ``StoreError/Code/malformed``.
    package init(parsing bytes: [UInt8], path: String) throws {
        let root = try XMLElement(descriptor: bytes, path: path) {
            "this is not a Deep Zoom descriptor: it is not XML (\($0))."
        }
        guard root.name == "Image" else {
            throw StoreError(
                .malformed, path: path,
                root.name == "Collection"
                    ? "this describes a collection of images. Open the descriptor of one of them."
                    : "this is not a Deep Zoom descriptor: it describes \"\(root.name)\", not \"Image\".")
        }
        let size = root.child("Size")
        func number(_ name: String, of element: XMLElement?, in range: ClosedRange<Int>) throws -> Int {
            let text = element?.attributes[name]?.filter { $0 != " " }
            guard let text, let number = CheckedNumber.integer(text, in: range) else {
                let found = text.map { "\"\($0)\"" } ?? "missing"
                throw StoreError(.malformed, path: path, "the descriptor is damaged: \(name) is \(found).")
            }
            return number
        }
        let sides = 1...Self.longestSide
        self.size = PixelSize(
            width: try number("Width", of: size, in: sides), height: try number("Height", of: size, in: sides))
        tileSize = try number("TileSize", of: root, in: sides)
        overlap = try number("Overlap", of: root, in: 0...(tileSize - 1))
        guard let format = root.attributes["Format"], !format.isEmpty, !format.contains("/") else {
            throw StoreError(.malformed, path: path, "the descriptor is damaged: Format is missing or invalid.")
        }
        self.format = format
        let rects = root.children.filter { $0.name == "DisplayRects" }
        isSparse = !rects.isEmpty
        displayRects = try rects.flatMap(\.children).filter { $0.name == "DisplayRect" }.map { part in
            let rect = part.child("Rect")
            let offsets = 0...Self.longestSide
            let coarsest = try number("MinLevel", of: part, in: offsets)
            let finest = try number("MaxLevel", of: part, in: offsets)
            guard let levels = CheckedNumber.range(from: coarsest, through: finest) else {
                throw StoreError(
                    .malformed, path: path,
                    "the descriptor is damaged: MinLevel is \(coarsest), and MaxLevel is \(finest).")
            }
            return DisplayRect(
                levels: levels,
                rect: PixelRect(
                    x: try number("X", of: rect, in: offsets), y: try number("Y", of: rect, in: offsets),
                    width: try number("Width", of: rect, in: offsets),
                    height: try number("Height", of: rect, in: offsets)))
        }
    }
}
