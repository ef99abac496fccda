internal import FilePyramids
internal import PixelKernels
internal import TilePyramid

extension TileRequestHandler {
    /// Answers a request of the IIIF Image API: version, name, and what follows.
    func image(_ parts: [String], _ request: ServerRequest) throws(RequestError) -> AnswerPlan {
        guard let version = ImageAPIVersion.allCases.first(where: { "\($0.rawValue)" == parts[0] }) else {
            let documents = [PresentationManifest.fileName, PresentationCollection.fileName]
            guard let last = parts.last, documents.contains(last) else {
                throw RequestError(404, "version 2 and 3 of the IIIF Image API are served.")
            }
            throw RequestError(
                404, "a name is one part of the address. Write %2F for each slash in it, as in /iiif/a%2Fb/\(last).")
        }
        let entry = try entry(parts[1])
        let address = ServerAddress(entry, origin: request.origin).image(version)
        switch parts.count {
        case 2: return .answer(.redirect(to: "\(address)/info.json"))
        case 3 where parts[2].isEmpty: return .answer(.redirect(to: "\(address)/info.json"))
        case 3 where parts[2] == "info.json":
            return try withRenderedImage(entry, request) { [limits] image in
                .answer(Self.information(image, version, address, limits, isLinkedData: request.isForLinkedData))
            }
        case 6: break
        // A slash in a name is encoded; what has too many parts is not a name that there is.
        default: throw Self.notFound
        }
        let parsed = try ImageRequest(Array(parts[2...]), version)
        return try withRenderedImage(entry, request) { [self] image throws(RequestError) in
            try answer(to: parsed, version, image, address, request)
        }
    }

    private func answer(
        to parsed: ImageRequest, _ version: ImageAPIVersion, _ image: ServedImage, _ address: String,
        _ request: ServerRequest
    ) throws(RequestError) -> AnswerPlan {
        let resolved = try ResolvedImageRequest(
            parsed, of: image.size, version, limits, isGray: image.pixels?.layout.channels.opaque == .gray)
        let fields = [
            ServerAnswer.Field(
                "Link",
                "<\(address)/\(resolved.canonicalPath)\(request.renderingSuffix)>;rel=\"canonical\",<\(version.profile)>;rel=\"profile\""
            )
        ]
        let region = resolved.region
        let size = resolved.size
        let options = resolved.output
        let render: @Sendable () throws(RequestError) -> AnswerPlan = { [self] () throws(RequestError) in
            try rendered(RegionRequest(region, size: size), options, of: image, for: request, fields: fields)
        }
        guard options.isUpright, options.quality.hasColors, let format = options.format.tileFormat,
            let index = image.storedTile(region, isSize: { parsed.accepts($0, for: size) })
        else {
            return try render()
        }
        return try storedTile(index, of: image, fields: fields, format: format, otherwise: render)
    }

    private static func information(
        _ image: ServedImage, _ version: ImageAPIVersion, _ address: String, _ limits: ServingLimits,
        isLinkedData: Bool
    ) -> ServerAnswer {
        let information = ImageInformation(
            identifier: address, size: image.size, tiles: image.tileLevels, limits: limits)
        let type =
            isLinkedData
            ? "application/ld+json;profile=\"http://iiif.io/api/image/\(version.rawValue)/context.json\""
            : "application/json"
        var answer = ServerAnswer.description(Array(information.json(version).utf8), type: type)
        answer.fields.append(ServerAnswer.Field("Vary", "Accept"))
        answer.fields.append(ServerAnswer.Field("Link", "<\(version.profile)>;rel=\"profile\""))
        return answer
    }
}
