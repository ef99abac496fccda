internal import Numbers
internal import TileContainers
internal import TilePyramid
internal import XMLDocuments

extension PyramidFormat {
    /// Deep Zoom, for web viewers: `NAME.dzi` and `NAME_files/LEVEL/COLUMN_ROW.jpg`.
    ///
    /// The format is described at
    /// https://learn.microsoft.com/previous-versions/windows/silverlight/dotnet-windows-silverlight/cc645077(v=vs.95).
    public static let deepZoom = PyramidFormat(
        id: "deepzoom", name: "Deep Zoom", layout: DeepZoomLayout(), fileExtensions: ["dzi", "xml"],
        listedExtensions: ["dzi"],
        capabilities: .layout {
            $0.supportsOverlap = true
            $0.supportsBothRoundings = false
        })
}

/// Deep Zoom: a descriptor beside a folder of levels.
struct DeepZoomLayout: FileLayout {
    /// Always `nil`: a descriptor has any name, and lies beside the folder that it describes.
    func describe(_ files: any ContainerReader) -> LayoutDescription? { nil }

    func naming(for request: StoreRequest) -> any LayoutNaming {
        naming(for: request, beside: ContainerFile.safeName(request.fileName) + ".dzi")
    }

    private func naming(for request: StoreRequest, beside descriptorName: String) -> DeepZoomNaming {
        DeepZoomNaming(
            beside: descriptorName, pyramid: request.pyramid, fileExtension: request.format.fileExtension,
            isSparse: request.target.isSparse)
    }

    func open(_ path: String) throws -> LayoutSource { try DeepZoomFolder(opening: path).source() }

    func output(for request: StoreRequest) -> FolderPlacement {
        let path = DeepZoomDescriptor.path(forOutput: request.path)
        var naming = naming(for: request, beside: FilePath.name(of: path))
        naming.folder = ""
        return FolderPlacement(
            naming: naming, output: WholeFolder(DeepZoomDescriptor.filesPath(for: path), descriptorPath: path))
    }

    /// The paths of the descriptors: the candidate itself, or the descriptors of the folder of levels that it is.
    func recognizedPaths(of candidate: PyramidCandidate) async throws -> [String] {
        switch candidate.content {
        case .file: await isDescriptor(candidate) ? [candidate.path] : []
        case .folder(let names): try await recognizedPaths(ofFolder: candidate, names: names)
        case .other: []
        }
    }

    private func recognizedPaths(ofFolder candidate: PyramidCandidate, names: [String]) async throws -> [String] {
        let suffix = DeepZoomDescriptor.filesSuffix
        let name = FilePath.name(of: candidate.path)
        guard name.hasSuffix(suffix), name != suffix else { return [] }
        let base = String(name.dropLast(suffix.count))
        var found: [String] = []
        for other in try await candidate.siblingNames()
        where other == base || FilePath.withoutExtension(other) == base {
            if let file = try? await candidate.sibling(other), await isDescriptor(file) { found.append(file.path) }
        }
        if found.isEmpty, names.contains(where: { CheckedNumber.integer($0) != nil }) {
            throw StoreError(
                .unreadable, path: candidate.path,
                "the descriptor of this pyramid is missing: it should be next to this folder, for example \(base).dzi. "
                    + "Get it from the source of the pyramid, or cut the image again.")
        }
        return found
    }

    /// Whether a file is the descriptor of an image or a collection; a damaged file is one if it names the schema.
    private func isDescriptor(_ candidate: PyramidCandidate) async -> Bool {
        guard case .file(let head) = candidate.content else { return false }
        // Drops the zero bytes of UTF-16.
        let text = String(decoding: head.filter { $0 != 0 }.drop { $0 >= 0x80 || $0 <= 0x20 }, as: UTF8.self)
        guard text.hasPrefix("<"), text.contains("Image") || text.contains("Collection") else { return false }
        let namesSchema = text.contains("schemas.microsoft.com/deepzoom")
        guard let bytes = try? await candidate.read(limit: DeepZoomDescriptor.byteLimit),
            let root = try? XMLElement(parsing: bytes)
        else { return namesSchema }
        return root.name == "Image" && (namesSchema || root.attributes["TileSize"] != nil)
            || root.name == "Collection" && namesSchema
    }
}

/// The files of Deep Zoom: `NAME.dzi` and `NAME_files/LEVEL/COLUMN_ROW.EXT`.
struct DeepZoomNaming: LayoutNaming {
    /// The folder of levels with a slash; empty if the levels are named within it.
    var folder: String
    let descriptorName: String
    let pyramid: Pyramid
    let fileExtension: String
    let isSparse: Bool

    /// Creates the names of the files beside a descriptor.
    init(beside descriptorName: String, pyramid: Pyramid, fileExtension: String, isSparse: Bool = false) {
        folder = DeepZoomDescriptor.filesPath(for: descriptorName) + "/"
        self.descriptorName = descriptorName
        self.pyramid = pyramid
        self.fileExtension = fileExtension
        self.isSparse = isSparse
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
