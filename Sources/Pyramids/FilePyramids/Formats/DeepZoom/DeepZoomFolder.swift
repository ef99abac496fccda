internal import TileContainers
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
    /// The names of the files; levels are present from the coarsest that has a folder.
    private let naming: DeepZoomNaming

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
        naming = DeepZoomNaming(
            beside: FilePath.name(of: descriptorPath),
            pyramid: descriptor.pyramid { [filesPath] in FileSystem.isFolder("\(filesPath)/\($0)") },
            fileExtension: descriptor.format)
    }

    /// The tiles.
    func source() -> LayoutSource {
        let folder = FilePath.name(of: filesPath)
        let description = LayoutDescription(
            layout: .deepZoom, pyramid: naming.pyramid, format: format, naming: naming, isSparse: descriptor.isSparse,
            tileFolders: naming.pyramid.presentLevels.map { "\(folder)/\($0)" },
            inspection: { try inspect($0, $1) })
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

    /// The file in which libvips stores the image's metadata.
    private static let vipsProperties = "vips-properties.xml"

    /// Reports stray files, a second descriptor that differs, and tiles that are missing inside the display rectangles
    /// of a sparse image.
    ///
    /// - Throws: ``StoreError`` when a folder cannot be read, and what `report` throws.
    private func inspect(_ source: any PyramidSource, _ report: (ValidationIssue) throws -> Void) throws {
        try inspectOtherDescriptor(report)
        try descriptor.reportMissing(in: source, report)
        let levels = Set(naming.pyramid.levels.map { "\($0.index)" })
        let folder = FilePath.name(of: filesPath)
        try FileSystem.forEachFile(of: filesPath) { name, file in
            if name == TileJournal.fileName {
                try report(
                    ValidationIssue(
                        location: "\(folder)/\(name)", "a run that was replacing the pyramid was interrupted."))
            } else if (file != nil || !levels.contains(name)) && name != Self.vipsProperties {
                try report(
                    ValidationIssue(location: "\(folder)/\(name)", "this does not belong to any level of the pyramid."))
            }
        }
        for level in naming.pyramid.levels.indices {
            guard FileSystem.isFolder("\(filesPath)/\(level)") else {
                guard FileSystem.isFolder(filesPath) else { throw StoreError.vanished(filesPath) }
                continue
            }
            try FileSystem.forEachFile(of: "\(filesPath)/\(level)") { name, file in
                let location = "\(folder)/\(level)/\(name)"
                guard naming.index(of: location) == nil || file == nil else { return }
                try report(ValidationIssue(location: location, "this is not a tile of level \(level)."))
            }
        }
    }

    /// Compares the descriptor with one of the same name and the other common file extension.
    private func inspectOtherDescriptor(_ report: (ValidationIssue) throws -> Void) throws {
        let fileExtension = FilePath.fileExtension(of: descriptorPath) == "xml" ? "dzi" : "xml"
        let path = "\(FilePath.withoutExtension(descriptorPath)).\(fileExtension)"
        guard path != descriptorPath, let bytes = try FileSystem.readWhole(path, limit: DeepZoomDescriptor.byteLimit),
            let other = try? DeepZoomDescriptor(parsing: bytes, path: path), other != descriptor
        else { return }
        let name = FilePath.name(of: descriptorPath)
        try report(
            ValidationIssue(location: FilePath.name(of: path), "this describes a different pyramid than \(name)."))
    }
}
