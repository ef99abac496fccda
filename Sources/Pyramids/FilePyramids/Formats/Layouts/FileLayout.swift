internal import TileContainers
internal import TilePyramid

/// A layout of files: the names of tiles and descriptors, and how a folder of them is recognized.
///
/// The defaults are those of a layout that has a folder to itself.
protocol FileLayout: Sendable {
    /// The names of the descriptors, by any of which a folder is known to hold a pyramid.
    var descriptorNames: [String] { get }

    /// Whether an entry of a pyramid's folder may belong to this layout.
    func mayOwn(entry name: String) -> Bool

    /// Whether a file with the name of a descriptor is one, judging by its first bytes.
    func isDescriptor(_ name: String, head: [UInt8]) -> Bool

    /// Whether a folder with these entries holds a finished pyramid.
    func isPyramid(_ folder: String, names: [String]) throws -> Bool

    /// Whether the files are tiles of this layout by their names alone, without a descriptor.
    func hasTiles(in files: any ContainerReader) throws -> Bool

    /// Describes the pyramid in a folder or an archive; `nil` if the files are not a pyramid of this layout.
    ///
    /// - Throws: ``StoreError`` when they are a damaged pyramid.
    func describe(_ files: any ContainerReader) throws -> LayoutDescription?

    /// The names of the files of a pyramid that is written to a folder of its own, or to an archive.
    ///
    /// - Throws: ``StoreError`` when the layout does not support the pyramid.
    func naming(for request: StoreRequest) throws -> any LayoutNaming

    /// The paths of the pyramids that a candidate is, or belongs to.
    func recognizedPaths(of candidate: PyramidCandidate) async throws -> [String]

    /// Opens the pyramid at a path that was recognized.
    func open(_ path: String) throws -> LayoutSource

    /// The names and the folder of the files of a pyramid that is written to a folder.
    func output(for request: StoreRequest) throws -> FolderPlacement
}

/// The names of a pyramid's files in the folder that it is written to, and the place of that folder.
struct FolderPlacement {
    var naming: any LayoutNaming
    var output: any FolderOutput
}

extension FileLayout {
    var descriptorNames: [String] { [] }

    func mayOwn(entry name: String) -> Bool { descriptorNames.contains(name) }

    func isDescriptor(_ name: String, head: [UInt8]) -> Bool { false }

    func isPyramid(_ folder: String, names: [String]) throws -> Bool {
        guard !names.contains(TileJournal.fileName) else { return false }
        return try descriptorNames.contains { name in
            guard names.contains(name) else { return false }
            let head = try FolderContainerReader(folder).read(name, limit: PyramidCandidate.headLength) ?? []
            return isDescriptor(name, head: head)
        }
    }

    func hasTiles(in files: any ContainerReader) throws -> Bool { false }

    /// The folder that the candidate is, or whose descriptor it is.
    func recognizedPaths(of candidate: PyramidCandidate) async throws -> [String] {
        switch candidate.content {
        case .file(let head):
            isDescriptor(FilePath.name(of: candidate.path), head: head) ? [FilePath.parent(of: candidate.path)] : []
        case .folder(let names): try isPyramid(candidate.path, names: names) ? [candidate.path] : []
        case .other: []
        }
    }

    func open(_ path: String) throws -> LayoutSource {
        let files = FolderContainerReader(path)
        guard let description = try describe(files) else {
            throw StoreError(.unreadable, path: path, "this folder holds no pyramid.")
        }
        return LayoutSource(description, in: files, path: path)
    }

    func output(for request: StoreRequest) throws -> FolderPlacement {
        FolderPlacement(naming: try request.naming(), output: WholeFolder(request.path))
    }
}

extension StoreRequest {
    /// The file names of the pyramid within a folder of its own, or within an archive.
    ///
    /// - Throws: ``StoreError`` when the layout does not support the pyramid.
    func naming() throws -> any LayoutNaming {
        let format = target.arrangement
        guard let layout = format.layout else { preconditionFailure("\(format.id) is not a layout of files") }
        guard pyramid.overlap == 0 || format.capabilities.supportsOverlap else {
            throw StoreError(
                .cannotCreate, path: path,
                "tiles of the layout \(format.id) do not overlap. Leave the overlap out, or choose deepzoom.")
        }
        guard pyramid.presentLevels.lowerBound == 0 || format.capabilities.supportsPartialLevels else {
            throw StoreError(
                .cannotCreate, path: path,
                "the layout \(format.id) needs all levels. Leave their number out, or choose deepzoom.")
        }
        return try layout.naming(for: self)
    }
}

/// The contents of a folder that belongs to a single pyramid.
enum LayoutFolder {
    private static let layouts = PyramidFormats.files.layouts.compactMap(\.layout)

    /// Whether a folder is empty, or holds a pyramid and nothing else, so that it can be replaced without losing other
    /// files.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - hasDescriptor: whether the pyramid's descriptor lies in the folder, rather than beside it.
    /// - Returns: `false` also for what is not a folder.
    /// - Throws: ``StoreError`` when the folder cannot be read.
    static func isPyramid(_ path: String, hasDescriptor: Bool) throws -> Bool {
        guard FileSystem.isFolder(path) else { return false }
        let names = try FileSystem.entries(of: path)
        guard names.allSatisfy(isLayoutEntry) else { return false }
        // Web applications have a manifest of the same name.
        let manifest = PresentationManifest.fileName
        if names.contains(manifest), !names.contains(IIIFNaming.descriptorName) {
            let bytes = try FolderContainerReader(path).read(manifest, limit: IIIFNaming.manifestByteLimit + 1) ?? []
            guard IIIFNaming.manifest(bytes) != nil else { return false }
        }
        if !hasDescriptor { return true }
        // Folders with numbers for names may be anything, such as chapters or years.
        let descriptors = layouts.flatMap(\.descriptorNames)
        return try names.isEmpty || names.contains(where: descriptors.contains)
            || layouts.contains { try $0.hasTiles(in: FolderContainerReader(path)) }
    }

    /// Whether an entry of the folder has a name that some layout uses.
    static func isLayoutEntry(_ name: String) -> Bool {
        if name.hasPrefix(".") || [TileJournal.fileName, "vips-properties.xml"].contains(name) { return true }
        return FilePath.fileExtension(of: name) == "html" || layouts.contains { $0.mayOwn(entry: name) }
    }
}
