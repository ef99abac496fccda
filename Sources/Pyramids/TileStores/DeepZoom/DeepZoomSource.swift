public import TilePyramid

/// A Deep Zoom pyramid on disk, whoever made it, opened for reading.
///
/// Levels and tiles may be missing: they are read as nil.
public final class DeepZoomSource: PyramidSource {
    /// The levels and grids; those whose folders are there are present.
    public let pyramid: Pyramid
    /// The descriptor's path.
    public let descriptorPath: String
    /// The folder that holds the levels.
    public let filesPath: String
    /// What the tiles are, by their names.
    public let format: TileFormat
    /// Whether the descriptor says which parts of the image there are, so that others may be missing.
    public let isSparse: Bool

    /// What the descriptor says.
    let descriptor: DeepZoomDescriptor

    /// The most bytes of a descriptor: far more than any has.
    static let descriptorByteLimit = 16 << 20

    /// Opens a pyramid and reads its descriptor.
    ///
    /// - Parameter path: the descriptor (`big.dzi`, or any other name), its folder of tiles (`big_files`), or its name
    ///   without the ending (`big`).
    /// - Throws: ``StoreError``, naming the path and what is wrong with it.
    public init(opening path: String) throws {
        descriptorPath = Self.descriptorPath(for: path)
        filesPath = DeepZoomDescriptor.filesPath(for: descriptorPath)
        guard let bytes = try FileSystem.readWhole(descriptorPath, limit: Self.descriptorByteLimit) else {
            throw StoreError(.unreadable, path: descriptorPath, "no such file. Check the spelling and the folder.")
        }
        let descriptor = try DeepZoomDescriptor(parsing: bytes, path: descriptorPath)
        guard let format = TileFormat(fileExtension: descriptor.format) else {
            throw StoreError(
                .malformed, path: descriptorPath, "its tiles are \(descriptor.format), which are not read here.")
        }
        guard FileSystem.isFolder(filesPath) else {
            throw StoreError(
                .unreadable, path: filesPath,
                "the folder with the tiles is missing. It has to be beside the descriptor, and to be called like it.")
        }
        self.format = format
        self.descriptor = descriptor
        isSparse = descriptor.isSparse
        pyramid = Self.pyramid(of: descriptor, in: filesPath)
    }

    /// Reads a tile's file; from any thread.
    ///
    /// - Returns: nil when there is no such tile.
    /// - Throws: ``StoreError`` when there is one that cannot be read, and when the whole pyramid has vanished.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        return try FileSystem.readTile(path(of: index), in: filesPath).map {
            EncodedTile(bytes: $0, format: format)
        }
    }

    /// A tile's file.
    func path(of index: TileIndex) -> String {
        "\(filesPath)/\(index.level)/\(DeepZoomDescriptor.tileName(index, format: descriptor.format))"
    }

    /// The descriptor for what a user gave to be opened.
    private static func descriptorPath(for path: String) -> String {
        let suffix = DeepZoomDescriptor.filesSuffix
        let name = FilePath.name(of: path)
        guard FileSystem.isFolder(path) else {
            return FileSystem.exists(path) ? path : DeepZoomStore.descriptorPath(for: path)
        }
        guard name.hasSuffix(suffix) else { return DeepZoomStore.descriptorPath(for: path) }
        let base = "\(FilePath.parent(of: path))/\(name.dropLast(suffix.count))"
        return ["dzi", "xml"].map { "\(base).\($0)" }.first(where: FileSystem.exists) ?? base + ".dzi"
    }

    /// The geometry, with the levels present from the coarsest that has a folder.
    private static func pyramid(of descriptor: DeepZoomDescriptor, in files: String) -> Pyramid {
        let all = Pyramid(size: descriptor.size, tileSize: descriptor.tileSize, overlap: descriptor.overlap)
        let coarsest = all.levels.first { FileSystem.isFolder("\(files)/\($0.index)") }
        return Pyramid(
            size: descriptor.size, tileSize: descriptor.tileSize, overlap: descriptor.overlap,
            levelCount: coarsest.map { all.levels.count - $0.index })
    }
}

extension TileFormat {
    /// The format of tiles whose names have this ending, in any case; nil for formats that are not read.
    init?(fileExtension: String) {
        let name = fileExtension.lowercased()
        self.init(rawValue: name == "jpeg" ? "jpg" : name)
    }
}
