extension LayoutSource {
    /// The folders of a layout's pyramids that the candidate is, or whose descriptor it is.
    static func recognizedPaths(of candidate: PyramidCandidate, _ layout: PyramidLayout) throws -> [String] {
        switch candidate.content {
        case .file(let head):
            let isDescriptor = Self.layout(ofDescriptor: FilePath.name(of: candidate.path), head: head) == layout
            return isDescriptor ? [FilePath.parent(of: candidate.path)] : []
        case .folder(let names):
            return try Self.layout(ofFolder: candidate.path, names: names) == layout ? [candidate.path] : []
        case .other:
            return []
        }
    }

    /// The layout of a folder; `nil` if it holds no pyramid or an unfinished one.
    ///
    /// Both versions of IIIF count as ``PyramidLayout/iiif``.
    private static func layout(ofFolder path: String, names: [String]) throws -> PyramidLayout? {
        guard !names.contains(TileJournal.fileName) else { return nil }
        let descriptors = [
            ZoomifyNaming.descriptorName, IIIFNaming.descriptorName, TileMapResource.name, TileJSON.name,
        ]
        for name in descriptors where names.contains(name) {
            let head = try FileSystem.readWhole("\(path)/\(name)", limit: PyramidCandidate.headLength) ?? []
            if let layout = layout(ofDescriptor: name, head: head) { return layout }
        }
        // The levels of Deep Zoom have numbers for names as well, but they contain files rather than folders.
        guard names.contains(where: { NumericFileName.number($0) != nil }) else { return nil }
        let files = FolderContainerReader(path)
        guard try MapTileTree(of: files, stopsAtFirstTile: true) != nil else { return nil }
        return try MapTileTree.isGoogle(files) ? .google : .xyz
    }

    private static func layout(ofDescriptor name: String, head: [UInt8]) -> PyramidLayout? {
        // Drops the zero bytes of UTF-16.
        let text = String(decoding: head.filter { $0 != 0 }, as: UTF8.self)
        switch name {
        case ZoomifyNaming.descriptorName: return text.uppercased().contains("<IMAGE_PROPERTIES") ? .zoomify : nil
        case IIIFNaming.descriptorName: return IIIFReader.isImageInformation(head) ? .iiif : nil
        case TileMapResource.name: return text.contains("TileMap") ? .tms : nil
        case TileJSON.name:
            guard text.contains("\"tilejson\"") else { return nil }
            return text.contains("{y}/{x}") ? .google : text.contains("\"tms\"") ? .tms : .xyz
        default: return nil
        }
    }
}
