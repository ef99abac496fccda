internal import Georeferencing
internal import JSONDocuments
internal import TilePyramid

/// The description of a pyramid for the script of its page.
struct ViewerPageDescription {
    /// The geometry.
    let pyramid: Pyramid
    /// The layout, which names the tiles.
    let layout: PyramidFormat
    /// The format of the tiles.
    let format: TileFormat
    /// The folder of the tiles with a slash at its end: as a name, or as an address that is percent-encoded.
    let folder: (name: String, text: String)
    /// The place on the Earth, the size of a pixel and the basemap.
    let target: PyramidTarget
    /// The query of the tiles' addresses with its question mark; empty by default.
    var query = ""
    /// Whether the tiles are only a preview, for which the page asks again; the default is `false`.
    var isCoarse = false

    /// The description as JSON.
    var json: String {
        var members = [
            ("layout", JSONText.string(layout.id)), (folder.name, JSONText.string(folder.text)),
            ("extension", JSONText.string(format.fileExtension)), ("width", "\(pyramid.size.width)"),
            ("height", "\(pyramid.size.height)"), ("overlap", "\(pyramid.overlap)"),
            ("levels", JSONText.array(Array(levels[pyramid.presentLevels]))),
        ]
        if !query.isEmpty { members.append(("query", JSONText.string(query))) }
        if isCoarse { members.append(("isCoarse", "true")) }
        if let map {
            members.append(("map", map))
            if let basemap = target.page.basemap { members.append(("basemap", JSONText.string(basemap.template))) }
        } else if let microns = target.micronsPerPixel?.x, microns.isFinite, microns > 0 {
            members.append(("microns", JSONText.number(microns)))
        }
        return JSONText.object(members)
    }

    private var hasZooms: Bool { [PyramidFormat.xyz, .tms, .google].contains(layout) }

    /// The offset of the image in the world's full-size pixels, and the world's side; nil without a georeference.
    private var map: String? {
        guard hasZooms, let georeference = target.georeference else { return nil }
        let level = pyramid.finestLevel
        return JSONText.object([
            ("x", "\(level.origin.x)"), ("y", "\(level.origin.y)"),
            ("side", "\(level.tileSize.width << max(0, georeference.zoom))"),
        ])
    }

    /// The levels from the coarsest to full size.
    private var levels: [String] {
        let georeference = target.georeference
        let tileMatrixSet = TileMatrixSet(pyramid: pyramid, georeference: georeference)
        var start = 0
        return pyramid.levels.map { level in
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
    }
}
