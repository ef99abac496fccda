internal import Georeferencing
internal import JSONDocuments
internal import TileContainers
public import TilePyramid
internal import XMLDocuments

/// An HTML page that shows a pyramid in a folder, with an embedded script that loads nothing but tiles.
///
/// The page works from the file system and from any static web server. Users drag to pan; they zoom with the wheel, a
/// pinch or a double-click, or use the keyboard. The view is kept in the URL as `#x,y,zoom`: the center in full-size
/// pixels, and screen pixels per image pixel.
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
        let folder = isDeepZoom ? FilePath.name(of: stem) + DeepZoomDescriptor.filesSuffix + "/" : ""
        let description = Self.description(
            of: pyramid, layout: layout, format: format, georeference: target.georeference,
            folder: ("folder", folder))
        bytes = Self.page(title: target.name ?? FilePath.name(of: stem), description)
    }

    /// Returns the page of a Deep Zoom pyramid that a server offers.
    ///
    /// - Parameters:
    ///   - pyramid: the geometry.
    ///   - format: the format of the tiles, one that browsers show.
    ///   - title: the name of the image.
    ///   - address: the address of the folder of levels, percent-encoded, with a slash at its end.
    ///   - query: the query of the tiles' addresses with its question mark, percent-encoded; empty by default.
    ///   - isCoarse: whether the tiles are only a preview: the page requests missing ones again, and reloads itself once the
    ///     server sends it without this mark. The default is `false`.
    /// - Returns: the page in UTF-8.
    package static func page(
        showing pyramid: Pyramid, format: TileFormat, title: String, tiles address: String, query: String = "",
        isCoarse: Bool = false
    ) -> [UInt8] {
        page(
            title: title,
            description(
                of: pyramid, layout: .deepZoom, format: format, georeference: nil, folder: ("address", address),
                query: query, isCoarse: isCoarse))
    }

    private static func page(title: String, _ description: String) -> [UInt8] {
        // The title is escaped for HTML, and "<" in the JSON could end the script.
        let title = XMLElement.escaped(title)
        let script = description.replacing("<", with: "\\u003C")
        // The title comes first in the page: whatever it is, it is not taken for the mark of the description.
        return PackageResources.viewer_html
            .replacing(Array("DESCRIPTION-OF-THE-PYRAMID".utf8), with: Array(script.utf8), maxReplacements: 1)
            .replacing(Array("TITLE-OF-THE-PAGE".utf8), with: Array(title.utf8), maxReplacements: 1)
    }

    /// Writes the page to its ``path``, once the pyramid is finished.
    ///
    /// - Parameter replacesExisting: whether an existing file is replaced. The default is `false`.
    /// - Throws: ``StoreError``; no partial file is left then.
    public func write(replacesExisting: Bool = false) throws {
        guard replacesExisting || !FileSystem.exists(path) else { throw StoreError.exists(path) }
        try FileSystem.writeWhole(bytes, to: path)
    }

    /// The JSON description of the pyramid for the script.
    private static func description(
        of pyramid: Pyramid, layout: PyramidFormat, format: TileFormat, georeference: Georeference?,
        folder: (name: String, text: String), query: String = "", isCoarse: Bool = false
    ) -> String {
        let hasZooms = [PyramidFormat.xyz, .tms, .google].contains(layout)
        let tileMatrixSet = TileMatrixSet(pyramid: pyramid, georeference: georeference)
        var start = 0
        let levels = pyramid.levels.map { level in
            defer { start += level.grid.count }
            let number = hasZooms ? tileMatrixSet.zoom(of: level.index) : level.index
            // TMS counts rows from the last row of the world, or of the level.
            let lastRow = georeference == nil ? level.grid.rows - 1 : 1 << max(0, number) - 1 - level.firstTile.y
            let around =
                georeference?.bounds.crossesAntimeridian == true ? [("around", "\(1 << max(0, number))")] : []
            return JSONText.object(
                [
                    ("number", "\(number)"), ("width", "\(level.size.width)"), ("height", "\(level.size.height)"),
                    ("factor", JSONText.number(level.downsample)), ("tile", "\(level.tileSize.width)"),
                    ("columns", "\(level.grid.columns)"), ("rows", "\(level.grid.rows)"),
                    ("inset", "[\(level.inset.x),\(level.inset.y)]"),
                    ("first", "[\(level.firstTile.x),\(level.firstTile.y)]"), ("start", "\(start)"),
                    ("lastRow", "\(lastRow)"),
                ] + around)
        }
        var members = [
            ("layout", JSONText.string(layout.id)), (folder.name, JSONText.string(folder.text)),
            ("extension", JSONText.string(format.fileExtension)), ("width", "\(pyramid.size.width)"),
            ("height", "\(pyramid.size.height)"), ("overlap", "\(pyramid.overlap)"),
            ("levels", JSONText.array(Array(levels[pyramid.presentLevels]))),
        ]
        if !query.isEmpty { members.append(("query", JSONText.string(query))) }
        if isCoarse { members.append(("isCoarse", "true")) }
        return JSONText.object(members)
    }
}
