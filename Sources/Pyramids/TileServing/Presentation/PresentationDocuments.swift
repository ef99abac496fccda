internal import FilePyramids
internal import TilePyramid

extension PresentationManifest {
    /// The manifest of an image, or of a document with its pages as canvases.
    ///
    /// It reads the headers of the file, and decodes nothing.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - limits: the most pages, and the largest size that is sent.
    ///   - origin: the address of the server.
    init(of image: ServedImage, _ limits: ServingLimits, origin: String) {
        let entry = image.entry
        let metadata = ManifestMetadata(of: image, limits)
        let pages = DocumentPages(of: image, limits).pages
        let title = image.title ?? Self.title(entry.name)
        let canvases = pages.map { page in
            let address = ServerAddress(entry.page(page.number) ?? entry, origin: origin)
            let service = address.image(.three)
            var canvas = Canvas(
                label: pages.count > 1 ? "\(page.number)" : title, size: page.size,
                service: PresentationService(address: service, version: .three, level: 2),
                image: "\(service)/full/max/0/default.jpg",
                imageSize: limits.largest(of: page.size, upscales: false))
            canvas.thumbnail = address.thumbnail
            if page.number == entry.page { canvas.millimetersPerPixel = metadata.millimetersPerPixel }
            return canvas
        }
        self.init(address: ServerAddress(entry, origin: origin).presentation, label: title, canvases: canvases)
        summary = metadata.summary
        attribution = metadata.attribution
        rights = metadata.rights
        self.metadata = metadata.properties.map { ($0.name, $0.value) }
    }

    /// The last part of a name with those of the folders.
    fileprivate static func title(_ name: String) -> String {
        name.split(separator: "/").last.map(String.init) ?? name
    }

    /// The bytes of memory that a manifest takes at most, besides those of the canvases' names.
    static let canvasMemory = 4096
    /// The number of times that the name of an image is in its canvas, of which each byte may take three characters.
    static let namesPerCanvas = 3 * 12
}

extension PresentationCollection {
    /// The collection of what is served in a folder: manifests of images, and collections of the folders in it.
    ///
    /// It is nil if nothing that is served lies in the folder.
    ///
    /// - Parameters:
    ///   - folder: the names of folders, separated by slashes; empty for all that is served.
    ///   - entries: everything that is served.
    ///   - origin: the address of the server.
    init?(of folder: String, _ entries: [CatalogEntry], origin: String) {
        let start = folder.isEmpty ? "" : "\(folder)/"
        let length = start.utf8.count
        var folders: Set<CatalogName> = []
        var items: [Item] = []
        for entry in entries where entry.name.utf8.starts(with: start.utf8) {
            let rest = entry.name.utf8.dropFirst(length)
            guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else {
                let address = ServerAddress(entry, origin: origin)
                items.append(
                    .manifest(
                        address: address.presentation, label: PresentationManifest.title(entry.name),
                        thumbnail: address.thumbnail))
                continue
            }
            let inner = String(entry.name[..<slash])
            guard folders.insert(CatalogName(inner)).inserted else { continue }
            items.append(
                .collection(
                    address: CollectionAddress(folder: inner, origin: origin).presentation,
                    label: PresentationManifest.title(inner)))
        }
        guard folder.isEmpty || !items.isEmpty else { return nil }
        self.init(
            address: CollectionAddress(folder: folder, origin: origin).presentation,
            label: folder.isEmpty ? "Images" : PresentationManifest.title(folder), items: items)
    }
}
