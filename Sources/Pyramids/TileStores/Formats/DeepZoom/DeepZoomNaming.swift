internal import TilePyramid

/// The files of Deep Zoom: `NAME.dzi` and `NAME_files/LEVEL/COLUMN_ROW.EXT`.
struct DeepZoomNaming: LayoutNaming {
    /// The folder of levels with a slash; empty if the levels are named within it.
    private let folder: String
    private let descriptorName: String
    private let pyramid: Pyramid
    private let fileExtension: String
    private let isSparse: Bool

    private init(
        folder: String, descriptorName: String, pyramid: Pyramid, fileExtension: String, isSparse: Bool
    ) {
        self.folder = folder
        self.descriptorName = descriptorName
        self.pyramid = pyramid
        self.fileExtension = fileExtension
        self.isSparse = isSparse
    }

    /// Creates the names for a pyramid called `name`, which is made safe for file names.
    init(name: String, pyramid: Pyramid, fileExtension: String, isSparse: Bool = false) {
        let name = ContainerFile.safeName(name)
        self.init(
            folder: "\(name)\(DeepZoomDescriptor.filesSuffix)/", descriptorName: "\(name).dzi", pyramid: pyramid,
            fileExtension: fileExtension, isSparse: isSparse)
    }

    /// Creates the names within the folder of levels that a descriptor lies beside.
    init(levelFoldersOf descriptorName: String, pyramid: Pyramid, fileExtension: String, isSparse: Bool) {
        self.init(
            folder: "", descriptorName: descriptorName, pyramid: pyramid, fileExtension: fileExtension,
            isSparse: isSparse)
    }

    /// Creates the names of existing files beside a descriptor.
    init(reading descriptorName: String, pyramid: Pyramid, fileExtension: String) {
        self.init(
            folder: DeepZoomDescriptor.filesPath(for: descriptorName) + "/", descriptorName: descriptorName,
            pyramid: pyramid, fileExtension: fileExtension, isSparse: false)
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
