internal import FilePyramids
internal import TilePyramid

/// One way to ask an image service for the tiles of an image.
struct IIIFTileNames: Sendable {
    /// The levels and their grids.
    var pyramid: Pyramid
    /// The rest of a tile's address after that of the image, for a file extension.
    var name: @Sendable (TileIndex, _ fileExtension: String) -> String
    /// The size in full-size pixels of what a tile shows.
    var region: @Sendable (TileIndex) -> PixelSize
    /// The tiles of the description, which a server of level 0 may have more levels of; `nil` for images of the whole.
    var listed: IIIFTiles?
    /// Whether the only tile is the whole image in the largest size that the server has, which it need not say.
    var isLargestWhole = false

    /// Names regions of the image.
    init(_ tiles: IIIFTiles, of image: IIIFImage) {
        let pyramid = tiles.pyramid(of: image.size)
        let naming = IIIFNaming(version: image.version, pyramid: pyramid, identifier: "", fileExtension: "")
        let isRenderedByWidth = image.version == .two && image.level > 0
        let knowsBothSides = image.level >= 2
        self.pyramid = pyramid
        listed = tiles
        region = { naming.region(of: $0).size }
        name = { index, fileExtension in
            let region = naming.region(of: index)
            let size = pyramid.rect(of: index).size
            // Checked: Doubles.
            let height = Double(region.size.height) * Double(size.width) / Double(region.size.width)
            // Level 1 has sizes by the width and by the height, and none by both.
            if isRenderedByWidth, !knowsBothSides, height >= 1, size != pyramid.size {
                return naming.nameByWidth(of: index) + fileExtension
            }
            // Rounded, it may be 0, which servers refuse.
            guard isRenderedByWidth, height < 1 else { return naming.name(of: index) + fileExtension }
            return (knowsBothSides ? naming.exactName(of: index) : naming.nameByHeight(of: index)) + fileExtension
        }
    }

    /// Names the whole image in some sizes, each of which is a level of one tile.
    ///
    /// - Parameters:
    ///   - sizes: the sizes, the smallest first; at least one.
    ///   - image: the image.
    ///   - asksForLargest: whether the last is the largest that the server has, whatever that is; the default is `false`.
    init(whole sizes: [PixelSize], of image: IIIFImage, asksForLargest: Bool = false) {
        let version = image.version
        let full = image.size
        let pyramid = Pyramid(levels: sizes.map { LevelShape(size: $0, tileSize: $0) })
        // Version 2 has "max" for a size that is limited.
        let isLimited = image.largest != (Int.max, Int.max, Int.max)
        let largest = isLimited ? IIIFVersion.three.maximumSizeKeyword : version.maximumSizeKeyword
        self.pyramid = pyramid
        isLargestWhole = asksForLargest && sizes.count == 1
        region = { _ in full }
        name = { index, fileExtension in
            let size = pyramid.levels[index.level].size
            var text = version == .three ? "\(size.width),\(size.height)" : "\(size.width),"
            if asksForLargest, index.level == pyramid.finestLevel.index {
                text = largest
            } else if size == full {
                text = version.maximumSizeKeyword
            }
            return "full/\(text)/0/default.\(fileExtension)"
        }
    }
}
