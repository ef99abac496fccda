public import TilePyramid

/// A Deep Zoom pyramid in a ZIP archive, opened for reading: an SZI, or an archive without the scan's properties.
///
/// Nothing is extracted; opening reads the central directory. Tiles may be stored or deflated, in any order.
public final class SZISource: PyramidSource {
    /// The geometry; levels are present from the coarsest whose first tile exists.
    public let pyramid: Pyramid
    /// The path of the archive.
    public let path: String
    /// The format of the tiles, by their file extension.
    public let format: TileFormat
    /// The scan's properties in their order.
    public let properties: [PyramidProperty]
    /// Whether the descriptor lists the existing parts of the image, so that others may be missing.
    public var isSparse: Bool { descriptor.isSparse }
    /// Whether the archive contains the scan's properties, which make it an SZI.
    public let hasScanProperties: Bool

    let files: ZIPContainerReader
    let naming: DeepZoomNaming
    private let descriptor: DeepZoomDescriptor
    /// The name of the descriptor in its folder.
    let descriptorName: String

    /// Opens an archive.
    ///
    /// - Parameter path: the path of the archive.
    /// - Throws: ``StoreError``, naming the path and what is wrong.
    public convenience init(opening path: String) throws {
        try self.init(ZIPArchive(opening: path))
    }

    /// Opens the pyramid in an archive.
    ///
    /// - Complexity: O(levels).
    init(_ archive: ZIPArchive) throws {
        path = archive.path
        let name = try Self.descriptorName(in: archive)
        guard let bytes = try archive.read(name) else {
            throw StoreError(.malformed, path: path, "\(name) in it is damaged: its header has another name.")
        }
        let descriptor = try DeepZoomDescriptor(parsing: bytes, path: "\(path)/\(name)")
        guard let format = TileFormat(fileExtension: descriptor.format) else {
            throw StoreError(.malformed, path: path, "its tiles are \(descriptor.format), which are not supported.")
        }
        self.format = format
        self.descriptor = descriptor
        let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
        files = ZIPContainerReader(archive: archive, prefix: folder)
        descriptorName = String(name.dropFirst(folder.count))
        let all = Pyramid(size: descriptor.size, tileSize: descriptor.tileSize, overlap: descriptor.overlap)
        let base = FilePath.withoutExtension(descriptorName)
        let names = DeepZoomNaming(name: base, pyramid: all, fileExtension: descriptor.format)
        let coarsest = all.levels.first { level in
            let first = TileIndex(level: level.index, column: 0, row: 0)
            return archive.entry(of: folder + names.name(of: first)) != nil
        }
        pyramid = Pyramid(
            size: descriptor.size, tileSize: descriptor.tileSize, overlap: descriptor.overlap,
            levelCount: coarsest.map { all.levels.count - $0.index })
        naming = DeepZoomNaming(name: base, pyramid: pyramid, fileExtension: descriptor.format)
        let scan = try files.read(ScanProperties.fileName, limit: ScanProperties.byteLimit)
        hasScanProperties = scan != nil
        properties = try scan.map { try ScanProperties(parsing: $0, path: archive.path).properties } ?? []
    }

    /// The only Deep Zoom descriptor of an archive.
    private static func descriptorName(in archive: ZIPArchive) throws -> String {
        let names = archive.topLevelNames.filter { FilePath.fileExtension(of: $0) == "dzi" }
        guard let name = names.first else {
            throw StoreError(
                .malformed, path: archive.path,
                "this archive holds no pyramid: there is no .dzi in it or in its folder.")
        }
        guard names.count == 1 else {
            let list = names.sorted().prefix(3).joined(separator: ", ")
            throw StoreError(
                .malformed, path: archive.path,
                "this archive holds \(names.count) pyramids (\(list)). Unpack it, and open one of them.")
        }
        return name
    }

    /// Reads a tile; may be called from any thread.
    ///
    /// - Returns: `nil` if there is no such tile.
    /// - Throws: ``StoreError`` when the tile is damaged.
    public func read(_ index: TileIndex) throws -> EncodedTile? {
        guard pyramid.contains(index) else { return nil }
        return try files.read(naming.name(of: index), limit: .max).map { EncodedTile(bytes: $0, format: format) }
    }

    /// The name of a tile's entry in the archive.
    public func fileName(of index: TileIndex) -> String? { files.prefix + naming.name(of: index) }

    /// Looks up a tile in the central directory.
    public func storedTile(_ index: TileIndex) throws -> StoredTile? {
        pyramid.contains(index) ? try files.storedTile(naming.name(of: index)) : nil
    }

    /// Calls `body` for every tile in the order of the central directory.
    public func forEachStoredTile(_ body: (TileIndex, StoredTile) throws -> Void) throws {
        try files.forEachFile { name, storedTile in
            if let index = naming.index(of: name) { try body(index, storedTile) }
        }
    }

    /// Reports stray files, properties that contradict the image, and tiles that are missing inside the display
    /// rectangles of a sparse image.
    public func inspectFiles(_ report: (ValidationIssue) throws -> Void) throws {
        try descriptor.reportMissing(in: self, report)
        try files.archive.forEachFile { name, _ in
            let inFolder = name.hasPrefix(files.prefix) ? String(name.dropFirst(files.prefix.count)) : nil
            if let inFolder, naming.index(of: inFolder) != nil || isKnown(inFolder) { return }
            try report(ValidationIssue(location: name, "this does not belong to the pyramid."))
        }
        let sizes = [("ImageWidth", pyramid.size.width), ("ImageHeight", pyramid.size.height)]
        // Omitted properties are not reported: libvips leaves some out, and the geometry is in the descriptor.
        for (name, side) in sizes {
            guard let value = properties.first(where: { $0.name == name })?.value, Int(value) != side else { continue }
            try report(
                ValidationIssue(location: ScanProperties.fileName, "\(name) is \(value), but the image has \(side)."))
        }
    }

    /// Whether a file other than a tile belongs to the pyramid.
    private func isKnown(_ name: String) -> Bool {
        name == descriptorName || name == ScanProperties.fileName || name.hasPrefix("vendor/")
            || name.hasPrefix("associated_images/") || name.hasSuffix("/vips-properties.xml")
    }
}
