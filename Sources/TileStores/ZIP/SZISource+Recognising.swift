extension SZISource {
    /// Whether a file is a ZIP archive: it begins with one, or with a program that unpacks it, and is called like one.
    static func isArchive(_ candidate: PyramidCandidate) -> Bool {
        guard case .file(let head) = candidate.content else { return false }
        let signatures: [[UInt8]] = [[0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6]]
        return signatures.contains { head.starts(with: $0) }
            || ["zip", "szi"].contains(FilePath.fileExtension(of: candidate.path))
    }

    /// The archive that a candidate is, if it has the properties of a scan or not.
    ///
    /// An archive that cannot be read is of both kinds no kind: opening it says why.
    static func archives(of candidate: PyramidCandidate, withScanProperties: Bool) throws -> [String] {
        guard isArchive(candidate) else { return [] }
        let names = try ZIPArchive(opening: candidate.path).topNames
        let isScan = names.contains { FilePath.name(of: $0) == ScanProperties.fileName }
        let isDeepZoom = names.contains { FilePath.fileExtension(of: $0) == "dzi" }
        return isDeepZoom && isScan == withScanProperties ? [candidate.path] : []
    }
}
