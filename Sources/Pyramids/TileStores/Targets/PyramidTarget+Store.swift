public import TilePyramid

extension PyramidTarget {
    /// Creates the store that the tiles of a pyramid are written to.
    ///
    /// - Parameters:
    ///   - path: the descriptor for Deep Zoom in a folder, the common prefix of the tiles for flat tiles, the folder
    ///     for other layouts, the file for other containers.
    ///   - pyramid: the geometry, of this target's ``shape``.
    ///   - format: the format of every tile, one of ``formats``.
    ///   - options: what to do with a finished or partial pyramid that exists already.
    /// - Returns: a store that has created nothing under the final name yet.
    /// - Throws: ``StoreError``, naming the path and the remedy.
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
