internal import TileContainers
package import TilePyramid

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
