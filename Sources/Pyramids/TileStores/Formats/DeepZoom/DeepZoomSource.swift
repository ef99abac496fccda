public import TilePyramid

/// A Deep Zoom pyramid on disk, opened for reading.
///
/// Levels and tiles may be missing; they are read as `nil`.
public final class DeepZoomSource: PyramidSource {
    /// The geometry; levels are present from the coarsest that has a folder.
    public let pyramid: Pyramid
    /// The path of the descriptor.
    public let descriptorPath: String
    /// The path of the folder of levels.
    public let filesPath: String
    /// The format of the tiles, by their file extension.
    public let format: TileFormat
    /// Whether the descriptor lists the existing parts of the image, so that others may be missing.
    public let isSparse: Bool

    /// The parsed descriptor.
    let descriptor: DeepZoomDescriptor

    /// The most bytes of a descriptor, far more than any has.
    static let descriptorByteLimit = 16 << 20

    /// Opens a pyramid and reads its descriptor.
    ///
    /// - Parameter path: the descriptor (`big.dzi`, or any other name), its folder of levels (`big_files`), or the
    ///   descriptor without its file extension (`big`).
    /// - Throws: ``StoreError``, naming the path and what is wrong.
    public init(opening path: String) throws {
        descriptorPath = Self.descriptorPath(for: path)
        filesPath = DeepZoomDescriptor.filesPath(for: descriptorPath)
        guard let bytes = try FileSystem.readWhole(descriptorPath, limit: Self.descriptorByteLimit) else {
            throw StoreError(.unreadable, path: descriptorPath, "no such file. Check the spelling and the folder.")
        }
        let descriptor = try DeepZoomDescriptor(parsing: bytes, path: descriptorPath)
        guard let format = TileFormat(fileExtension: descriptor.format) else {
            throw StoreError(
                .malformed, path: descriptorPath, "its tiles are \(descriptor.format), which are not supported.")
        }
        guard FileSystem.isFolder(filesPath) else {
            throw StoreError(
                .unreadable, path: filesPath,
                "the folder of the tiles is missing. It must be next to the descriptor and be named after it.")
        }
        self.format = format
        self.descriptor = descriptor
        isSparse = descriptor.isSparse
        pyramid = Self.pyramid(of: descriptor, in: filesPath)
    }

    /// Reads a tile's file; may be called from any thread.
    ///
    /// - Returns: `nil` if there is no such tile.
    /// - Throws: ``StoreError`` when the tile cannot be read, or the folder of levels no longer exists.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        return try FileSystem.readTile(path(of: index), in: filesPath).map {
            EncodedTile(bytes: $0, format: format)
        }
    }

    /// The path of a tile's file.
    func path(of index: TileIndex) -> String {
        "\(filesPath)/\(index.level)/\(DeepZoomDescriptor.tileName(index, format: descriptor.format))"
    }

    /// The path of the descriptor for a path that a user gave.
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
    /// The tile format of a file extension, in upper or lower case; `nil` if the format is not supported.
    init?(fileExtension: String) {
        let name = fileExtension.lowercased()
        self.init(rawValue: name == "jpeg" ? "jpg" : name)
    }
}
