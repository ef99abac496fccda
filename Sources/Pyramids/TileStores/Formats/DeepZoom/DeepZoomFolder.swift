internal import TilePyramid

/// A Deep Zoom pyramid in a folder beside its descriptor, opened for reading.
struct DeepZoomFolder {
    /// The path of the descriptor.
    let descriptorPath: String
    /// The path of the folder of levels.
    let filesPath: String
    /// The parsed descriptor.
    let descriptor: DeepZoomDescriptor
    /// The format of the tiles, by their file extension.
    private let format: TileFormat
    /// The geometry; levels are present from the coarsest that has a folder.
    let pyramid: Pyramid

    /// Opens a pyramid and reads its descriptor.
    ///
    /// - Parameter path: the descriptor (`big.dzi`, or any other name), its folder of levels (`big_files`), or the
    ///   descriptor without its file extension (`big`).
    /// - Throws: ``StoreError``, naming the path and what is wrong.
    init(opening path: String) throws {
        descriptorPath = Self.descriptorPath(for: path)
        filesPath = DeepZoomDescriptor.filesPath(for: descriptorPath)
        guard let bytes = try FileSystem.readWhole(descriptorPath, limit: DeepZoomDescriptor.byteLimit) else {
            throw StoreError(.unreadable, path: descriptorPath, "no such file. Check the spelling and the folder.")
        }
        descriptor = try DeepZoomDescriptor(parsing: bytes, path: descriptorPath)
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
        pyramid = descriptor.pyramid { [filesPath] in FileSystem.isFolder("\(filesPath)/\($0)") }
    }

    /// The tiles.
    func source() -> LayoutSource {
        let folder = FilePath.name(of: filesPath)
        var description = LayoutDescription(
            layout: .deepZoom, pyramid: pyramid, format: format,
            naming: DeepZoomNaming(
                reading: FilePath.name(of: descriptorPath), pyramid: pyramid, fileExtension: descriptor.format),
            isSparse: descriptor.isSparse)
        description.tileFolders = pyramid.presentLevels.map { "\(folder)/\($0)" }
        description.inspection = { source, report in try inspect(source, report) }
        return LayoutSource(
            description, in: FolderContainerReader(beside: descriptorPath, folder: folder), path: descriptorPath)
    }

    /// The path of the descriptor for a path that a user gave.
    private static func descriptorPath(for path: String) -> String {
        let suffix = DeepZoomDescriptor.filesSuffix
        let name = FilePath.name(of: path)
        guard FileSystem.isFolder(path) else {
            return FileSystem.exists(path) ? path : DeepZoomDescriptor.path(forOutput: path)
        }
        guard name.hasSuffix(suffix) else { return DeepZoomDescriptor.path(forOutput: path) }
        let base = "\(FilePath.parent(of: path))/\(name.dropLast(suffix.count))"
        return ["dzi", "xml"].map { "\(base).\($0)" }.first(where: FileSystem.exists) ?? base + ".dzi"
    }
}
