internal import CheckedNumbers
internal import Georeferencing
internal import TilePyramid

/// A tree of map tiles without a descriptor, `ZOOM/A/B.EXT`, where A and B are numbers.
///
/// The pyramid covers the range of tiles of the coarsest zoom, and everything finer within it.
struct MapTileTree: Hashable {
    /// The longest side of a pyramid in pixels.
    static let longestSide = PyramidLimits.longestSide
    /// The side of a tile if none can be read.
    static let defaultTileSide = 256

    /// The order of column and row, and the direction of rows.
    enum Scheme: Hashable, Sendable, CaseIterable {
        /// `ZOOM/COLUMN/ROW`, rows counted from the top.
        case xyz
        /// `ZOOM/COLUMN/ROW`, rows counted from the bottom.
        case tms
        /// `ZOOM/ROW/COLUMN`, rows counted from the top.
        case google
    }

    /// The extent of one zoom.
    struct Extent: Hashable {
        /// The range of folder numbers, and of file numbers in these folders.
        var folders: ClosedRange<Int>, files: ClosedRange<Int>
        /// The file extension of the tiles.
        let fileExtension: String
        /// The name of one tile.
        let sample: String

        fileprivate mutating func add(_ first: Int, _ second: Int) {
            // Checked: a minimum, and a maximum.
            folders = min(folders.lowerBound, first)...max(folders.upperBound, first)
            // Checked: a minimum, and a maximum.
            files = min(files.lowerBound, second)...max(files.upperBound, second)
        }
    }

    /// The zooms that have folders, from the first with a tile.
    let zooms: ClosedRange<Int>
    /// The extent of the coarsest zoom.
    let extent: Extent

    /// Examines the names of the coarsest tiles; `nil` if there is no tile.
    ///
    /// - Parameters:
    ///   - files: the files of the tree.
    ///   - stopsAtFirstTile: whether one tile is enough, to recognize a tree without measuring it.
    /// - Throws: ``StoreError`` when folders cannot be listed.
    /// - Complexity: O(tiles of the coarsest zoom).
    init?(of files: any ContainerReader, stopsAtFirstTile: Bool = false) throws {
        var zooms: [Int] = []
        try files.forEachName(in: "") { name in
            if let zoom = NumericFileName.number(name), zoom <= MapTile.maximumZoom { zooms.append(zoom) }
        }
        for zoom in zooms.sorted() {
            guard let extent = try Self.extent(of: zoom, files, stopsAtFirstTile) else { continue }
            // Checked: the zoom is one of them.
            self.zooms = zoom...(zooms.max() ?? zoom)
            self.extent = extent
            return
        }
        return nil
    }

    private struct StopScan: Error {}

    private static func extent(
        of zoom: Int, _ tree: any ContainerReader, _ stopsAtFirstTile: Bool
    ) throws -> Extent? {
        // A geographic (EPSG:4326) matrix has two root tiles, hence twice as many columns.
        let range = 0..<(2 << zoom)
        var found: Extent?
        do {
            try tree.forEachName(
                inSubfoldersOf: "\(zoom)",
                where: { folder in
                    let isColumn = NumericFileName.number(folder).map(range.contains) ?? false
                    // Stops early in the many files of a Deep Zoom level.
                    if !isColumn, stopsAtFirstTile, !folder.hasPrefix(".") { throw StopScan() }
                    return isColumn
                },
                { folder, name in
                    guard let first = NumericFileName.number(folder),
                        let file = NumericFileName(name, separator: "-", count: 1), range.contains(file.numbers[0]),
                        found?.fileExtension ?? file.fileExtension == file.fileExtension,
                        TileFormat(fileExtension: file.fileExtension) != nil
                    else { return }
                    let second = file.numbers[0]
                    if found == nil {
                        found = Extent(
                            // Checked: of one number.
                            folders: first...first, files: second...second, fileExtension: file.fileExtension,
                            sample: "\(zoom)/\(folder)/\(name)")
                    }
                    found?.add(first, second)
                    if stopsAtFirstTile { throw StopScan() }
                })
        } catch is StopScan {}
        return found
    }

    /// The three numbers in a name such as `3/12/7.jpg`; `nil` if it has another form or file extension.
    static func numbers(in name: String, fileExtension: String) -> [Int]? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, let file = NumericFileName(parts[2], separator: "-", count: 1),
            file.fileExtension == fileExtension, let first = NumericFileName.number(parts[0]),
            let second = NumericFileName.number(parts[1])
        else { return nil }
        return [first, second, file.numbers[0]]
    }

    /// Describes a tree without a descriptor; `nil` if there are no map tiles.
    static func read(_ files: any ContainerReader) throws -> LayoutDescription? {
        guard let tree = try MapTileTree(of: files) else { return nil }
        return try tree.describe(files, scheme: try isGoogle(files) ? .google : .xyz)
    }

    /// Whether libvips wrote the tree, judging by the files beside the tiles; the names of the tiles are the same as
    /// XYZ.
    static func isGoogle(_ files: any ContainerReader) throws -> Bool {
        try [MapNaming.blankName, "vips-properties.xml"].contains { try files.storedTile($0) != nil }
    }

    /// Describes the tiles beside a descriptor that does not give their geometry.
    ///
    /// Its bounds say only whether the map crosses the 180th meridian.
    static func describe(
        _ files: any ContainerReader, scheme: Scheme, descriptor path: String, crossing bounds: GeoBounds? = nil
    ) throws -> LayoutDescription {
        guard let tree = try MapTileTree(of: files) else {
            throw StoreError(
                .unreadable, path: path, "there are no tiles next to it in folders named after zoom levels.")
        }
        return try tree.describe(files, scheme: scheme, crossing: bounds)
    }

    /// Describes the pyramid of the tree, with its numbers in the order of `scheme`.
    private func describe(
        _ files: any ContainerReader, scheme: Scheme, crossing bounds: GeoBounds? = nil
    ) throws -> LayoutDescription {
        let usual = PixelSize(width: Self.defaultTileSide, height: Self.defaultTileSide)
        let tile = try LayoutDescription.size(ofTile: extent.sample, in: files) ?? usual
        var (columns, named) = scheme == .google ? (extent.files, extent.folders) : (extent.folders, extent.files)
        if let bounds, bounds.crossesAntimeridian {
            let tiles = bounds.tiles(at: zooms.lowerBound)
            // Checked: a range that is not empty.
            columns = tiles.columns.lowerBound...tiles.columns.upperBound - 1
        }
        let last = 1 << zooms.lowerBound - 1
        // Checked: from a range that was not reversed, with its ends swapped.
        let rows = scheme == .tms ? (last - named.upperBound)...(last - named.lowerBound) : named
        // At most 30 zooms follow the coarsest.
        let scale = 1 << (zooms.count - 1)
        let sides = [(columns.count, tile.width), (rows.count, tile.height)].map { count, side in
            CheckedNumber.product(count, side, scale) ?? .max
        }
        guard sides.allSatisfy({ $0 <= Self.longestSide }), rows.lowerBound >= 0 else {
            throw StoreError(.malformed, path: files.path, "the numbers of its tiles are too far apart for a pyramid.")
        }
        let tileMatrixSet = TileMatrixSet(
            TileRange(columns: Range(columns), rows: Range(rows)), zooms: zooms, tileSize: tile)
        var description = LayoutDescription(
            scheme, tileMatrixSet, fileExtension: extent.fileExtension, isGeoreferenced: true)
        if scheme != .google {
            let bounds = tileMatrixSet.bounds
            description.georeference =
                bounds.isOnEarth || bounds.crossesAntimeridian
                ? Georeference(zoom: zooms.upperBound, bounds: bounds) : nil
        }
        return description
    }
}

extension LayoutDescription {
    /// Describes map tiles in a numbering scheme.
    init(_ scheme: MapTileTree.Scheme, _ tileMatrixSet: TileMatrixSet, fileExtension: String, isGeoreferenced: Bool) {
        let layout: PyramidFormat =
            switch scheme {
            case .xyz: .xyz
            case .tms: .tms
            case .google: .google
            }
        self.init(
            layout: layout, pyramid: tileMatrixSet.pyramid, format: TileFormat(fileExtension: fileExtension) ?? .jpeg,
            naming: MapNaming(
                scheme: scheme, tileMatrixSet: tileMatrixSet, fileExtension: fileExtension,
                isGeoreferenced: isGeoreferenced),
            isSparse: true)
    }
}
