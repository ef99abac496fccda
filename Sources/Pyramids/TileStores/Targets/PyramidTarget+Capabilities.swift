public import TilePyramid

extension PyramidTarget {
    /// Whether the pyramid is a single file.
    ///
    /// A later run cannot continue it.
    public var isSingleFile: Bool { container != .folder }

    /// Whether readers show a missing tile as an empty part of the image.
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

    /// Whether the coarser levels may be left out.
    public var supportsPartialLevels: Bool {
        switch container {
        case .mbtiles, .pmtiles, .tiff: true
        case .folder, .zip, .szi: ![.zoomify, .iiif, .iiif2].contains(layout)
        }
    }

    /// Whether tiles may overlap their neighbors.
    public var supportsOverlap: Bool {
        switch container {
        case .folder, .zip, .szi: layout == .deepzoom || layout == .flat
        case .mbtiles, .pmtiles, .tiff: false
        }
    }

    /// Whether odd level sizes may be rounded up or down, because readers find the sizes in the files or need none.
    public var supportsBothRoundings: Bool {
        switch container {
        case .mbtiles, .pmtiles, .tiff: true
        case .folder, .zip, .szi: ![.deepzoom, .iiif, .iiif2, .flat].contains(layout)
        }
    }

    /// Whether the tiles are map tiles, so that the image can be placed on the world's grid.
    public var isMapTiled: Bool {
        switch container {
        case .mbtiles, .pmtiles: true
        case .folder, .zip, .szi: layout == .xyz || layout == .tms
        case .tiff: false
        }
    }

    /// Whether the files can store the bounds of the image on the Earth while its pixels stay as they are.
    public var storesBounds: Bool { container == .tiff }

    /// The tile formats that readers accept, the default first.
    ///
    /// IIIF Image API level 0 is JPEG (https://iiif.io/api/image/3.0/compliance/). MBTiles 1.3 and PMTiles 3 list
    /// theirs.
    public var formats: [TileFormat] {
        switch container {
        case .mbtiles, .tiff: [.jpeg, .png, .webp]
        case .pmtiles: [.jpeg, .png, .webp, .avif]
        case .folder, .zip, .szi: layout == .iiif || layout == .iiif2 ? [.jpeg] : TileFormat.allCases
        }
    }
}
