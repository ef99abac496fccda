internal import FilePyramids
internal import Georeferencing
internal import JSONDocuments
internal import Numbers
internal import PyramidTools
internal import TilePyramid

extension PyramidReport {
    /// The description for people: the kind, a table of the levels, the metadata.
    ///
    /// - Parameter image: the image in a pyramidal TIFF; nil for other pyramids.
    /// - Returns: the lines.
    func lines(of image: ImageReport?) -> [String] {
        let finest = pyramid.finestLevel.tileSize
        let side = finest.width == finest.height ? "\(finest.width)" : "\(finest)"
        // Stored values are not those of a picture, whatever its tiles become for viewers.
        let tiles = image?.channels.map { "\($0.planesText), tiles" } ?? "\(format.rawValue) tiles"
        var lines = [
            "\(path): \(pyramidFormat.name), \(size) pixels, \(tiles) of \(side) pixels, overlap \(pyramid.overlap)",
            ReportTable.row("level", "size", "tiles", isCounted ? isSparse ? "present" : "missing" : ""),
        ]
        for level in levels.reversed() {
            lines.append(
                ReportTable.row(
                    "\(level.level.index)", level.level.size.description,
                    "\(level.level.grid.columns)×\(level.level.grid.rows)",
                    isCounted ? "\(isSparse ? level.tiles : level.missingTiles)" : ""))
        }
        lines += properties.map { "  \($0.name): \(Self.shortened($0.value))" }
        // What the image in a TIFF says includes its place.
        if image?.georeference == nil { lines += placeStatements.map { "  \($0.name): \($0.value)" } }
        if let image {
            lines += ([("Samples", image.samples)] + image.statements).map { "  \($0.0): \($0.1)" }
        }
        return lines + [summary(of: image)]
    }

    /// The most characters of a property that are printed for people: OME-XML has many more.
    private static let propertyLimit = 400

    /// The beginning of a long value, with the number of further characters.
    private static func shortened(_ value: String) -> String {
        let more = value.count - propertyLimit
        return more > 0 ? "\(value.prefix(propertyLimit))… (\(more) more characters; --json prints all)" : value
    }

    /// The position on the Earth and the value of pixels without data, in the order in which they are printed.
    private var placeStatements: [(name: String, value: String)] {
        let zooms = place?.zooms.map { "\($0.lowerBound) to \($0.upperBound)" }
        let statements = place?.georeference.statements(bounds: place?.bounds) ?? []
        return (statements + [("Zooms", zooms), ("Nodata", nodata)]).compactMap { name, value in
            value.map { (name, $0) }
        }
    }

    /// One line with the numbers of levels, tiles and bytes; of a TIFF of several pages they are those of the first.
    func summary(of image: ImageReport? = nil) -> String {
        guard isCounted else {
            return NumberText.count(levels.count, "level") + ", tiles not counted: each would be requested"
        }
        let page = image.flatMap { $0.pages > 1 ? " of the first of \($0.pages) pages" : nil } ?? ""
        let parts = [
            NumberText.count(levels.count, "level"), NumberText.count(tiles, "tile") + page,
            missingTiles > 0 ? "\(missingTiles) \(isSparse ? "absent (allowed)" : "missing")" : nil,
            deduplication.text, NumberText.bytes(bytes),
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// One JSON object on one line.
    ///
    /// The keys are `path`, `kind`, `width`, `height`, `tileWidth`, `tileHeight`, `overlap`, `format`, `sparse`
    /// (whether tiles may be missing), `levels` [{`level`, `width`, `height`, `downsample`, `columns`, `rows`, `tiles`,
    /// `missing`}], `tiles`, `missing`, `deduplicatedTiles`, `savedBytes`, `bytes`, `properties` [{`name`, `value`}], `crs`,
    /// `transform` (GDAL's six numbers), `bounds` [west, south, east, north] in degrees (all three null if the pyramid is not
    /// georeferenced), `zooms` [first, last] (null unless the tiles are those of Web Mercator), `nodata` (null if there is none) and
    /// `warnings`. Numbers of tiles and bytes that were not counted are null. A pyramidal TIFF has `image`, with the keys of an
    /// image.
    ///
    /// - Parameter image: the image in a pyramidal TIFF; nil for other pyramids.
    /// - Returns: the object.
    func json(of image: ImageReport?) -> String {
        JSONText.object(members + (image.map { [("image", JSONText.object($0.members))] } ?? []))
    }

    private func counted(_ number: Int) -> String { isCounted ? "\(number)" : "null" }

    /// The members of the object.
    var members: [(String, String)] {
        let levels = self.levels.map { count in
            JSONText.object([
                ("level", "\(count.level.index)"), ("width", "\(count.level.size.width)"),
                ("height", "\(count.level.size.height)"), ("downsample", JSONText.number(count.level.downsample)),
                ("columns", "\(count.level.grid.columns)"), ("rows", "\(count.level.grid.rows)"),
                ("tiles", counted(count.tiles)), ("missing", counted(count.missingTiles)),
            ])
        }
        let properties = self.properties.map {
            JSONText.object([("name", JSONText.string($0.name)), ("value", JSONText.string($0.value))])
        }
        var members = [
            JSONText.path("path", path), ("kind", JSONText.string(pyramidFormat.name)),
            ("width", "\(size.width)"), ("height", "\(size.height)"),
            ("tileWidth", "\(pyramid.finestLevel.tileSize.width)"),
            ("tileHeight", "\(pyramid.finestLevel.tileSize.height)"), ("overlap", "\(pyramid.overlap)"),
            ("format", JSONText.string(format.rawValue)), ("sparse", "\(isSparse)"), ("levels", JSONText.array(levels)),
            ("tiles", counted(tiles)), ("missing", counted(missingTiles)),
            ("deduplicatedTiles", counted(deduplication.tiles)), ("savedBytes", counted(deduplication.bytes)),
            ("bytes", counted(bytes)), ("properties", JSONText.array(properties)),
        ]
        members += RasterGeoreference.members(place?.georeference, bounds: place?.bounds)
        members += [
            ("zooms", place?.zooms.map { JSONText.array(["\($0.lowerBound)", "\($0.upperBound)"]) } ?? "null"),
            ("nodata", nodata.map(JSONText.string) ?? "null"),
            ("warnings", JSONText.array(warnings.map(JSONText.string))),
        ]
        return members
    }
}

/// Formats rows of a table with right-aligned columns.
enum ReportTable {
    /// Returns a row of at most five columns.
    static func row(_ columns: String...) -> String {
        zip(columns, [7, 17, 12, 12, 12]).map { text, width in
            String(repeating: " ", count: max(1, width - text.count)) + text
        }.joined()
    }
}
