internal import TileContainers
public import TilePyramid

/// An HTML page that shows a pyramid in a folder, to be published with it.
///
/// The page is one file with its script and style inside. It requests nothing but tiles, works from the file system and from
/// any static web server, and in frames of other pages. It has buttons, an overview, a scale bar where the size of a pixel
/// or the place on the Earth is known, and the title, description and attribution of the target. Users drag, pinch, use the
/// wheel or the keyboard. The view is kept in the address as `#x=…&y=…&zoom=…`: the center in full-size pixels, and screen
/// pixels per image pixel. With `&controls=none` the page shows the image alone.
///
/// ```swift
/// try store.finish()
/// try ViewerPage(for: pyramid, format: .jpeg, target: target, output: "big").write()
/// ```
public struct ViewerPage: Sendable {
    /// The path of the page: `index.html` in the pyramid's folder, or the name of a Deep Zoom descriptor with `.html`.
    public let path: String
    /// The contents of the page in UTF-8.
    public let bytes: [UInt8]

    /// The tag of the icon that pages show in a browser's tab: two tiles, inside the page, so that no file is requested.
    package static let icon = """
        <link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E\
        %3Cpath fill='%23777' d='M1 1h9v9H1zm10 4h4v10H5v-4h6z'/%3E%3C/svg%3E">
        """

    /// Creates the page of a pyramid that is stored with this target at the path `output`.
    ///
    /// - Throws: ``StoreError`` when browsers cannot read such a pyramid: in an archive, without coarse levels, or with tiles
    ///   that they do not show.
    public init(for pyramid: Pyramid, format: TileFormat, target: PyramidTarget, output: String) throws {
        guard target.capabilities.supportsViewerPage, let layout = target.layout else {
            throw StoreError(
                .cannotCreate, path: output,
                "a viewer page needs a pyramid in a folder, with more than the full size. Leave the viewer page out, or "
                    + "choose another layout.")
        }
        guard format.isShownByBrowsers else {
            throw StoreError(
                .cannotCreate, path: output,
                "web browsers do not show \(format.rawValue) tiles. Leave the viewer page out, or choose another tile format."
            )
        }
        let isDeepZoom = layout == .deepZoom
        let output = FilePath.withoutTrailingSlashes(output)
        let stem = isDeepZoom ? FilePath.withoutExtension(DeepZoomDescriptor.path(forOutput: output)) : output
        path = isDeepZoom ? "\(stem).html" : "\(output)/index.html"
        let files = isDeepZoom ? FilePath.name(of: stem) + DeepZoomDescriptor.filesSuffix : ""
        let script = ViewerPageDescription(
            pyramid: pyramid, layout: layout, format: format, folder: ("folder", isDeepZoom ? "\(files)/" : ""),
            target: target)
        let naming = try layout.layout?.output(
            for: StoreRequest(path: output, pyramid: pyramid, format: format, target: target)
        ).naming
        var template = ViewerPageTemplate(title: target.name ?? FilePath.name(of: stem), description: script.json)
        template.text = target.description
        template.attributions = [target.attribution, target.page.basemap?.attribution].compactMap(\.self)
        template.preview = (isDeepZoom ? "\(PercentEncoding.encoded(files))/" : "")
        template.preview += naming?.name(of: Self.previewTile(of: pyramid)) ?? ""
        template.imageOrigins = [target.page.basemap?.origin].compactMap(\.self)
        let identifier = target.identifier.map { IIIFIdentifier($0) }.flatMap { $0.isAddress ? $0 : nil }
        template.address = target.page.address ?? identifier.map { "\($0.text)/index.html" }
        bytes = template.bytes
    }

    /// Returns the page of a Deep Zoom pyramid that a server offers.
    ///
    /// - Parameters:
    ///   - pyramid: the geometry.
    ///   - format: the format of the tiles, one that browsers show.
    ///   - title: the name of the image.
    ///   - attribution: the attribution of the image, as plain text; nil, the default, if nobody is named.
    ///   - address: the address of the folder of levels, percent-encoded, with a slash at its end.
    ///   - query: the query of the tiles' addresses with its question mark, percent-encoded; empty by default.
    ///   - isCoarse: whether the tiles are only a preview: the page requests missing ones again, and reloads itself once the
    ///     server sends it without this mark. The default is `false`.
    /// - Returns: the page in UTF-8.
    package static func page(
        showing pyramid: Pyramid, format: TileFormat, title: String, attribution: String? = nil,
        tiles address: String, query: String = "", isCoarse: Bool = false
    ) -> [UInt8] {
        var script = ViewerPageDescription(
            pyramid: pyramid, layout: .deepZoom, format: format, folder: ("address", address),
            target: PyramidTarget(.deepZoom))
        script.query = query
        script.isCoarse = isCoarse
        var template = ViewerPageTemplate(title: title, description: script.json)
        template.attributions = [attribution].compactMap(\.self)
        let tile = previewTile(of: pyramid)
        template.preview = "\(address)\(tile.level)/\(tile.column)_\(tile.row).\(format.fileExtension)\(query)"
        return template.bytes
    }

    /// The first tile of the finest level that is a single tile, or else of the coarsest level.
    private static func previewTile(of pyramid: Pyramid) -> TileIndex {
        let levels = pyramid.levels[pyramid.presentLevels]
        let whole = levels.last { $0.grid.count == 1 }
        return TileIndex(level: whole?.index ?? pyramid.presentLevels.lowerBound, column: 0, row: 0)
    }

    /// Writes the page to its ``path``, once the pyramid is finished.
    ///
    /// - Parameter replacesExisting: whether an existing file is replaced. The default is `false`.
    /// - Throws: ``StoreError``; no partial file is left then.
    public func write(replacesExisting: Bool = false) throws {
        guard replacesExisting || !FileSystem.exists(path) else { throw StoreError.exists(path) }
        try FileSystem.writeWhole(bytes, to: path)
    }
}
