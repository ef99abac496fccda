internal import TilePyramid

extension DeepZoomFolder {
    /// Reports stray files, a second descriptor that differs, and tiles that are missing inside the display rectangles
    /// of a sparse image.
    ///
    /// - Throws: ``StoreError`` when a folder cannot be read, and what `report` throws.
    func inspect(_ source: any PyramidSource, _ report: (ValidationIssue) throws -> Void) throws {
        try inspectOtherDescriptor(report)
        try descriptor.reportMissing(in: source, report)
        let levels = Set(pyramid.levels.map { "\($0.index)" })
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
        for level in pyramid.levels {
            try forEachFile(of: level.index) { name, index, file in
                guard index == nil || file == nil else { return }
                try report(
                    ValidationIssue(
                        location: "\(folder)/\(level.index)/\(name)", "this is not a tile of level \(level.index)."))
            }
        }
    }

    /// The file in which libvips stores the image's metadata.
    private static let vipsProperties = "vips-properties.xml"

    /// Calls `body` for every entry of a level's folder, if it exists, with the tile of that name, if any.
    private func forEachFile(of level: Int, _ body: (String, TileIndex?, StoredTile?) throws -> Void) throws {
        let folder = "\(filesPath)/\(level)"
        let folderName = FilePath.name(of: filesPath)
        let naming = DeepZoomNaming(
            reading: FilePath.name(of: descriptorPath), pyramid: pyramid, fileExtension: descriptor.format)
        guard FileSystem.isFolder(folder) else {
            guard FileSystem.isFolder(filesPath) else { throw StoreError.vanished(filesPath) }
            return
        }
        try FileSystem.forEachFile(of: folder) { name, file in
            try body(name, naming.index(of: "\(folderName)/\(level)/\(name)"), file)
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
