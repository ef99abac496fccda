public import FilePyramids
internal import TilePyramid
public import TileStores

/// Answers requests for images: by the IIIF Image API, as Deep Zoom, Zoomify and map tiles, and as files.
///
/// | path | what |
/// |---|---|
/// | `/iiif/3/NAME/…`, `/iiif/2/NAME/…` | the IIIF Image API 3.0 and 2.1, level 2 |
/// | `/iiif/NAME/manifest.json` | a manifest of the IIIF Presentation API 3.0, with the pages of a TIFF or PDF as canvases |
/// | `/iiif/collection.json`, `/iiif/FOLDER/collection.json` | a collection of the manifests of a folder |
/// | `/dzi/NAME.dzi`, `/dzi/NAME_files/LEVEL/COLUMN_ROW.jpg` | Deep Zoom |
/// | `/zoomify/NAME/ImageProperties.xml`, `/zoomify/NAME/TileGroupG/TIER-COLUMN-ROW.jpg` | Zoomify |
/// | `/xyz/NAME.json`, `/xyz/NAME/ZOOM/COLUMN/ROW.jpg` | TileJSON and map tiles |
/// | `/files/NAME` | the file itself, if it is one |
/// | `/files/NAME/KEY`, `/NAME/KEY` | the files of an OME-Zarr: `zarr.json`, chunks and shards |
/// | `/`, `/index.json`, `/view/NAME` | a list, the list as JSON, a page that shows the image |
///
/// NAME is the name of the file without its extension, or with it where several files have the same name. For a file in a
/// subfolder, the names of the folders come first, separated by slashes. `NAME;2` is the second page of a document. NAME is percent-encoded.
///
/// Images of many channels are shown by a query with the names of `ChannelSelection.QueryName`, such as
/// `?channels=4,3,2&range=0..4000`: their tiles, descriptions, pages and images of the IIIF Image API.
///
///     let handler = TileRequestHandler(serving: ["scans", "map.pmtiles"])
///
/// It may be called from several threads at once.
public final class TileRequestHandler: RequestHandler {
    let catalog: Catalog
    let images: OpenImages
    let limits: ServingLimits
    /// The answers that were sent most recently.
    let answers: AnswerCache
    /// The files whose answers took too long.
    let costly: CostlyAnswers

    /// Creates a handler; blocks while it searches the folders.
    ///
    /// - Parameters:
    ///   - paths: files, pyramids, and folders in which they are searched. Symbolic links are followed within these, and
    ///     into ``ServingLimits/allowedFolders``.
    ///   - cutFolder: a folder for the tiles that are cut from images without tiles; nil, the default, for none: of a large
    ///     image, only a preview is served then.
    ///   - limits: the sizes of answers and caches, and the statements of images that may be lost.
    ///   - messages: the handlers of messages about files; the default shows no warnings.
    ///   - formats: the formats of pyramids; by default all of this library.
    public convenience init(
        serving paths: [String], cutFolder: String? = nil, limits: ServingLimits = ServingLimits(),
        messages: ServingMessages = ServingMessages(), formats: PyramidFormats = .standard
    ) {
        self.init(
            serving: paths, OpenImages(limits, cutFolder: cutFolder, messages: messages, formats: formats))
    }

    /// Creates a handler that opens images with a table of its own.
    init(serving paths: [String], _ images: OpenImages) {
        self.images = images
        limits = images.limits
        catalog = Catalog(paths, limits, formats: images.formats)
        answers = AnswerCache(limit: limits.answerBytes)
        costly = CostlyAnswers(seconds: limits.answerSeconds)
    }

    /// The number of images and pyramids that are served.
    public var imageCount: Int { catalog.entries.count }

    /// Lists all served files again, even if nothing seems to have changed, and uses no cached answers from before.
    ///
    /// Without it, the folders are checked once a second while there are requests. It does not block; safe to call from any
    /// thread.
    ///
    /// - Parameter completion: called on another thread when that is done, with the number of images and pyramids.
    public func reload(_ completion: @escaping @Sendable (_ imageCount: Int) -> Void) {
        catalog.reload { [self] in completion(imageCount) }
    }

    /// Returns the answer, or the work that makes it; never blocks.
    public func plan(for request: ServerRequest) -> AnswerPlan {
        do throws(RequestError) {
            guard request.method != .options else { return .answer(.options) }
            switch catalog.revision {
            case .checked(let revision): return try plan(request, revision)
            case .unchecked(let check):
                return .work(
                    .waiting(for: check, atMost: Catalog.checkTimeout) { [self] in
                        try plan(request, catalog.lastRevision)
                    })
            }
        } catch {
            return .answer(ServerAnswer(error))
        }
    }

    /// Plans with the entries of a revision, or of a later one.
    private func plan(_ request: ServerRequest, _ revision: Int) throws(RequestError) -> AnswerPlan {
        let key = AnswerCache.Key(request)
        if let answer = answers.answer(for: key, revision: revision) { return .answer(answer) }
        return try route(request).mapAnswers { [answers] answer in
            // After a change meanwhile, the revision is the former one, and the answer is not used.
            answers.insert(answer, for: key, revision: revision)
            return answer
        }
    }

    /// The most bytes of a path that is looked at.
    static let pathLimit = 4096

    private func route(_ request: ServerRequest) throws(RequestError) -> AnswerPlan {
        guard request.path.utf8.count <= Self.pathLimit else { throw RequestError(414, "this address is too long.") }
        var parts: [String] = []
        for part in request.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let decoded = PercentEncoding.decodedIfValid(part) else {
                throw RequestError(400, "this address is not percent-encoded as it has to be.")
            }
            parts.append(decoded)
        }
        let rest = Array(parts.dropFirst())
        switch (parts.first ?? "", rest.count) {
        case ("", 0): return listPage(request)
        case ("index.json", 0): return list(request)
        case ("view", 1): return try page(rest[0], request)
        case ("iiif", 1) where rest == [PresentationCollection.fileName]: return try collection(of: "", request)
        case ("iiif", 2...):
            if let plan = try presentation(rest, request) { return plan }
            return try image(rest, request)
        case ("dzi", 1): return try deepZoom(rest[0], request)
        case ("dzi", 3): return try deepZoomTile(rest, request)
        case ("zoomify", 2...3): return try zoomify(rest, request)
        case ("xyz", 1): return try tileJSON(rest[0], request)
        case ("xyz", 4): return try mapTile(rest, request)
        case ("files", 1): return try file(rest[0])
        case ("files", 2...): return try arrayFile(rest[0], Array(rest.dropFirst()), request)
        case (let name, 1...): return try arrayFile(name, rest, request)
        default: throw Self.notFound
        }
    }

    static let notFound = RequestError(404, "there is nothing at this address. The list of images is at /.")

    /// The entry of a name.
    func entry(_ name: some StringProtocol) throws(RequestError) -> CatalogEntry {
        guard let entry = catalog.entry(named: String(name)) else {
            throw RequestError(404, "there is no image of this name. The list of images is at /.")
        }
        return entry
    }

    /// Memory for opening an image, or for an answer of the size of a tile, in bytes.
    static let smallAnswerMemory = 16 << 20

    /// Plans with an image, which is opened first by a worker unless it is open; no worker is held while another one opens it.
    func withImage(
        _ entry: CatalogEntry,
        _ plan: @escaping @Sendable (ServedImage) throws(RequestError) -> AnswerPlan
    ) throws(RequestError) -> AnswerPlan {
        @Sendable func reusable(_ image: ServedImage) throws(RequestError) -> AnswerPlan {
            try plan(image).mapAnswers { answer in
                var answer = answer
                answer.reuse = image.reuse
                return answer
            }
        }
        if let image = images.opened(entry) { return try reusable(image) }
        @Sendable func waiting(for promise: Promise<Result<ServedImage, any Error>>) -> AnswerPlan {
            .work(
                .waiting(for: promise.event, atMost: OpenImages.openingTimeout) {
                    guard let result = promise.value else {
                        throw RequestError(503, "this image is still being opened. Request it again in a few seconds.")
                    }
                    return try reusable(try result.get())
                })
        }
        if let promise = images.opening(entry) { return waiting(for: promise) }
        return .work(
            AnswerWork.replanning(.tile, memory: Self.smallAnswerMemory) { [images] in
                switch try images.open(entry) {
                case .image(let image): try reusable(image)
                case .elsewhere(let promise): waiting(for: promise)
                }
            })
    }

    /// Plans with an image in the rendering that the query of a request names, or with the image as it is.
    ///
    /// The rendering is prepared first by a worker unless it is kept; no worker is held while another one prepares it.
    func withRenderedImage(
        _ entry: CatalogEntry, _ request: ServerRequest,
        _ plan: @escaping @Sendable (ServedImage) throws(RequestError) -> AnswerPlan
    ) throws(RequestError) -> AnswerPlan {
        guard let items = request.rendering else { return try withImage(entry, plan) }
        return try withImage(entry) { [images] image throws(RequestError) in
            if let rendered = images.rendered(image, items) { return try plan(rendered) }
            @Sendable func waiting(for promise: Promise<Result<ServedImage, any Error>>) -> AnswerPlan {
                .work(
                    .waiting(for: promise.event, atMost: OpenImages.openingTimeout) {
                        guard let result = promise.value else {
                            throw RequestError(
                                503, "this rendering is still being prepared. Request it again in a few seconds.")
                        }
                        return try plan(try result.get())
                    })
            }
            if let promise = images.rendering(image, items) { return waiting(for: promise) }
            return .work(
                AnswerWork.replanning(.region, memory: Self.measuringMemory) {
                    switch try images.render(image, items) {
                    case .image(let rendered): try plan(rendered)
                    case .elsewhere(let promise): waiting(for: promise)
                    }
                })
        }
    }

    /// Memory for measuring a channel, in bytes: its samples, and their values.
    static let measuringMemory = 64 << 20

    /// Plans with the smaller level of a pyramid, when it has been made.
    func withCoarseLevel(
        _ promise: Promise<CoarseLevel.Outcome>,
        _ plan: @escaping @Sendable (PreviewPixels) throws(RequestError) -> AnswerPlan
    ) throws(RequestError) -> AnswerPlan {
        if case .success(let level) = promise.value { return try plan(level) }
        return .work(
            .waiting(for: promise.event, atMost: OpenImages.previewTimeout) {
                guard let outcome = promise.value else {
                    throw RequestError(
                        503, "a smaller level of this pyramid is being made. Request it again in a few seconds.")
                }
                return try plan(try outcome.get())
            })
    }

    /// Plans with an image whose preview is being made, when it has been made.
    func withPreview(
        _ promise: Promise<ServedImage>,
        _ plan: @escaping @Sendable (ServedImage) throws(RequestError) -> AnswerPlan
    ) -> AnswerPlan {
        .work(
            .waiting(for: promise.event, atMost: OpenImages.previewTimeout) {
                guard let image = promise.value else {
                    throw RequestError(503, "this image is being prepared. Request it again in a few seconds.")
                }
                return try plan(image)
            })
    }
}
