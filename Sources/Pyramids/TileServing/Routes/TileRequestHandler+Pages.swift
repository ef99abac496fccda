internal import FilePyramids
internal import Files
internal import Glibc
internal import ImageCodecs
internal import JSONDocuments
internal import Numbers
internal import TileContainers
internal import TilePyramid

extension TileRequestHandler {
    private static let html = "text/html; charset=utf-8"

    /// The bytes of memory that a list of images needs at most: for each its addresses, twice.
    static func listMemory(_ count: Int) -> Int { smallAnswerMemory + count * 4096 }

    /// Answers with the page that lists all images.
    func listPage(_ request: ServerRequest) -> AnswerPlan {
        let entries = catalog.entries
        let shown = min(entries.count, ListPage.imageLimit)
        return .work(
            AnswerWork(.tile, memory: Self.listMemory(shown)) {
                .page(Array(ListPage(entries, basePath: request.basePath).html.utf8), type: Self.html)
            })
    }

    /// Answers with the list of all images and their addresses.
    func list(_ request: ServerRequest) -> AnswerPlan {
        let entries = catalog.entries
        let collection = CollectionAddress(folder: "", origin: request.origin).collection
        return .work(
            AnswerWork(.tile, memory: Self.listMemory(entries.count)) {
                let images = entries.map { entry in
                    let address = ServerAddress(entry, origin: request.origin)
                    var members = [
                        ("page", address.page), ("iiif3", address.image(.three)),
                        ("iiif2", address.image(.two)), ("manifest", address.manifest), ("dzi", address.deepZoom),
                        ("zoomify", address.zoomify), ("tilejson", address.tileJSON),
                    ]
                    if entry.isSingleFile { members.append(("file", address.file)) }
                    if entry.isZarr { members.append(("zarr", address.file)) }
                    return JSONText.object(
                        [JSONText.path("name", entry.name)] + members.map { ($0.0, JSONText.string($0.1)) })
                }
                let text = JSONText.document([
                    ("collection", JSONText.string(collection)), ("images", JSONText.array(images)),
                ])
                return .page(Array(text.utf8), type: "application/json")
            })
    }

    /// Answers with the page that shows an image.
    func page(_ name: String, _ request: ServerRequest) throws(RequestError) -> AnswerPlan {
        let entry = try entry(name)
        return try withRenderedImage(entry, request) { image in
            let page = ViewerPage.page(
                showing: image.deepZoom, format: image.format, title: VisibleText.escaped(image.title ?? entry.name),
                attribution: image.attribution, tiles: ServerAddress(entry, origin: request.basePath).deepZoomTiles,
                query: request.renderingSuffix,
                isCoarse: image.isPreview)
            var answer = ServerAnswer.page(page, type: Self.html)
            let manifest = ServerAddress(entry, origin: request.origin).manifest
            answer.fields.append(
                ServerAnswer.Field("Link", "<\(manifest)>;rel=\"alternate\";type=\"application/ld+json\""))
            return .answer(answer)
        }
    }

    /// Answers with the file of an image or a pyramid.
    func file(_ name: String) throws(RequestError) -> AnswerPlan {
        let entry = try entry(name)
        guard entry.page == 1 else { throw Self.notFound }
        guard entry.isSingleFile else {
            throw RequestError(
                404,
                entry.isZarr
                    ? "this is a folder of arrays. Request its files, of which zarr.json or .zattrs is the first."
                    : "this pyramid is not a single file. Request its tiles.")
        }
        return .work(
            AnswerWork(.tile, memory: 0) { [images] () throws in
                try ServerAnswer.file(entry.path, type: Self.mediaType(ofFile: entry.path, images.formats))
            })
    }

    /// The media type of a file by its extension.
    private static func mediaType(ofFile path: String, _ formats: PyramidFormats) -> String {
        let fileExtension = FilePath.fileExtension(of: path)
        let pyramid = formats.all.first { $0.role != .layout && $0.fileExtensions.contains(fileExtension) }
        if let pyramid { return pyramid.mediaType }
        return ImageFormats.standard.mediaType(fileExtension: fileExtension) ?? PyramidFormat.unknownMediaType
    }
}

extension ServerAnswer {
    /// A whole file, which is read while it is sent.
    ///
    /// - Throws: ``RequestError`` with status 404 if the file is gone.
    static func file(_ path: String, type: String) throws(RequestError) -> ServerAnswer {
        try file(try OpenDescriptor(reading: path), type: type)
    }

    /// A whole open file, which is read while it is sent.
    static func file(_ file: OpenDescriptor, type: String) throws(RequestError) -> ServerAnswer {
        guard let status = FileStatus(of: file.number), !status.isFolder else {
            throw RequestError(404, "this is not a file any more.")
        }
        var answer = ServerAnswer(
            .file(ServedFilePart(file, 0..<status.byteCount)), type: type, entityTag: EntityTag.of(status.text))
        answer.freshness = .revalidated
        return answer
    }
}
