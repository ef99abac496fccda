internal import TileContainers
internal import TilePyramid

/// The files of Deep Zoom: `NAME.dzi` and `NAME_files/LEVEL/COLUMN_ROW.EXT`.
struct DeepZoomNaming: LayoutNaming {
    /// The folder of levels with a slash; empty if the levels are named within it.
    var folder: String
    let descriptorName: String
    let pyramid: Pyramid
    let fileExtension: String
    let isSparse: Bool

    /// Creates the names of the files beside a descriptor.
    init(beside descriptorName: String, pyramid: Pyramid, fileExtension: String, isSparse: Bool = false) {
        folder = DeepZoomDescriptor.filesPath(for: descriptorName) + "/"
        self.descriptorName = descriptorName
        self.pyramid = pyramid
        self.fileExtension = fileExtension
        self.isSparse = isSparse
    }

    func name(of index: TileIndex) -> String {
        "\(folder)\(index.level)/\(index.column)_\(index.row).\(fileExtension)"
    }

    func index(of name: String) -> TileIndex? {
        guard name.hasPrefix(folder) else { return nil }
        let parts = name.dropFirst(folder.count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let file = NumericFileName(parts[1], separator: "_", count: 2),
            let level = NumericFileName.number(parts[0])
        else { return nil }
        let index = TileIndex(level: level, column: file.numbers[0], row: file.numbers[1])
        return pyramid.contains(index) && self.name(of: index) == name ? index : nil
    }

    /// The folders of the levels, if they are named within the folder that contains them.
    var folders: [String] { folder.isEmpty ? pyramid.presentLevels.map { "\($0)" } : [] }

    var descriptors: [ContainerFile] {
        let descriptor = DeepZoomDescriptor(
            size: pyramid.size, tileSize: pyramid.tileSize, overlap: pyramid.overlap, format: fileExtension,
            isSparse: isSparse)
        return [ContainerFile(name: descriptorName, text: descriptor.xml, isSibling: folder.isEmpty)]
    }
}
