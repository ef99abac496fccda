extension DeepZoomLayout {
    /// The descriptors that the candidate is, or that describe the folder of levels that it is.
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
        if found.isEmpty, names.contains(where: { Int($0) != nil }) {
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
