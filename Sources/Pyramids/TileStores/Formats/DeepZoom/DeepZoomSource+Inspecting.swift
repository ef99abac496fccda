public import TilePyramid

extension DeepZoomSource {
    /// Empty: a descriptor holds only the geometry.
    public var properties: [PyramidProperty] { [] }

    /// The path of a tile's file, beginning with the folder of levels.
    public func fileName(of index: TileIndex) -> String? {
        let name = DeepZoomDescriptor.tileName(index, format: descriptor.format)
        return "\(FilePath.name(of: filesPath))/\(index.level)/\(name)"
    }

    /// Looks up a tile's file without reading it.
    ///
    /// - Throws: ``StoreError`` when the folder of levels no longer exists.
    public func storedTile(_ index: TileIndex) throws -> StoredTile? {
        guard pyramid.contains(index) else { return nil }
        return try FileSystem.storedTile(path(of: index), in: filesPath)
    }

    /// Calls `body` for every tile's file, level by level.
    ///
    /// - Throws: ``StoreError`` when a folder cannot be read, and what `body` throws.
    public func forEachStoredTile(_ body: (TileIndex, StoredTile) throws -> Void) throws {
        for level in pyramid.presentLevels {
            try forEachFile(of: level) { _, index, tile in
                if let index, let tile { try body(index, tile) }
            }
        }
    }

    /// Reports stray files, a second descriptor that differs, and tiles that are missing inside the display rectangles
    /// of a sparse image.
    ///
    /// - Throws: ``StoreError`` when a folder cannot be read, and what `report` throws.
    public func inspectFiles(_ report: (ValidationIssue) throws -> Void) throws {
        try inspectOtherDescriptor(report)
        try descriptor.reportMissing(in: self, report)
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
        guard FileSystem.isFolder(folder) else {
            guard FileSystem.isFolder(filesPath) else { throw StoreError.vanished(filesPath) }
            return
        }
        try FileSystem.forEachFile(of: folder) { name, file in
            let index = DeepZoomDescriptor.tileIndex(name, format: descriptor.format, level: level)
            try body(name, index.flatMap { pyramid.contains($0) ? $0 : nil }, file)
        }
    }

    /// Compares the descriptor with one of the same name and the other common file extension.
    private func inspectOtherDescriptor(_ report: (ValidationIssue) throws -> Void) throws {
        let fileExtension = FilePath.fileExtension(of: descriptorPath) == "xml" ? "dzi" : "xml"
        let path = "\(FilePath.withoutExtension(descriptorPath)).\(fileExtension)"
        guard path != descriptorPath, let bytes = try FileSystem.readWhole(path, limit: Self.descriptorByteLimit),
            let other = try? DeepZoomDescriptor(parsing: bytes, path: path), other != descriptor
        else { return }
        let name = FilePath.name(of: descriptorPath)
        try report(
            ValidationIssue(location: FilePath.name(of: path), "this describes a different pyramid than \(name)."))
    }
}
