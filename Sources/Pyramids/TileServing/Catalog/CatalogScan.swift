internal import FilePyramids
internal import Files
internal import ImageCodecs
internal import TileContainers
internal import TileStores
internal import ZarrArrays

/// Lists the pyramids and images in folders.
///
/// The tiles of a pyramid, hidden files, unfinished files and shards are left out. Symbolic links are followed within the
/// served folders and into the folders that the user allows, but not to folders that contain the link.
struct CatalogScan {
    /// The images that were found, in the natural order of their names.
    private(set) var entries: [CatalogEntry] = []
    /// The folders that were searched, with their dates: as long as these are equal, so is what is in them.
    private(set) var folders: [(path: String, status: FileStatus)] = []
    /// The first links that lead to other folders, and are left out.
    private(set) var refusedLinks: [String] = []
    /// The first folders that could not be read, with the reasons.
    private(set) var unreadableFolders: [(path: String, reason: String)] = []
    private let limits: ServingLimits
    private let formats: PyramidFormats
    private var allowed: AllowedFolders
    private var found: [(stem: String, name: String, path: String, status: FileStatus)] = []

    /// The file extensions of images that are listed, in lower case.
    static let imageExtensions = Set(ImageFormats.standard.fileExtensions)

    /// The most folders that are searched: links may make a few of them appear as many.
    private static let folderLimit = 100_000
    /// The most links that are left out and named, and the most folders that cannot be read.
    static let refusedLinkLimit = 100

    /// Lists the files at the paths, whatever their names, and the contents of the folders; by default for all formats.
    ///
    /// Blocks while it looks.
    init(_ paths: [String], _ limits: ServingLimits, formats: PyramidFormats = .standard) {
        self.limits = limits
        self.formats = formats
        allowed = AllowedFolders(paths + limits.allowedFolders)
        for path in paths {
            let path = FilePath.withoutTrailingSlashes(path)
            guard let status = FileStatus(of: path) else { continue }
            if status.isFolder, !OMEZarrImage.recognizes(path), !Pyramids.isPyramidFolder(path, formats: formats) {
                search(path, status, prefix: "", outer: [])
            } else {
                add(path, status, prefix: "")
            }
        }
        name()
    }

    /// Whether a file or folder is never listed.
    private static func isIgnored(_ name: String, isFolder: Bool) -> Bool {
        name.hasPrefix(".") || name.hasSuffix(".partial") || isFolder && name.hasSuffix("_files")
            || name.contains(#/\.shard-\d+-of-\d+/#)
    }

    /// Searches a folder that lies within others.
    private mutating func search(_ folder: String, _ status: FileStatus, prefix: String, outer: [FileStatus.Identity]) {
        guard folders.count < Self.folderLimit, !outer.contains(status.identity) else { return }
        folders.append((folder, status))
        for name in names(in: folder) {
            guard found.count < limits.listedImages else { return }
            let path = "\(folder)/\(name)"
            guard !name.hasPrefix("."), let item = FileStatus(of: path),
                !Self.isIgnored(name, isFolder: item.isFolder), isAllowed(path)
            else { continue }
            if !item.isFolder {
                if Self.imageExtensions.contains(FilePath.fileExtension(of: name))
                    || formats.format(ofListed: name) != nil || OMEZarrImage.recognizes(path)
                {
                    add(path, item, prefix: prefix)
                }
            } else if OMEZarrImage.recognizes(path) || Pyramids.isPyramidFolder(path, formats: formats) {
                add(path, item, prefix: prefix)
            } else if outer.count < limits.folderDepth {
                search(path, item, prefix: "\(prefix)\(name)/", outer: outer + [status.identity])
            }
        }
    }

    /// The sorted names in a folder; one that cannot be read is as one without images.
    private mutating func names(in folder: String) -> [String] {
        do {
            return try FileSystem.entries(of: folder).sorted()
        } catch {
            if unreadableFolders.count < Self.refusedLinkLimit {
                unreadableFolders.append((folder, (error as? StoreError)?.message ?? "it cannot be read."))
            }
            return []
        }
    }

    /// Whether a file describes tiles in other files.
    private func isDescriptor(_ path: String) -> Bool { formats.format(ofListed: path)?.role == .layout }

    /// Whether neither the path nor the folder of tiles that it describes is a link out of the served folders.
    private mutating func isAllowed(_ path: String) -> Bool {
        let tiles = isDescriptor(path) ? ["\(FilePath.withoutExtension(path))_files"] : []
        for link in [path] + tiles where FileSystem.isLink(link) && !allowed.contain(link) {
            if refusedLinks.count < Self.refusedLinkLimit { refusedLinks.append(link) }
            return false
        }
        return true
    }

    private mutating func add(_ path: String, _ status: FileStatus, prefix: String) {
        guard found.count < limits.listedImages else { return }
        let name = FilePath.name(of: path)
        let stem = status.isFolder ? name : FilePath.withoutExtension(name)
        found.append((prefix + stem, prefix + name, path, status))
    }

    /// Names what was found without file extensions, but where several would have the same name.
    private mutating func name() {
        var uses: [CatalogName: Int] = [:]
        for item in found { uses[CatalogName(item.stem), default: 0] += 1 }
        var names: Set<CatalogName> = []
        for item in found {
            let name = uses[CatalogName(item.stem)] == 1 ? item.stem : item.name
            // Two folders given at the start may hold files of one name: the first is served.
            guard names.insert(CatalogName(name)).inserted else { continue }
            entries.append(
                CatalogEntry(
                    name: name, path: item.path, status: item.status, isDescriptor: isDescriptor(item.path),
                    isZarr: OMEZarrImage.recognizes(item.path)))
        }
        entries = entries.map { (order: NaturalOrder($0.name), entry: $0) }.sorted { $0.order < $1.order }.map(\.entry)
    }
}
