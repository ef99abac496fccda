internal import TilePyramid

/// What a Deep Zoom pyramid's descriptor says, and what follows from it: the names of its files.
///
/// ```xml
/// <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="jpg" Overlap="1" TileSize="254">
///   <Size Width="1027" Height="600"/>
/// </Image>
/// ```
struct DeepZoomDescriptor: Hashable {
    /// The full size of the image.
    var size: PixelSize
    /// The distance between tile origins in pixels.
    var tileSize: Int
    /// Pixels shared with each neighbor.
    var overlap: Int
    /// What the names of tiles end with, as it is written.
    var format: String
    /// Whether it names the parts of the image that there are, as in sparse images.
    var isSparse = false
    /// The parts that it names; none in one that is to be written.
    var displayRects: [DisplayRect] = []

    /// The folder that holds the levels of a descriptor's pyramid.
    static func filesPath(for descriptor: String) -> String { FilePath.withoutExtension(descriptor) + filesSuffix }

    /// What the name of that folder ends with.
    static let filesSuffix = "_files"

    /// A tile's file in the folder of its level.
    static func tileName(_ index: TileIndex, format: String) -> String { "\(index.column)_\(index.row).\(format)" }

    /// The tile that a file of this name would be in the folder of a level; nil when it would be none.
    static func tileIndex(_ name: String, format: String, level: Int) -> TileIndex? {
        let parts = name.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, let column = Int(parts[0]), let row = Int(parts[1].prefix { $0 != "." }) else {
            return nil
        }
        let index = TileIndex(level: level, column: column, row: row)
        // "+1_02.jpg" reads as a tile and is none.
        return tileName(index, format: format) == name ? index : nil
    }

    /// The descriptor as it is written.
    var xml: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="\(format)" \
        Overlap="\(overlap)" TileSize="\(tileSize)">
          <Size Width="\(size.width)" Height="\(size.height)"/>
        \(displayRectsXML)</Image>

        """
    }

    /// That tiles may be missing anywhere: in a sparse image, readers do not take what is not there for an error.
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
    /// The longest side that is believed, so that no number of tiles is too large to count.
    static let longestSide = Int(Int32.max)

    /// Reads what any program may have written: attributes in any order, prefixes, either schema (2008 and 2009).
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - path: its path, for messages.
    /// - Throws: ``StoreError`` with code ``StoreError/Code/malformed``.
    init(parsing bytes: [UInt8], path: String) throws {
        let root: XMLElement
        do throws(XMLElement.SyntaxError) {
            root = try XMLElement(parsing: bytes)
        } catch {
            throw StoreError(
                .malformed, path: path,
                "this is not a Deep Zoom descriptor: it is not XML (\(error.reason) in line \(error.line)).")
        }
        guard root.name == "Image" else {
            throw StoreError(
                .malformed, path: path,
                root.name == "Collection"
                    ? "this describes a collection of images. Give the descriptor of one of them."
                    : "this is not a Deep Zoom descriptor: it describes \"\(root.name)\", not \"Image\".")
        }
        let size = root.children.first { $0.name == "Size" }
        func number(_ name: String, of element: XMLElement?, in range: Range<Int>) throws -> Int {
            let text = element?.attributes[name]?.filter { $0 != " " }
            guard let text, let number = Int(text), range.contains(number) else {
                throw StoreError(
                    .malformed, path: path,
                    "the descriptor is damaged: \(name) is \(text.map { "\"\($0)\"" } ?? "missing").")
            }
            return number
        }
        let sides = 1..<(Self.longestSide + 1)
        self.size = PixelSize(
            width: try number("Width", of: size, in: sides), height: try number("Height", of: size, in: sides))
        tileSize = try number("TileSize", of: root, in: sides)
        overlap = try number("Overlap", of: root, in: 0..<tileSize)
        guard let format = root.attributes["Format"], !format.isEmpty, !format.contains("/") else {
            throw StoreError(.malformed, path: path, "the descriptor is damaged: it names no format.")
        }
        self.format = format
        let rects = root.children.filter { $0.name == "DisplayRects" }
        isSparse = !rects.isEmpty
        displayRects = try rects.flatMap(\.children).filter { $0.name == "DisplayRect" }.map { part in
            let rect = part.children.first { $0.name == "Rect" }
            let offsets = 0..<(Self.longestSide + 1)
            let coarsest = try number("MinLevel", of: part, in: offsets)
            return DisplayRect(
                levels: coarsest...(try number("MaxLevel", of: part, in: coarsest..<offsets.upperBound)),
                rect: PixelRect(
                    x: try number("X", of: rect, in: offsets), y: try number("Y", of: rect, in: offsets),
                    width: try number("Width", of: rect, in: offsets),
                    height: try number("Height", of: rect, in: offsets)))
        }
    }
}
