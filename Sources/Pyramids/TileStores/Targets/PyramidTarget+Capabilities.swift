public import TilePyramid

extension PyramidTarget {
    /// Whether the pyramid is a single file, which cannot be continued by a later run.
    public var isSingleFile: Bool { container != .folder }

    /// Whether its readers take a tile that is not there for an empty part of the picture.
    public var supportsSparseTiles: Bool {
        switch container {
        case .mbtiles, .pmtiles, .tiff: true
        case .folder, .zip, .szi:
            switch layout {
            case .deepzoom, .xyz, .tms, .google: true
            case .zoomify, .iiif, .iiif2, .flat: false
            }
        }
    }

    /// Whether it may hold the finest levels only.
    public var supportsPartialLevels: Bool {
        switch container {
        case .mbtiles, .pmtiles, .tiff: true
        case .folder, .zip, .szi: ![.zoomify, .iiif, .iiif2].contains(layout)
        }
    }

    /// Whether tiles may share pixels with their neighbors.
    public var supportsOverlap: Bool {
        switch container {
        case .folder, .zip, .szi: layout == .deepzoom || layout == .flat
        case .mbtiles, .pmtiles, .tiff: false
        }
    }

    /// Whether readers learn the sizes of levels from the files, or do not need to know them, so that odd ones may be
    /// rounded either way.
    public var supportsBothRoundings: Bool {
        switch container {
        case .mbtiles, .pmtiles, .tiff: true
        case .folder, .zip, .szi: ![.deepzoom, .iiif, .iiif2, .flat].contains(layout)
        }
    }

    /// Whether it is a map's grid of tiles, so that a picture may lie at its place on the world.
    public var isMapTiled: Bool {
        switch container {
        case .mbtiles, .pmtiles: true
        case .folder, .zip, .szi: layout == .xyz || layout == .tms
        case .tiff: false
        }
    }

    /// Whether its files can say where a picture lies on the Earth whose pixels stay as they are.
    public var storesBounds: Bool { container == .tiff }

    /// The formats that readers of such a pyramid take tiles in, the usual one first.
    ///
    /// IIIF Image API level 0 is JPEG (https://iiif.io/api/image/3.0/compliance/); MBTiles 1.3 and PMTiles 3 name theirs.
    public var formats: [TileFormat] {
        switch container {
        case .mbtiles, .tiff: [.jpeg, .png, .webp]
        case .pmtiles: [.jpeg, .png, .webp, .avif]
        case .folder, .zip, .szi: layout == .iiif || layout == .iiif2 ? [.jpeg] : TileFormat.allCases
        }
    }
}
