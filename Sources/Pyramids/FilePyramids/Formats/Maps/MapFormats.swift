internal import Georeferencing
internal import TileContainers
package import TilePyramid

extension PyramidFormat {
    /// Web map tiles: `ZOOM/COLUMN/ROW.jpg` with rows counted from the top, and `tiles.json`.
    public static let xyz = PyramidFormat(
        id: "xyz", name: "XYZ", layout: MapLayout(scheme: .xyz),
        capabilities: .layout {
            $0.isMapTiled = true
            $0.storedTexts = Set(CaptionText.allCases)
        }, shape: .mapTiles)

    /// TMS: `ZOOM/COLUMN/ROW.jpg` with rows counted from the bottom, and `tilemapresource.xml`.
    public static let tms = PyramidFormat(
        id: "tms", name: "TMS", layout: MapLayout(scheme: .tms),
        capabilities: .layout {
            $0.isMapTiled = true
            $0.storedTexts = [.title]
        }, shape: .mapTiles)

    /// The Google layout of libvips: `ZOOM/ROW/COLUMN.jpg`, and `blank.png`.
    public static let google = PyramidFormat(
        id: "google", name: "Google", layout: MapLayout(scheme: .google),
        capabilities: .layout {
            $0.supportsCentering = true
            $0.storedTexts = Set(CaptionText.allCases)
        }, shape: .mapTiles)
}

extension PyramidShape {
    /// The shape of map tiles: down to one tile, all of the same size.
    package static let mapTiles = PyramidShape {
        $0.coarsest = .tile
        $0.padsTiles = true
    }

    /// A shape that differs from that of Deep Zoom.
    init(_ change: (inout PyramidShape) -> Void) {
        self.init()
        change(&self)
    }
}

/// Map tiles in folders, one for each zoom.
struct MapLayout: FileLayout {
    let scheme: MapTileTree.Scheme
    let descriptorNames = [TileJSON.name, TileMapResource.name]

    func mayOwn(entry name: String) -> Bool {
        if let zoom = NumericFileName.number(name) { return zoom <= MapTile.maximumZoom }
        return descriptorNames.contains(name) || name == MapNaming.blankName
    }

    func isDescriptor(_ name: String, head: [UInt8]) -> Bool {
        guard [TileMapResource.name, TileJSON.name].contains(name) else { return false }
        // Drops the zero bytes of UTF-16.
        let text = String(decoding: head.filter { $0 != 0 }, as: UTF8.self)
        switch name {
        case TileMapResource.name: return scheme == .tms && text.contains("TileMap")
        case TileJSON.name:
            guard text.contains("\"tilejson\"") else { return false }
            return scheme == (text.contains("{y}/{x}") ? .google : text.contains("\"tms\"") ? .tms : .xyz)
        default: return false
        }
    }

    func isPyramid(_ folder: String, names: [String]) throws -> Bool {
        guard !names.contains(TileJournal.fileName) else { return false }
        for name in [TileMapResource.name, TileJSON.name] where names.contains(name) {
            let head = try FolderContainerReader(folder).read(name, limit: PyramidCandidate.headLength) ?? []
            let schemes = MapTileTree.Scheme.allCases.filter { MapLayout(scheme: $0).isDescriptor(name, head: head) }
            if let found = schemes.first { return found == scheme }
        }
        // The levels of Deep Zoom have numbers for names as well, but they contain files rather than folders.
        guard scheme != .tms, names.contains(where: { NumericFileName.number($0) != nil }) else { return false }
        let files = FolderContainerReader(folder)
        return try MapTileTree.isGoogle(files) == (scheme == .google)
            && MapTileTree(of: files, stopsAtFirstTile: true) != nil
    }

    /// Whether there is a map tile; the names are the same in all schemes, so one scheme looks for all.
    func hasTiles(in files: any ContainerReader) throws -> Bool {
        try scheme == .xyz && MapTileTree(of: files, stopsAtFirstTile: true) != nil
    }

    /// Describes map tiles in any scheme: which it is, the files say.
    func describe(_ files: any ContainerReader) throws -> LayoutDescription? {
        try TileMapReader.read(files) ?? TileJSONReader.read(files) ?? MapTileTree.read(files)
    }

    func naming(for request: StoreRequest) throws -> any LayoutNaming {
        let georeference = request.target.georeference
        let fileExtension = request.format.fileExtension
        let tileMatrixSet = TileMatrixSet(pyramid: request.pyramid, georeference: georeference)
        func tileJSON(_ template: String, margin: PixelOffset = .zero) -> ContainerFile {
            TileJSON.file(
                tileMatrixSet, title: request.name, attribution: request.target.attribution, georeference: georeference,
                margin: margin, template: "\(template).\(fileExtension)", description: request.target.description,
                terrain: request.target.terrain)
        }
        let resource = TileMapResource(
            tileMatrixSet: tileMatrixSet, title: request.name, format: request.format, georeference: georeference)
        let descriptors: [ContainerFile] =
            switch scheme {
            case .xyz: [tileJSON("{z}/{x}/{y}")]
            case .tms: [ContainerFile(name: TileMapResource.name, text: resource.xml)]
            case .google:
                try [
                    ContainerFile(
                        name: MapNaming.blankName, bytes: MapNaming.blankTile(side: request.pyramid.tileSize)),
                    tileJSON("{z}/{y}/{x}", margin: request.target.margin),
                ]
            }
        return MapNaming(
            scheme: scheme, tileMatrixSet: tileMatrixSet, fileExtension: fileExtension,
            isGeoreferenced: georeference != nil, descriptors: descriptors)
    }
}
