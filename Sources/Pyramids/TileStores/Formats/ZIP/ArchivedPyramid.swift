internal import TilePyramid

/// Recognizes and opens pyramids in ZIP archives.
enum ArchivedPyramid {
    /// The kind of pyramid in a candidate that is a ZIP archive; `nil` if there is none.
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
    /// - Throws: ``StoreError`` when the archive holds no pyramid or several, or is damaged.
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

    /// Whether a file has the signature or the file extension of an archive.
    ///
    /// Self-extracting archives begin with a program.
    private static func isArchive(_ candidate: PyramidCandidate) -> Bool {
        guard case .file(let head) = candidate.content else { return false }
        let signatures: [[UInt8]] = [[0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6]]
        return signatures.contains { head.starts(with: $0) }
            || ["zip", "szi"].contains(FilePath.fileExtension(of: candidate.path))
    }
}
