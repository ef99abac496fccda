internal import JSONDocuments
public import TilePyramid

/// A web page that shows a pyramid in a folder: one file with a small script of its own, which loads nothing but tiles.
///
/// It works from a plain folder and from any static web server. One drags to move, turns the wheel or pinches to zoom,
/// double-clicks, or uses the keys; the place is kept in the address as `#x,y,zoom`: the point in the middle in
/// full-size pixels, and screen pixels per pixel of the picture.
///
/// ```swift
/// try store.finish()
/// try ViewerPage(for: pyramid, format: .jpeg, target: target, output: "big").write()
/// ```
public struct ViewerPage: Sendable {
    /// Where the page belongs: `index.html` in the pyramid's folder, or beside a Deep Zoom descriptor under its name.
    public let path: String
    /// The page, in UTF-8.
    public let bytes: [UInt8]

    /// The page of a pyramid that is stored by a target.
    ///
    /// - Parameters:
    ///   - pyramid: the geometry.
    ///   - format: the format of every tile.
    ///   - target: how it is stored.
    ///   - output: the path that was given to the store.
    /// - Throws: ``StoreError`` when browsers cannot read such a pyramid: from an archive, or without coarse levels.
    public init(for pyramid: Pyramid, format: TileFormat, target: PyramidTarget, output: String) throws {
        guard target.container == .folder, target.layout != .flat else {
            throw StoreError(
                .cannotCreate, path: output,
                "a page that shows a pyramid needs one in a folder, and not only its full size. Leave --html out, or "
                    + "choose another layout.")
        }
        let isDeepZoom = target.layout == .deepzoom
        let output = FilePath.withoutTrailingSlashes(output)
        let stem = isDeepZoom ? FilePath.withoutExtension(DeepZoomStore.descriptorPath(for: output)) : output
        path = isDeepZoom ? "\(stem).html" : "\(output)/index.html"
        let folder = isDeepZoom ? FilePath.name(of: stem) + DeepZoomDescriptor.filesSuffix + "/" : ""
        let description = Self.description(of: pyramid, format: format, target: target, folder: folder)
        // The name is text, and JSON in a script must not end it.
        let title = XMLText.escaped(target.name ?? FilePath.name(of: stem))
        let script = description.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "\\u003C")
        var page = PackageResources.viewer_html
        for (placeholder, text) in [("TITLE-OF-THE-PAGE", title), ("DESCRIPTION-OF-THE-PYRAMID", script)] {
            page = Self.replace(placeholder, by: text, in: page)
        }
        bytes = page
    }

    /// Writes the page to its ``path``; the pyramid is finished then.
    ///
    /// - Parameter replacesExisting: whether a file of that name is replaced; default false.
    /// - Throws: ``StoreError``; nothing half-written is left.
    public func write(replacesExisting: Bool = false) throws {
        guard replacesExisting || !FileSystem.exists(path) else { throw StoreError.exists(path) }
        try FileSystem.writeWhole(bytes, to: path)
    }

    /// What the script has to know.
    private static func description(
        of pyramid: Pyramid, format: TileFormat, target: PyramidTarget, folder: String
    ) -> String {
        let hasZooms = [PyramidLayout.xyz, .tms, .google].contains(target.layout)
        let tileMatrixSet = TileMatrixSet(pyramid: pyramid, georeference: target.georeference)
        var start = 0
        let levels = pyramid.levels.map { level in
            defer { start += level.grid.count }
            let number = hasZooms ? tileMatrixSet.zoom(of: level.index) : level.index
            // TMS counts rows from the last of the world, or from that of the level.
            let lastRow = target.georeference == nil ? level.grid.rows - 1 : 1 << max(0, number) - 1 - level.firstTile.y
            return JSONText.object([
                ("number", "\(number)"), ("width", "\(level.size.width)"), ("height", "\(level.size.height)"),
                ("factor", JSONText.number(level.downsample)), ("tile", "\(level.tileSize.width)"),
                ("columns", "\(level.grid.columns)"), ("rows", "\(level.grid.rows)"),
                ("inset", "[\(level.inset.x),\(level.inset.y)]"),
                ("first", "[\(level.firstTile.x),\(level.firstTile.y)]"), ("start", "\(start)"),
                ("lastRow", "\(lastRow)"),
            ])
        }
        return JSONText.object([
            ("layout", JSONText.string(target.layout.rawValue)), ("folder", JSONText.string(folder)),
            ("extension", JSONText.string(format.fileExtension)), ("width", "\(pyramid.size.width)"),
            ("height", "\(pyramid.size.height)"), ("overlap", "\(pyramid.overlap)"),
            ("levels", JSONText.array(Array(levels[pyramid.presentLevels]))),
        ])
    }

    /// Puts a text in the place of a mark, of which there is one.
    private static func replace(_ placeholder: String, by text: String, in page: [UInt8]) -> [UInt8] {
        let placeholder = Array(placeholder.utf8)
        let positions = page.indices.dropLast(placeholder.count - 1)
        guard let position = positions.first(where: { page[$0...].starts(with: placeholder) }) else { return page }
        return page[..<position] + Array(text.utf8) + page[(position + placeholder.count)...]
    }
}
