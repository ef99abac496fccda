internal import Georeferencing
internal import Numbers
internal import TilePyramid

extension TileRequestHandler {
    /// The memory of a map tile that is made at once, in bytes; more waits as a region does.
    private static let mapTileMemory = 24 << 20

    /// The map as which an image is warped; nil for one that has map tiles, or is not georeferenced.
    ///
    /// - Throws: ``RequestError`` for an image whose stated position cannot be read: in a grid of its own it would seem to lie
    ///   elsewhere.
    static func map(of image: ServedImage) throws(RequestError) -> ServedMap? {
        switch image.map {
        case nil: return nil
        case .success(let map): return map
        case .failure(let error): throw error
        }
    }

    /// Renders a map tile of an image that is warped.
    ///
    /// - Parameters:
    ///   - tile: one of the map's tiles.
    ///   - map: the place of the image.
    ///   - image: the image.
    ///   - format: the format that is requested.
    ///   - request: the request, which may have a validator of what the client has.
    /// - Returns: the plan.
    /// - Throws: ``RequestError``.
    func warpedTile(
        _ tile: MapTile, of map: ServedMap, image: ServedImage, format: TileFormat, for request: ServerRequest
    ) throws(RequestError) -> AnswerPlan {
        guard let output = OutputFormat(format) else { throw Self.notFound }
        let pixels: any DecodedTiles
        switch image.servedPixels {
        case .available(let available): pixels = available
        case .pending(let promise):
            return withPreview(promise) { [self] image throws(RequestError) in
                try warpedTile(tile, of: map, image: image, format: format, for: request)
            }
        case .unavailable(let error as RequestError): throw error
        case .unavailable(let error): return .work(AnswerWork(.tile, memory: 0) { throw error })
        }
        guard pixels.terrain == nil || format == .png else { throw TerrainAnswers.needsPNG }
        let costly = costly
        let content = "map \(tile) \(format)"
        let source = image.hasTileFiles ? nil : "\(image.stateText) \(content)"
        @Sendable func complete(_ answer: ServerAnswer) -> ServerAnswer {
            var answer = answer
            if image.isPreview { answer.freshness = .revalidated }
            return answer
        }
        if let tag = source.flatMap({ request.currentTag(ofRendered: $0) }) {
            return .answer(complete(.notModified(tag)))
        }
        @Sendable func render(_ plans: [MapTilePlan]) throws -> ServerAnswer {
            let encoded = try costly.make(image.fileText, decodedPixels: plans.decodedPixels, of: pixels) {
                try MapTileRenderer(tiles: pixels).encoded(
                    plans, output, quality: Self.encodingQuality)
            }
            guard let bytes = encoded else { throw Self.notFound }
            let tag = source.map { EntityTag.Rendered(of: $0, byteCount: bytes.count).text }
            return complete(.image(bytes, format, entityTag: tag ?? EntityTag.of(bytes)))
        }
        let key = "\(image.number) \(content)"
        return .work(
            .replanning(.tile, memory: Self.mapTileMemory + pixels.tileMemory, key: key) { [limits] in
                let plans = try map.plans(tile, of: pixels)
                guard plans.decodedPixels <= limits.decodedPixels else {
                    throw RequestError(
                        413,
                        "too many pixels have to be decoded for this, because no smaller levels are stored. Request a finer zoom; "
                            + "or whoever serves the image \(pixels.levelAdvice)."
                    )
                }
                try costly.check(image.fileText, decodedPixels: plans.decodedPixels, of: pixels)
                guard plans.memory > Self.mapTileMemory else { return .answer(try render(plans)) }
                let memory = CheckedNumber.sum(plans.memory, pixels.tileMemory) ?? .max
                return .work(AnswerWork(.region, memory: memory, key: key) { try render(plans) })
            })
    }
}
