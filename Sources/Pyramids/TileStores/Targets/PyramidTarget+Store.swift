public import TilePyramid

extension PyramidTarget {
    /// Creates the store that a pyramid's tiles go to.
    ///
    /// - Parameters:
    ///   - path: a descriptor for Deep Zoom in a folder, what the names of tiles begin with for flat tiles, a folder for
    ///     other layouts, a file for other containers.
    ///   - pyramid: the geometry, of this target's ``shape``.
    ///   - format: the format of every tile, one of ``formats``.
    ///   - options: what to do about a pyramid, or a part of one, that is there already.
    /// - Returns: a store that has nothing under its real name yet.
    /// - Throws: ``StoreError``, naming the path and what to do.
    public func makeStore(
        at path: String, pyramid: Pyramid, format: TileFormat, options: StoreOptions = StoreOptions()
    ) throws -> any TileStore {
        switch container {
        case .folder:
            switch layout {
            case .deepzoom:
                return try DeepZoomStore(
                    creating: path, pyramid: pyramid, format: format, options: options, isSparse: isSparse)
            case .flat:
                return try FlatStore(creating: path, pyramid: pyramid, format: format, options: options)
            case .zoomify, .iiif, .iiif2, .xyz, .tms, .google:
                return try LayoutStore(
                    creating: path, pyramid: pyramid, format: format, target: self, options: options)
            }
        case .pmtiles:
            return try PMTilesStore(creating: path, pyramid: pyramid, format: format, target: self, options: options)
        case .zip, .szi:
            return try LayoutStore(
                creatingArchive: path, pyramid: pyramid, format: format, target: self, options: options)
        case .mbtiles:
            return try MBTilesStore(creating: path, pyramid: pyramid, format: format, target: self, options: options)
        case .tiff:
            return try TIFFStore(creating: path, pyramid: pyramid, format: format, target: self, options: options)
        }
    }
}
