internal import FilePyramids
internal import TilePyramid

/// Opens Zoomify pyramids by the address of their `ImageProperties.xml`.
enum RemoteZoomify {
    /// Opens a pyramid.
    ///
    /// - Throws: ``StoreError`` when the host does not answer, and for a pyramid that is too large.
    static func open(_ properties: ZoomifyProperties, _ origin: RemoteOrigin) async throws -> OpenedPyramid {
        let address = DescriptionAddress(origin.base)
        for candidate in properties.candidates { try PyramidLimits.check(candidate, path: origin.path) }
        let url = { @Sendable (name: String) in address.folder + name + address.suffix }
        let (fileExtension, sample) = try await fileExtension(url, origin)
        let pyramid = try await choose(from: properties.likelyCandidates, fileExtension, url, origin)
        let naming = ZoomifyNaming(pyramid: pyramid, fileExtension: fileExtension)
        var description = RemoteTileSource.Description(
            pyramid: pyramid, format: sample?.format ?? TileFormat(fileExtension: fileExtension) ?? .jpeg)
        description.isSparse = false
        description.properties = properties.others
        let source = RemoteTileSource(origin.path, description, client: origin.access.client) { index in
            origin.request(url(naming.name(of: index)))
        }
        return OpenedPyramid(source: source, format: .zoomify, path: origin.path, name: address.folderName)
    }

    /// The file extensions that are tried.
    private static let fileExtensions = ["jpg", "png", "webp"]

    /// The file extension of the tiles, and the first tile.
    private static func fileExtension(
        _ url: @Sendable (String) -> String, _ origin: RemoteOrigin
    ) async throws -> (String, SampleTile?) {
        var search = SampleSearch()
        for fileExtension in fileExtensions {
            if let tile = try await search.tile(url("TileGroup0/0-0-0.\(fileExtension)"), origin) {
                return (fileExtension, tile)
            }
        }
        try search.finish()
        return (fileExtensions[0], nil)
    }

    /// Chooses between geometries with equally many tiles, by the tile that tells them apart.
    private static func choose(
        from candidates: [Pyramid], _ fileExtension: String, _ url: @Sendable (String) -> String,
        _ origin: RemoteOrigin
    ) async throws -> Pyramid {
        guard let question = ZoomifyQuestion(candidates, fileExtension: fileExtension) else { return candidates[0] }
        var search = SampleSearch()
        let tile = try await search.tile(url(question.name), origin)
        return question.answer(exists: tile != nil, size: tile?.size)
    }
}
