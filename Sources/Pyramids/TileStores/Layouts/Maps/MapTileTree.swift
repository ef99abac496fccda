internal import TilePyramid

/// A tree of folders and files with numbers for names, `ZOOM/A/B.EXT`: map tiles, described by nothing else.
///
/// What they cover is a window of the grid: the tiles of the coarsest zoom, and all finer ones within them.
struct MapTileTree: Hashable {
    /// The finest zoom that is believed.
    static let maximumZoom = 30
    /// The longest side of a window in pixels: the world at zoom 23.
    static let longestSide = 1 << 31
    /// The side of a tile when none can be asked.
    static let defaultTileSide = 256

    /// Which of the numbers is what.
    enum Scheme: Hashable, Sendable {
        /// `ZOOM/COLUMN/ROW`, rows from the top.
        case xyz
        /// `ZOOM/COLUMN/ROW`, rows from the bottom.
        case tms
        /// `ZOOM/ROW/COLUMN`, rows from the top.
        case google
    }

    /// The zooms that have folders, from the first that has a tile.
    let zooms: ClosedRange<Int>
    /// The numbers of the folders in the coarsest zoom, and of the files in these.
    let folders: ClosedRange<Int>, files: ClosedRange<Int>
    /// What the names of tiles end with.
    let fileExtension: String
    /// The name of a tile.
    let sample: String

    /// Looks at the names of a tree's coarsest tiles; nil when there is no tile.
    ///
    /// - Parameters:
    ///   - files: the files.
    ///   - stopsAtFirstTile: whether one name of each zoom is enough, to tell what it is.
    /// - Throws: ``StoreError`` when folders cannot be listed.
    /// - Complexity: O(tiles of the coarsest zoom).
    init?(of files: any ContainerReader, stopsAtFirstTile: Bool = false) throws {
        var zooms: [Int] = []
        try files.forEachName(in: "") { name in
            if let zoom = NumericFileName.number(name), zoom <= Self.maximumZoom { zooms.append(zoom) }
        }
        for zoom in zooms.sorted() {
            guard let found = try ZoomExtent(zoom, in: files, stopsAtFirstTile: stopsAtFirstTile) else { continue }
            self.zooms = zoom...(zooms.max() ?? zoom)
            folders = found.folders
            self.files = found.files
            fileExtension = found.fileExtension
            sample = found.sample
            return
        }
        return nil
    }

    /// The tiles of one zoom.
    private struct ZoomExtent {
        var folders: ClosedRange<Int>, files: ClosedRange<Int>
        let fileExtension: String
        let sample: String

        private struct StopScan: Error {}

        init?(_ zoom: Int, in tree: any ContainerReader, stopsAtFirstTile: Bool) throws {
            // A world of two squares, as in degrees, has twice as many columns.
            let range = 0..<(2 << zoom)
            var found: ZoomExtent?
            do {
                try tree.forEachName(in: "\(zoom)") { folder in
                    guard let first = NumericFileName.number(folder), range.contains(first) else {
                        // As in the many files of a Deep Zoom level.
                        if stopsAtFirstTile, !folder.hasPrefix(".") { throw StopScan() }
                        return
                    }
                    try tree.forEachName(in: "\(zoom)/\(folder)") { name in
                        guard let file = NumericFileName(name, separator: "-", count: 1),
                            range.contains(file.numbers[0]),
                            found?.fileExtension ?? file.fileExtension == file.fileExtension,
                            TileFormat(fileExtension: file.fileExtension) != nil
                        else { return }
                        let second = file.numbers[0]
                        if found == nil {
                            found = ZoomExtent(first, second, file.fileExtension, sample: "\(zoom)/\(folder)/\(name)")
                        }
                        found?.add(first, second)
                        if stopsAtFirstTile { throw StopScan() }
                    }
                }
            } catch is StopScan {}
            guard let found else { return nil }
            self = found
        }

        private init(_ first: Int, _ second: Int, _ fileExtension: String, sample: String) {
            folders = first...first
            files = second...second
            self.fileExtension = fileExtension
            self.sample = sample
        }

        private mutating func add(_ first: Int, _ second: Int) {
            folders = min(folders.lowerBound, first)...max(folders.upperBound, first)
            files = min(files.lowerBound, second)...max(files.upperBound, second)
        }
    }

    /// The pyramid that a tree without a descriptor is; nil when it is none.
    static func read(_ files: any ContainerReader) throws -> LayoutDescription? {
        guard let tree = try MapTileTree(of: files) else { return nil }
        return try tree.describe(files, scheme: try isGoogle(files) ? .google : .xyz)
    }

    /// Whether a tree without a descriptor is libvips': by what it leaves beside the tiles, for the names are alike.
    static func isGoogle(_ files: any ContainerReader) throws -> Bool {
        try [GoogleNaming.blankName, "vips-properties.xml"].contains { try files.storedTile($0) != nil }
    }

    /// What the tree is when its numbers have this order.
    func describe(_ files: any ContainerReader, scheme: Scheme) throws -> LayoutDescription {
        let usual = PixelSize(width: Self.defaultTileSide, height: Self.defaultTileSide)
        let tile = try LayoutDescription.size(ofTile: sample, in: files) ?? usual
        let (columns, named) = scheme == .google ? (self.files, folders) : (folders, self.files)
        let last = 1 << zooms.lowerBound - 1
        let rows = scheme == .tms ? (last - named.upperBound)...(last - named.lowerBound) : named
        let window = Double(max(columns.count * tile.width, rows.count * tile.height))
        guard window * Double(1 << (zooms.count - 1)) <= Double(Self.longestSide), rows.lowerBound >= 0 else {
            throw StoreError(.malformed, path: files.path, "the numbers of its tiles are too far apart for a pyramid.")
        }
        let shapes = zooms.map { zoom in
            let scale = 1 << (zoom - zooms.lowerBound)
            return LevelShape(
                size: PixelSize(width: columns.count * tile.width * scale, height: rows.count * tile.height * scale),
                tileSize: tile, downsample: Double(1 << (zooms.upperBound - zoom)),
                origin: PixelOffset(
                    x: columns.lowerBound * tile.width * scale, y: rows.lowerBound * tile.height * scale))
        }
        let pyramid = Pyramid(levels: shapes, padsTiles: true)
        let tileMatrixSet = TileMatrixSet(pyramid: pyramid, coarsestZoom: zooms.lowerBound)
        var description = LayoutDescription(
            scheme, tileMatrixSet, fileExtension: fileExtension, isGeoreferenced: true)
        if scheme != .google {
            let bounds = tileMatrixSet.bounds
            description.georeference = bounds.isValid ? Georeference(zoom: zooms.upperBound, bounds) : nil
        }
        return description
    }
}

extension LayoutDescription {
    /// Map tiles with these numbers.
    init(_ scheme: MapTileTree.Scheme, _ tileMatrixSet: TileMatrixSet, fileExtension: String, isGeoreferenced: Bool) {
        let naming: any LayoutNaming =
            switch scheme {
            case .xyz: XYZNaming(tileMatrixSet: tileMatrixSet, fileExtension: fileExtension)
            case .tms:
                TMSNaming(tileMatrixSet: tileMatrixSet, fileExtension: fileExtension, isGeoreferenced: isGeoreferenced)
            case .google: GoogleNaming(tileMatrixSet: tileMatrixSet, fileExtension: fileExtension)
            }
        let layout: PyramidLayout =
            switch scheme {
            case .xyz: .xyz
            case .tms: .tms
            case .google: .google
            }
        self.init(
            layout: layout, pyramid: tileMatrixSet.pyramid, format: TileFormat(fileExtension: fileExtension) ?? .jpeg,
            naming: naming, isSparse: true)
    }
}
