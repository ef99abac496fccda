internal import Numbers
internal import TileContainers
internal import TilePyramid

/// Reads Deep Zoom pyramids in ZIP archives: SZI, and archives without the scan's properties.
///
/// Nothing is extracted; opening reads the central directory. Tiles may be stored or deflated, in any order.
enum SZIReader {
    /// The pyramid in an archive; levels are present from the coarsest whose first tile exists.
    ///
    /// - Throws: ``StoreError``, naming the path and what is wrong.
    /// - Complexity: O(levels).
    static func source(_ archive: ZIPArchive) throws -> LayoutSource {
        let path = archive.path
        let name = try descriptorName(in: archive)
        guard let bytes = try archive.read(name) else {
            throw StoreError(.malformed, path: path, "\(name) in it is damaged: its header has another name.")
        }
        let descriptor = try DeepZoomDescriptor(parsing: bytes, path: "\(path)/\(name)")
        guard let format = TileFormat(fileExtension: descriptor.format) else {
            throw StoreError(.malformed, path: path, "its tiles are \(descriptor.format), which are not supported.")
        }
        func naming(_ pyramid: Pyramid) -> DeepZoomNaming {
            DeepZoomNaming(beside: name, pyramid: pyramid, fileExtension: descriptor.format)
        }
        let all = naming(descriptor.pyramid { _ in false })
        let pyramid = descriptor.pyramid { level in
            archive.entry(of: all.name(of: TileIndex(level: level, column: 0, row: 0))) != nil
        }
        let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
        let scan = try archive.read(folder + ScanProperties.fileName, limit: ScanProperties.byteLimit)
        let properties = try scan.map { try ScanProperties(parsing: $0, path: path).properties } ?? []
        let inspector = SZIInspector(
            archive: archive, folder: folder, descriptor: descriptor, naming: naming(pyramid), properties: properties)
        let description = LayoutDescription(
            layout: .deepZoom, pyramid: pyramid, format: format, naming: naming(pyramid),
            isSparse: descriptor.isSparse, properties: properties, inspection: { try inspector.inspect($0, $1) })
        return LayoutSource(description, in: ZIPContainerReader(archive: archive, prefix: ""), path: path)
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
}

/// Checks the files of a Deep Zoom pyramid in an archive other than its tiles.
private struct SZIInspector: Sendable {
    let archive: ZIPArchive
    /// The folder of the descriptor with a slash; empty if it is in none.
    let folder: String
    let descriptor: DeepZoomDescriptor
    let naming: DeepZoomNaming
    let properties: [PyramidProperty]

    /// Reports stray files, properties that contradict the image, and tiles that are missing inside the display
    /// rectangles of a sparse image.
    func inspect(_ source: any PyramidSource, _ report: (ValidationIssue) throws -> Void) throws {
        try descriptor.reportMissing(in: source, report)
        try archive.forEachFile { name, _ in
            guard naming.index(of: name) == nil, !isKnown(name) else { return }
            try report(ValidationIssue(location: name, "this does not belong to the pyramid."))
        }
        let sizes = [("ImageWidth", descriptor.size.width), ("ImageHeight", descriptor.size.height)]
        // Omitted properties are not reported: libvips leaves some out, and the geometry is in the descriptor.
        for (name, side) in sizes {
            guard let value = properties.first(where: { $0.name == name })?.value,
                CheckedNumber.integer(value) != side
            else { continue }
            try report(
                ValidationIssue(location: ScanProperties.fileName, "\(name) is \(value), but the image has \(side)."))
        }
    }

    /// Whether a file other than a tile belongs to the pyramid.
    private func isKnown(_ path: String) -> Bool {
        guard path.hasPrefix(folder) else { return false }
        let name = path.dropFirst(folder.count)
        return path == naming.descriptorName || name == ScanProperties.fileName || name.hasPrefix("vendor/")
            || name.hasPrefix("associated_images/") || name.hasSuffix("/vips-properties.xml")
    }
}
