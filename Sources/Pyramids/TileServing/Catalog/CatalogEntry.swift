internal import ImageCodecs
internal import TileContainers

/// An image or a pyramid that is served under a name.
struct CatalogEntry: Hashable, Sendable {
    /// The name in addresses, before it is percent-encoded.
    private(set) var name: String
    /// The file, the descriptor, or the folder.
    let path: String
    /// Its date and size when it was listed.
    let status: FileStatus
    /// Whether it is a file that describes tiles in other files.
    let isDescriptor: Bool
    /// Whether it is an OME-Zarr, in a folder or an archive.
    let isZarr: Bool
    /// The page of the document, counted from 1.
    private(set) var page = 1

    /// Creates the entry of an image, or of the first page of a document.
    init(name: String, path: String, status: FileStatus, isDescriptor: Bool, isZarr: Bool = false) {
        self.name = name
        self.path = path
        self.status = status
        self.isDescriptor = isDescriptor
        self.isZarr = isZarr
    }

    /// Whether it is a single file, which can be sent as it is, rather than a folder or a descriptor of other files.
    var isSingleFile: Bool { !status.isFolder && !isDescriptor }

    /// Whether it is an image by its file extension, and may have several pages.
    var isImageFile: Bool {
        isSingleFile && !isZarr && CatalogScan.imageExtensions.contains(FilePath.fileExtension(of: path))
    }

    /// Returns a page of the document, the first of which is the document itself; nil if it is not an image.
    func page(_ number: Int) -> CatalogEntry? {
        guard isImageFile, page == 1 else { return nil }
        guard number > 1 else { return self }
        var entry = self
        entry.name = PageName(document: name, number: number).text
        entry.page = number
        return entry
    }
}

extension ServingLimits {
    /// The options for decoding the page of an entry.
    func decoding(of entry: CatalogEntry) -> DecodeOptions {
        var options = decoding
        options.page = entry.page
        return options
    }
}
