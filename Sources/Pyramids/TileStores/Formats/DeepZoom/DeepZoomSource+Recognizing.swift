extension DeepZoomSource {
    /// The descriptors that the candidate is, or that describe the folder of levels that it is.
    static func recognizedPaths(of candidate: PyramidCandidate) throws -> [String] {
        switch candidate.content {
        case .file(let head): isDescriptor(candidate.path, head: head) ? [candidate.path] : []
        case .folder(let names): try recognizedPaths(ofFolder: candidate, names: names)
        case .other: []
        }
    }

    private static func recognizedPaths(ofFolder candidate: PyramidCandidate, names: [String]) throws -> [String] {
        let suffix = DeepZoomDescriptor.filesSuffix
        let name = FilePath.name(of: candidate.path)
        guard name.hasSuffix(suffix), name != suffix else { return [] }
        let base = String(name.dropLast(suffix.count))
        let beside = try FileSystem.entries(of: FilePath.parent(of: candidate.path))
        let found = beside.filter { other in
            guard other == base || FilePath.withoutExtension(other) == base else { return false }
            guard let file = try? PyramidCandidate(candidate.sibling(other)) else { return false }
            if case .file(let head) = file.content { return isDescriptor(file.path, head: head) }
            return false
        }
        if found.isEmpty, names.contains(where: { Int($0) != nil }) {
            throw StoreError(
                .unreadable, path: candidate.path,
                "the descriptor of this pyramid is missing: it should be next to this folder, for example \(base).dzi. "
                    + "Get it from the source of the pyramid, or cut the image again.")
        }
        return found.map(candidate.sibling)
    }

    /// Whether a file is the descriptor of an image or a collection; a damaged file is one if it names the schema.
    private static func isDescriptor(_ path: String, head: [UInt8]) -> Bool {
        // Drops the zero bytes of UTF-16.
        let text = String(decoding: head.filter { $0 != 0 }.drop { $0 >= 0x80 || $0 <= 0x20 }, as: UTF8.self)
        guard text.hasPrefix("<"), text.contains("Image") || text.contains("Collection") else { return false }
        let namesSchema = text.contains("schemas.microsoft.com/deepzoom")
        guard let bytes = try? FileSystem.readWhole(path, limit: descriptorByteLimit),
            let root = try? XMLElement(parsing: bytes)
        else { return namesSchema }
        return root.name == "Image" && (namesSchema || root.attributes["TileSize"] != nil)
            || root.name == "Collection" && namesSchema
    }
}
