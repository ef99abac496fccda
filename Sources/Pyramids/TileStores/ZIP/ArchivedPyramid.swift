internal import TilePyramid

/// Tells which pyramid a ZIP archive holds, and opens it.
enum ArchivedPyramid {
    /// Whether the archive that a candidate is holds a scan, or a pyramid in another layout; nil for neither.
    ///
    /// - Throws: ``StoreError`` when the archive or the pyramid is damaged.
    static func kind(of candidate: PyramidCandidate) throws -> PyramidKind? {
        guard isArchive(candidate) else { return nil }
        let archive = try ZIPArchive(opening: candidate.path)
        if isDeepZoom(archive) {
            return archive.topLevelNames.contains { FilePath.name(of: $0) == ScanProperties.fileName } ? .szi : .zip
        }
        return try LayoutDescription(of: files(of: archive)) == nil ? nil : .zip
    }

    /// Opens the pyramid in an archive.
    ///
    /// - Throws: ``StoreError`` when there is none, or several, or it is damaged.
    static func open(_ path: String) throws -> any PyramidSource {
        let archive = try ZIPArchive(opening: path)
        if !isDeepZoom(archive), let description = try LayoutDescription(of: files(of: archive)) {
            return LayoutSource(description, in: files(of: archive))
        }
        return try SZISource(archive)
    }

    private static func isDeepZoom(_ archive: ZIPArchive) -> Bool {
        archive.topLevelNames.contains { FilePath.fileExtension(of: $0) == "dzi" }
    }

    private static func files(of archive: ZIPArchive) -> ZIPContainerReader {
        ZIPContainerReader(archive: archive, prefix: archive.rootFolder)
    }

    /// Whether a file begins as archives do, or is called like one: before an archive may come a program that unpacks it.
    private static func isArchive(_ candidate: PyramidCandidate) -> Bool {
        guard case .file(let head) = candidate.content else { return false }
        let signatures: [[UInt8]] = [[0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6]]
        return signatures.contains { head.starts(with: $0) }
            || ["zip", "szi"].contains(FilePath.fileExtension(of: candidate.path))
    }
}
