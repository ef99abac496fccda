internal import FilePyramids
internal import Numbers
internal import TilePyramid

/// A stored tile as it is sent.
struct StoredTileAnswer: Sendable {
    /// The bytes of its file.
    let bytes: [UInt8]
    /// The format that they have.
    let format: TileFormat
    /// The format that the pyramid says all tiles have.
    let declaredFormat: TileFormat
    /// The validator of the bytes.
    let entityTag: String

    /// Creates the answer from a tile as it was read, of a pyramid that declares a format; by default the tile's.
    init(_ tile: EncodedTile, declared: TileFormat? = nil) {
        bytes = tile.bytes
        declaredFormat = declared ?? tile.format
        // An archive has one format for all tiles, but may hold others.
        format = TileFormat(contents: tile.bytes) ?? tile.format
        entityTag = EntityTag.of(tile.bytes)
    }

    /// Whether it answers a request for a format; one that cannot be encoded is what the pyramid calls by that name.
    func satisfies(_ requested: TileFormat, anyFormat: Bool) -> Bool {
        format == requested
            || declaredFormat == requested && (anyFormat || OutputFormat(requested) == nil)
    }
}

extension TileRequestHandler {
    /// The pixels, decoded and encoded, up to which an answer counts as being of the size of a tile.
    static let tileLanePixels = 1 << 20
    /// The quality of JPEG and WebP that is encoded.
    static let encodingQuality = 85

    /// Answers with the bytes of a stored tile.
    ///
    /// - Parameters:
    ///   - index: the tile.
    ///   - image: its image.
    ///   - fields: header fields that are added.
    ///   - format: the format that is requested.
    ///   - anyFormat: whether a tile is sent in its own format when the pyramid's format is requested; false by default.
    ///   - otherwise: plans the answer where there is no such tile, or it has another format.
    /// - Returns: the plan.
    /// - Throws: ``RequestError``.
    func storedTile(
        _ index: TileIndex, of image: ServedImage, fields: [ServerAnswer.Field] = [], format: TileFormat,
        anyFormat: Bool = false, otherwise: @escaping @Sendable () throws(RequestError) -> AnswerPlan
    ) throws(RequestError) -> AnswerPlan {
        guard let source = image.source else { return try otherwise() }
        return .work(
            AnswerWork.replanning(.tile, memory: Self.smallAnswerMemory) {
                guard let read = try source.read(index) else { return try otherwise() }
                let tile = StoredTileAnswer(read, declared: source.format)
                guard tile.satisfies(format, anyFormat: anyFormat) else { return try otherwise() }
                var answer = ServerAnswer.image(tile.bytes, tile.format, entityTag: tile.entityTag)
                answer.fields += fields
                return .answer(answer)
            })
    }

    /// Renders a region of an image.
    ///
    /// - Parameters:
    ///   - region: the region in full-size pixels of the image.
    ///   - options: what is done with its pixels.
    ///   - image: the image.
    ///   - request: the request, which may have a validator of what the client has.
    ///   - fields: header fields that are added.
    /// - Returns: the plan.
    /// - Throws: ``RequestError``.
    func rendered(
        _ region: RegionRequest, _ options: OutputOptions, of image: ServedImage, for request: ServerRequest,
        fields: [ServerAnswer.Field] = []
    ) throws(RequestError) -> AnswerPlan {
        let pixels: any DecodedTiles
        switch image.servedPixels {
        case .available(let available): pixels = available
        case .pending(let promise):
            return withPreview(promise) { [self] image throws(RequestError) in
                try rendered(region, options, of: image, for: request, fields: fields)
            }
        case .unavailable(let error as RequestError): throw error
        // What other errors say is for the log, which work has.
        case .unavailable(let error): return .work(AnswerWork(.tile, memory: 0) { throw error })
        }
        let content = "\(region) \(options)"
        // Tiles in files of their own may be replaced, and only what is made of them shows it.
        let source = image.hasTileFiles ? nil : "\(image.stateText) \(content)"
        @Sendable func complete(_ answer: ServerAnswer) -> ServerAnswer {
            var answer = answer
            answer.fields += fields
            if image.isPreview { answer.freshness = .revalidated }
            return answer
        }
        if let tag = source.flatMap({ request.currentTag(ofRendered: $0) }) {
            return .answer(complete(.notModified(tag)))
        }
        /// Plans with the image's pixels, or with those of a smaller level.
        @Sendable func work(_ region: RegionRequest, _ pixels: any DecodedTiles) throws(RequestError) -> AnswerPlan {
            let plan = RegionPlan(region, of: pixels)
            guard plan.decodedPixels <= limits.decodedPixels else {
                throw RequestError(
                    413,
                    "too many pixels have to be decoded for this, because no smaller levels are stored. "
                        + "Request a smaller part; or whoever serves the image \(pixels.levelAdvice).")
            }
            try costly.check(image.fileText, decodedPixels: plan.decodedPixels, of: pixels)
            let rotation = options.freeRotation(of: region.size)
            let mostPixels = max(plan.decodedPixels, region.size.area, rotation?.size.area ?? 0)
            return .work(
                AnswerWork(
                    mostPixels <= Self.tileLanePixels ? .tile : .region,
                    memory: CheckedNumber.sum([plan.memory, rotation?.memory ?? 0]) ?? .max,
                    key: "\(image.number) \(content) \(fields.map(\.value))"
                ) { [costly] in
                    let bytes = try costly.make(image.fileText, decodedPixels: plan.decodedPixels, of: pixels) {
                        try RegionRenderer(tiles: pixels).encoded(plan, options, quality: Self.encodingQuality)
                    }
                    let tag = source.map { EntityTag.Rendered(of: $0, byteCount: bytes.count).text }
                    return complete(.image(bytes, options.format, entityTag: tag ?? EntityTag.of(bytes)))
                })
        }
        var shifted = region
        shifted.x += Double(image.margin.x)
        shifted.y += Double(image.margin.y)
        let decodedPixels = RegionPlan(shifted, of: pixels).decodedPixels
        guard let level = try images.coarseLevel(for: region, decodedPixels: decodedPixels, of: image, pixels) else {
            return try work(shifted, pixels)
        }
        return try withCoarseLevel(level) { level throws(RequestError) in try work(region, level) }
    }

    /// Answers with a tile of a geometry of an image: the stored one if they are equal, or else a rendered one.
    func tile(
        _ index: TileIndex, of target: Pyramid, image: ServedImage, format: TileFormat, for request: ServerRequest
    ) throws(RequestError) -> AnswerPlan {
        guard target.contains(index) else { throw Self.notFound }
        let render: @Sendable () throws(RequestError) -> AnswerPlan = { [self] () throws(RequestError) in
            guard let output = OutputFormat(format) else { throw Self.notFound }
            guard format == .png || image.pixels?.terrain == nil else { throw TerrainAnswers.needsPNG }
            var options = OutputOptions()
            options.format = output
            return try rendered(RegionRequest(index, of: target), options, of: image, for: request)
        }
        guard let stored = image.storedTile(index, of: target) else { return try render() }
        return try storedTile(stored, of: image, format: format, otherwise: render)
    }
}
