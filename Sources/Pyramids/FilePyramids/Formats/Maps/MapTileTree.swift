internal import Georeferencing
internal import Numbers
import TileContainers
internal import TilePyramid

/// A tree of map tiles without a descriptor, `ZOOM/A/B.EXT`, where A and B are numbers.
///
/// The pyramid covers all tiles that exist: a range of the coarsest zoom, and everything finer within it.
package struct MapTileTree: Hashable {
    /// The longest side of a pyramid in pixels.
    package static let longestSide = PyramidLimits.longestSide
    /// The side of a tile if none can be read.
    package static let defaultTileSide = 256

    /// The order of column and row, and the direction of rows.
    enum Scheme: Hashable, Sendable, CaseIterable {
        /// `ZOOM/COLUMN/ROW`, rows counted from the top.
        case xyz
        /// `ZOOM/COLUMN/ROW`, rows counted from the bottom.
        case tms
        /// `ZOOM/ROW/COLUMN`, rows counted from the top.
        case google
    }

    /// The most files of a zoom that are looked at if only their file extensions matter.
    private static let sampledFileLimit = 1_000
    /// The most file extensions that are distinguished.
    private static let fileExtensionLimit = 16

    /// The zooms of the coarsest and of the finest tile.
    let zooms: ClosedRange<Int>
    /// The numbers of folders, as columns, and of the files in them, as rows, for each zoom.
    private(set) var numbers = MapExtent()
    /// The file extensions of the tiles, the most frequent first.
    private(set) var fileExtensions: [String] = []
    /// The name of one tile of the coarsest zoom.
    private(set) var sample = ""

    /// Examines the names of the tiles; `nil` if there is no tile.
    ///
    /// Finer zooms are only looked into, once those before them cover the world.
    ///
    /// - Parameters:
    ///   - files: the files of the tree.
    ///   - only: the only zoom that is used; `nil`, the default, for all.
    ///   - stopsAtFirstTile: whether one tile is enough, to recognize a tree without measuring it.
    /// - Throws: ``StoreError`` when folders cannot be listed.
    /// - Complexity: O(tiles), or O(tiles of the coarsest zoom) if these cover the world.
    init?(of files: any ContainerReader, only: Int? = nil, stopsAtFirstTile: Bool = false) throws {
        var named: [Int] = []
        try files.forEachName(in: "") { name in
            guard let zoom = NumericFileName.number(name), zoom <= MapTile.maximumZoom, zoom == only ?? zoom else {
                return
            }
            named.append(zoom)
        }
        var scan = Scan()
        for zoom in named.sorted() {
            try scan.read(
                zoom, files, limit: stopsAtFirstTile ? 1 : scan.numbers.isWhole ? Self.sampledFileLimit : .max)
            if stopsAtFirstTile, scan.numbers.zooms != nil { break }
        }
        guard let zooms = scan.numbers.zooms else { return nil }
        self.zooms = zooms
        numbers = scan.numbers
        sample = scan.sample
        fileExtensions = scan.counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    private struct StopScan: Error {}

    /// The tiles that were found in the folders of zooms.
    private struct Scan {
        var numbers = MapExtent()
        /// The number of tiles by file extension.
        var counts: [String: Int] = [:]
        var sample = ""

        /// Adds the tiles of a zoom, at most a number of them.
        mutating func read(_ zoom: Int, _ tree: any ContainerReader, limit: Int) throws {
            // A geographic (EPSG:4326) matrix has two root tiles, hence twice as many columns.
            let range = 0..<(2 << zoom)
            var left = limit
            do {
                try tree.forEachName(
                    inSubfoldersOf: "\(zoom)",
                    where: { folder in
                        let isColumn = NumericFileName.number(folder).map(range.contains) ?? false
                        // Stops early in the many files of a Deep Zoom level.
                        if !isColumn, limit == 1, !folder.hasPrefix(".") { throw StopScan() }
                        return isColumn
                    },
                    { folder, name in
                        guard let first = NumericFileName.number(folder),
                            let file = NumericFileName(name, separator: "-", count: 1), range.contains(file.numbers[0]),
                            TileFormat(fileExtension: file.fileExtension) != nil,
                            counts[file.fileExtension] != nil || counts.count < MapTileTree.fileExtensionLimit
                        else { return }
                        counts[file.fileExtension, default: 0] += 1
                        if sample.isEmpty { sample = "\(zoom)/\(folder)/\(name)" }
                        numbers.add(MapTile(zoom: zoom, column: first, row: file.numbers[0]))
                        left -= 1
                        if left == 0 { throw StopScan() }
                    })
            } catch is StopScan {}
        }
    }

    /// The three numbers in a name such as `3/12/7.jpg`; `nil` if it has another form, or none of the file extensions.
    static func numbers(in name: String, fileExtensions: [String]) -> [Int]? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, let file = NumericFileName(parts[2], separator: "-", count: 1),
            fileExtensions.contains(file.fileExtension), let first = NumericFileName.number(parts[0]),
            let second = NumericFileName.number(parts[1])
        else { return nil }
        return [first, second, file.numbers[0]]
    }

    /// Describes a tree without a descriptor, or with a `metadata.json`; `nil` if there are no map tiles.
    static func read(_ files: any ContainerReader) throws -> LayoutDescription? {
        guard let tree = try MapTileTree(of: files) else { return nil }
        let metadata = try ExportedMetadata.read(files)
        let scheme: Scheme = try isGoogle(files) ? .google : metadata?.isTMS == true ? .tms : .xyz
        var description = try tree.describe(files, scheme: scheme, declared: metadata?.declared ?? .init())
        description.properties = metadata?.properties ?? []
        description.warnings = (metadata?.warnings ?? []) + description.warnings
        return description
    }

    /// Whether libvips wrote the tree, judging by the files beside the tiles; the names of the tiles are the same as
    /// XYZ.
    static func isGoogle(_ files: any ContainerReader) throws -> Bool {
        try [MapNaming.blankName, "vips-properties.xml"].contains { try files.storedTile($0) != nil }
    }

    /// Describes the tiles beside a descriptor that does not give their geometry; those of one zoom, if that is named.
    static func describe(
        _ files: any ContainerReader, scheme: Scheme, declared: MapCoverage.Declaration, descriptor path: String,
        only zoom: Int? = nil
    ) throws -> LayoutDescription {
        guard let tree = try MapTileTree(of: files, only: zoom) else {
            throw StoreError(
                .unreadable, path: path, "there are no tiles next to it in folders named after zoom levels.")
        }
        return try tree.describe(files, scheme: scheme, declared: declared)
    }

    /// Describes the pyramid of the tree, with its numbers in the order of `scheme`.
    private func describe(
        _ files: any ContainerReader, scheme: Scheme, declared: MapCoverage.Declaration
    ) throws -> LayoutDescription {
        let usual = PixelSize(width: Self.defaultTileSide, height: Self.defaultTileSide)
        let tile = try LayoutDescription.size(ofTile: sample, in: files) ?? usual
        let extent = extent(in: scheme)
        guard extent.ranges.values.allSatisfy({ $0.rows.lowerBound >= 0 }) else {
            throw StoreError(
                .malformed, path: files.path, "its tiles have rows that no map has, counted from the south.")
        }
        let coverage = MapCoverage(extent, declared: declared)
        let most = max(coverage.tiles.columns.count, coverage.tiles.rows.count)
        guard let side = CheckedNumber.product(most, max(tile.width, tile.height)),
            side <= Self.longestSide >> (zooms.count - 1)
        else {
            throw StoreError(
                .malformed, path: files.path,
                "the tiles of zoom \(zooms.lowerBound) are too far apart: the image would be larger than "
                    + "\(Self.longestSide) pixels.")
        }
        let tileMatrixSet = TileMatrixSet(coverage.tiles, zooms: zooms, tileSize: tile)
        var description = LayoutDescription(
            scheme, tileMatrixSet, fileExtensions: fileExtensions, isGeoreferenced: true)
        description.warnings = coverage.warnings
        if scheme != .google {
            let isPlaced = tileMatrixSet.bounds.isOnEarth || coverage.bounds.crossesAntimeridian
            description.georeference =
                isPlaced ? Georeference(zoom: zooms.upperBound, bounds: coverage.bounds) : nil
        }
        return description
    }

    /// The tiles of each zoom, with rows counted from the north.
    private func extent(in scheme: Scheme) -> MapExtent {
        var extent = MapExtent()
        for (zoom, range) in numbers.ranges {
            let count = 1 << zoom
            let own =
                switch scheme {
                case .xyz: range
                case .google: TileRange(columns: range.rows, rows: range.columns)
                case .tms:
                    TileRange(
                        columns: range.columns,
                        // Checked: from a range that was not reversed, with its ends swapped.
                        rows: count - range.rows.upperBound..<count - range.rows.lowerBound)
                }
            extent.add(own, zoom: zoom)
        }
        return extent
    }
}

extension LayoutDescription {
    /// Describes map tiles in a numbering scheme.
    init(_ scheme: MapTileTree.Scheme, _ tileMatrixSet: TileMatrixSet, fileExtensions: [String], isGeoreferenced: Bool)
    {
        let layout: PyramidFormat =
            switch scheme {
            case .xyz: .xyz
            case .tms: .tms
            case .google: .google
            }
        self.init(
            layout: layout, pyramid: tileMatrixSet.pyramid,
            format: fileExtensions.first.flatMap(TileFormat.init(fileExtension:)) ?? .jpeg,
            naming: MapNaming(
                scheme: scheme, tileMatrixSet: tileMatrixSet, fileExtension: fileExtensions.first ?? "jpg",
                otherFileExtensions: Array(fileExtensions.dropFirst()), isGeoreferenced: isGeoreferenced),
            isSparse: true)
        mayMixFormats = true
    }
}
