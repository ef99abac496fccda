package import TileContainers
internal import TilePyramid

extension PyramidFormat {
    /// A ZIP archive of a layout's folder; already compressed files are stored, not compressed again.
    public static let zip: PyramidFormat = PyramidFormat(
        id: "zip", name: "ZIP archive", phrase: "a ZIP archive", fileExtensions: ["zip"], sharesExtensions: true,
        mediaType: "application/zip", role: .archive(layout: nil),
        capabilities: PyramidCapabilities { $0.supportsStreams = true },
        recognize: { candidate in
            guard let archive = try ZIPPyramid(candidate), !archive.isSZI else { return [] }
            return try archive.holdsPyramid(of: candidate.formats) ? [candidate.path] : []
        },
        open: { try ZIPPyramid(opening: $0).source(formats: $1) },
        create: { try LayoutStore(archiving: $0, naming: $0.naming()) }
    ).readingRanges(of: { ZIPPyramid.isArchive(head: $0) }, open: { try ZIPPyramid($0).opened(formats: $1) })
}

extension LayoutStore {
    /// Creates a pyramid in a ZIP archive.
    ///
    /// The archive is named `<path>.partial` until it is finished. Everything in it is in one folder, named after the
    /// archive.
    ///
    /// - Throws: ``StoreError``, naming the path and the remedy.
    convenience init(archiving request: StoreRequest, naming: any LayoutNaming) throws {
        precondition(request.target.arrangement.capabilities.fitsArchives, "the layout does not fit an archive")
        let files = try ZIPContainerWriter(
            creating: request.path, root: ContainerFile.safeName(request.fileName), pyramid: request.pyramid,
            first: naming.descriptors, options: request.options)
        self.init(pyramid: request.pyramid, format: request.format, naming: naming, files: files)
    }
}

/// An open ZIP archive that may hold a pyramid.
package struct ZIPPyramid {
    private let archive: ZIPArchive

    /// Opens an archive.
    ///
    /// - Throws: ``StoreError`` when it is damaged.
    package init(opening path: String) throws { try self.init(OpenFile(reading: path)) }

    /// Opens an archive on this computer or on the network.
    package init(_ file: any RandomAccessFile) throws {
        archive = try ZIPArchive(file)
    }

    /// Whether a file with these first bytes is an archive, or begins with a file of one.
    package static func isArchive(head: [UInt8]) -> Bool {
        let signatures: [[UInt8]] = [[0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6]]
        return signatures.contains { head.starts(with: $0) }
    }

    /// Opens a candidate that has the signature or the file extension of an archive; `nil` for any other.
    ///
    /// Self-extracting archives begin with a program.
    package init?(_ candidate: PyramidCandidate) throws {
        guard case .file(let head) = candidate.content else { return nil }
        guard
            Self.isArchive(head: head) || ["zip", "szi"].contains(FilePath.fileExtension(of: candidate.path))
        else { return nil }
        try self.init(opening: candidate.path)
    }

    /// Whether it is Deep Zoom with the properties of a scan.
    package var isSZI: Bool {
        isDeepZoom && archive.topLevelNames.contains { FilePath.name(of: $0) == ScanProperties.fileName }
    }

    /// Whether it holds a pyramid in one of the formats.
    ///
    /// - Throws: ``StoreError`` when the pyramid is damaged.
    func holdsPyramid(of formats: PyramidFormats) throws -> Bool {
        try isDeepZoom || LayoutDescription(of: files, formats: formats) != nil
    }

    /// The pyramid in the archive.
    ///
    /// - Throws: ``StoreError`` when the archive holds no pyramid or several, or is damaged.
    package func source(formats: PyramidFormats) throws -> LayoutSource {
        if !isDeepZoom, let description = try LayoutDescription(of: files, formats: formats) {
            return LayoutSource(description, in: files, path: archive.path)
        }
        return try SZIReader.source(archive)
    }

    /// Returns the pyramid in the archive and its format: SZI or ZIP, or the only one of them in the list.
    ///
    /// - Throws: ``StoreError`` as for ``source(formats:)``.
    func opened(formats: PyramidFormats) throws -> PyramidFormat.RangedOpening.Opened {
        let format = formats.all.contains(.szi) && (isSZI || !formats.all.contains(.zip)) ? PyramidFormat.szi : .zip
        return (try source(formats: formats), format)
    }

    private var isDeepZoom: Bool { archive.topLevelNames.contains { FilePath.fileExtension(of: $0) == "dzi" } }

    private var files: ZIPContainerReader { ZIPContainerReader(archive: archive, prefix: archive.rootFolder) }
}
