internal import DatabasePyramids
public import FilePyramids

extension PyramidFormats {
    /// All formats of this library.
    public static let standard = PyramidFormats([
        .deepZoom, .zoomify, .iiif, .iiif2, .xyz, .tms, .google, .flat, .zip, .szi, .mbtiles, .geoPackage, .pmtiles,
        .tiff,
    ])
}
