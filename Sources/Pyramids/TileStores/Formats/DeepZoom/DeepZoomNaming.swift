internal import TilePyramid

/// Deep Zoom as a single tree of files: `NAME.dzi` and `NAME_files/LEVEL/COLUMN_ROW.EXT`.
struct DeepZoomNaming: LayoutNaming {
    private let name: String
    private let pyramid: Pyramid
    private let fileExtension: String
    private let isSparse: Bool

    /// Creates the names for a pyramid called `name`, which is made safe for file names.
    init(name: String, pyramid: Pyramid, fileExtension: String, isSparse: Bool = false) {
        self.isSparse = isSparse
        self.name = LayoutFile.safeName(name)
        self.pyramid = pyramid
        self.fileExtension = fileExtension
    }

    func name(of index: TileIndex) -> String {
        "\(name)\(DeepZoomDescriptor.filesSuffix)/\(index.level)/"
            + DeepZoomDescriptor.tileName(index, format: fileExtension)
    }

    func index(of name: String) -> TileIndex? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, let file = NumericFileName(parts[2], separator: "_", count: 2),
            let level = NumericFileName.number(parts[1])
        else { return nil }
        let index = TileIndex(level: level, column: file.numbers[0], row: file.numbers[1])
        return pyramid.contains(index) && self.name(of: index) == name ? index : nil
    }

    var descriptors: [LayoutFile] {
        let descriptor = DeepZoomDescriptor(
            size: pyramid.size, tileSize: pyramid.tileSize, overlap: pyramid.overlap, format: fileExtension,
            isSparse: isSparse)
        return [LayoutFile(name: "\(name).dzi", text: descriptor.xml)]
    }
}
