internal import FilePyramids
internal import ImageCodecs
internal import TileContainers
internal import TileStores

extension TileRequestHandler {
    /// The most pyramids that are opened for their warnings when a server starts: 100.
    static let warnedPyramidLimit = 100

    /// The most lines about files and folders of one kind that cannot be served: 10.
    static let namedFaultLimit = 10
    /// The most files whose first bytes are read when a server starts: 1000.
    static let checkedFileLimit = 1000
    /// The file extensions of images that always begin with the same bytes.
    private static let signedExtensions: Set = ["jpg", "jpeg", "png", "tif", "tiff", "webp", "gif"]

    /// Returns the metadata that tiles contradict, the links that are not followed, and the files and folders that cannot be read or
    /// hold no images, as lines that begin with a path.
    ///
    /// Opens the first 100 pyramids, and blocks meanwhile. A pyramid that cannot be opened is reported
    /// when a client requests it.
    public func warnings() -> [String] {
        let formats = images.formats
        let pyramids = catalog.entries.filter { entry in
            entry.status.isFolder || formats.format(ofListed: entry.path) != nil
        }
        let links = catalog.refusedLinks.map {
            "\($0): warning: "
                + images.messages.adapt(
                    "this link leads out of the folders that are served, and is left out. Serve its target as well, or allow "
                        + "the folder.")
        }
        return links + faults()
            + pyramids.prefix(Self.warnedPyramidLimit).flatMap { entry in
                ((try? Pyramids.openBlocking(entry.path, formats: formats))?.warnings ?? []).map {
                    "\(entry.path): warning: \(images.messages.adapt($0))"
                }
            }
    }

    /// The folders that cannot be read or hold no images, and the files that cannot be read or are not images.
    private func faults() -> [String] {
        let entries = catalog.entries
        let folders = catalog.unreadableFolders.map { "\($0.path): warning: this folder is left out: \($0.reason)" }
        let files = entries.prefix(Self.checkedFileLimit).compactMap { entry in
            fault(of: entry).map { "\(entry.path): warning: \($0)" }
        }
        let unread = Set(catalog.unreadableFolders.map(\.path))
        let empty =
            entries.isEmpty ? catalog.paths.map(FilePath.withoutTrailingSlashes).filter { !unread.contains($0) } : []
        let hints = empty.map {
            "\($0): warning: no images and no pyramids are in this folder. Name the folder that has them."
        }
        return [folders, files, hints].flatMap { Self.bounded($0) }
    }

    /// The first lines, and the number of those that follow.
    static func bounded(_ lines: [String]) -> [String] {
        guard lines.count > namedFaultLimit else { return lines }
        return lines.prefix(namedFaultLimit) + ["warning: the same holds for \(lines.count - namedFaultLimit) more."]
    }

    /// The reason why a file cannot be served by its first bytes; nil if it may be an image or a pyramid.
    private func fault(of entry: CatalogEntry) -> String? {
        guard entry.isSingleFile else { return nil }
        let head: [UInt8]
        do {
            head = try FileSystem.readWhole(entry.path, limit: PyramidCandidate.headLength) ?? []
        } catch {
            return "this file cannot be served: \((error as? StoreError)?.message ?? "it cannot be read.")"
        }
        if head.isEmpty { return "this file is empty. Get it again from its source." }
        let isChecked =
            entry.isImageFile
            ? Self.signedExtensions.contains(FilePath.fileExtension(of: entry.path))
            : !entry.isZarr && images.formats.format(ofListed: entry.path) == nil
        guard isChecked, ImageFormats.standard.format(of: head) == nil else { return nil }
        return "its first bytes are not those of an image. Get it again from its source, or leave it out."
    }
}
