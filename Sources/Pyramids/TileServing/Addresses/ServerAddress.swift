internal import FilePyramids

/// The addresses under which an image is served; the routes read what these write.
struct ServerAddress: Hashable, Sendable {
    /// The address of the server; only its path for links within pages.
    let origin: String
    /// The name of the image, percent-encoded.
    private let name: String

    /// The addresses of an image.
    init(_ entry: CatalogEntry, origin: String = "") {
        self.origin = origin
        name = PercentEncoding.encoded(entry.name)
    }

    /// The image as a service of the IIIF Image API.
    func image(_ version: ImageAPIVersion) -> String { "\(origin)/iiif/\(version.rawValue)/\(name)" }
    /// The descriptor of the Deep Zoom pyramid.
    var deepZoom: String { "\(origin)/dzi/\(name).dzi" }
    /// The folder of the Deep Zoom pyramid's tiles, with a slash at its end.
    var deepZoomTiles: String { "\(origin)/dzi/\(name)_files/" }
    /// The folder of the Zoomify pyramid.
    var zoomify: String { "\(origin)/zoomify/\(name)" }
    /// The TileJSON of the map tiles.
    var tileJSON: String { "\(origin)/xyz/\(name).json" }
    /// The template of the map tiles.
    func mapTiles(_ fileExtension: String) -> String { "\(origin)/xyz/\(name)/{z}/{x}/{y}.\(fileExtension)" }
    /// The file.
    var file: String { "\(origin)/files/\(name)" }
    /// The page that shows the image.
    var page: String { "\(origin)/view/\(name)" }
    /// The address below which the manifest of the IIIF Presentation API lies.
    var presentation: String { "\(origin)/iiif/\(name)" }
    /// The manifest of the IIIF Presentation API.
    var manifest: String { "\(presentation)/\(PresentationManifest.fileName)" }
    /// A small image of all of it.
    var thumbnail: String { "\(image(.two))/full/!200,200/0/default.jpg" }
}

/// The address of the collection of a folder that is served.
struct CollectionAddress: Hashable, Sendable {
    /// The address below which the collection of the IIIF Presentation API lies.
    let presentation: String
    /// The collection of the IIIF Presentation API.
    var collection: String { "\(presentation)/\(PresentationCollection.fileName)" }

    /// The address of a folder by the names of the folders in which it lies, separated by slashes; empty for all that is served.
    init(folder: String, origin: String) {
        presentation = "\(origin)/iiif" + (folder.isEmpty ? "" : "/\(PercentEncoding.encoded(folder))")
    }
}
