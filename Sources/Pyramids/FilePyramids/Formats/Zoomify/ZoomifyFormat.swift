internal import TileContainers
package import TilePyramid

extension PyramidFormat {
    /// Zoomify: `TileGroup0/LEVEL-COLUMN-ROW.jpg` and `ImageProperties.xml`.
    public static let zoomify = PyramidFormat(
        id: "zoomify", name: "Zoomify", layout: ZoomifyLayout(),
        capabilities: .layout {
            $0.supportsSparseTiles = false
            $0.supportsPartialLevels = false
        },
        shape: PyramidShape { shape in
            shape.rounding = .down
            shape.coarsest = .tile
        })
}

/// Zoomify: groups of tiles beside an `ImageProperties.xml`.
struct ZoomifyLayout: FileLayout {
    let descriptorNames = [ZoomifyNaming.descriptorName]

    func mayOwn(entry name: String) -> Bool {
        guard name.hasPrefix("TileGroup") else { return descriptorNames.contains(name) }
        return NumericFileName.number(name.dropFirst("TileGroup".count)) != nil
    }

    func isDescriptor(_ name: String, head: [UInt8]) -> Bool {
        guard descriptorNames.contains(name) else { return false }
        // Drops the zero bytes of UTF-16.
        let text = String(decoding: head.filter { $0 != 0 }, as: UTF8.self)
        return text.uppercased().contains("<IMAGE_PROPERTIES")
    }

    func naming(for request: StoreRequest) -> any LayoutNaming {
        ZoomifyNaming(pyramid: request.pyramid, fileExtension: request.format.fileExtension)
    }
}

/// Zoomify: `ImageProperties.xml` and `TileGroupG/TIER-COLUMN-ROW.jpg`, tier 0 being the coarsest.
///
/// Tiles are numbered from tier 0 on, row by row; the group is that number divided by 256.
package struct ZoomifyNaming: LayoutNaming {
    /// The number of tiles per group.
    static let groupSize = 256
    /// The name of the descriptor.
    package static let descriptorName = "ImageProperties.xml"

    private let numbering: TileNumbering
    private let fileExtension: String

    package init(pyramid: Pyramid, fileExtension: String) {
        numbering = TileNumbering(of: pyramid)
        self.fileExtension = fileExtension
    }

    package func name(of index: TileIndex) -> String {
        let tileNumber = numbering.tileNumber(of: index) ?? 0
        return "TileGroup\(tileNumber / Self.groupSize)/\(index.level)-\(index.column)-\(index.row).\(fileExtension)"
    }

    package func index(of name: String) -> TileIndex? {
        guard let slash = name.firstIndex(of: "/"),
            let file = NumericFileName(name[name.index(after: slash)...], separator: "-", count: 3)
        else { return nil }
        let index = TileIndex(level: file.numbers[0], column: file.numbers[1], row: file.numbers[2])
        return numbering.pyramid.contains(index) && self.name(of: index) == name ? index : nil
    }

    var descriptors: [ContainerFile] {
        let pyramid = numbering.pyramid
        let properties = ZoomifyProperties(
            size: pyramid.size, tileSize: pyramid.tileSize, tileCount: pyramid.tileCount)
        return [ContainerFile(name: Self.descriptorName, text: properties.xml)]
    }
}
