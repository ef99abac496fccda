public import Georeferencing
package import ImageMetadata

extension RasterGeoreference {
    /// Reads the georeference of a GeoTIFF (OGC GeoTIFF Standard 1.1, 19-008r4), in whatever coordinate reference system.
    ///
    /// - Parameters:
    ///   - input: an image of any format; only its header and directory are read.
    ///   - page: the page, counted from 1. The default is 1.
    /// - Returns: nil where the file is not georeferenced.
    /// - Throws: ``CodecError`` when the file cannot be opened, and with code ``CodecError/Code/unsupported`` when the image
    ///   is georeferenced by control points, or its coordinate reference system cannot be read.
    public static func readGeoTIFF(_ input: ImageInput, page: Int = 1) throws -> RasterGeoreference? {
        let bytes = try ImageBytes(input)
        guard TIFFHeader(bytes.read(at: 0, count: 8)) != nil, page > 0,
            let directory = TIFFDirectory(page: page - 1, read: bytes.read)
        else { return nil }
        return try readGeoTIFF(directory, name: input.name)
    }

    /// Reads the georeference of a page of a GeoTIFF, of which errors speak by a name.
    package static func readGeoTIFF(_ directory: TIFFDirectory, name: String) throws -> RasterGeoreference? {
        guard var transform = try Geotransform.readGeoTIFF(directory, name: name) else { return nil }
        let keys = GeoKeys(directory)
        if keys.pixelIsPoint {
            // Coordinates are those of pixel centers, so the image starts half a pixel earlier.
            transform = transform.beginning(atX: -0.5, y: -0.5)
        }
        switch keys.crs {
        case .defined(let crs): return RasterGeoreference(crs: crs, transform: transform)
        case .missing:
            throw CodecError(
                .unsupported, file: name,
                "its coordinate system is not given. State it: gdal_translate -a_srs ITS_SYSTEM in.tif out.tif.")
        case .unsupported(let reason):
            throw CodecError(
                .unsupported, file: name,
                "its coordinate system is one of its own that is not read (\(reason)). "
                    + "Warp it first: gdalwarp -t_srs EPSG:3857 in.tif out.tif.")
        }
    }
}

extension Geotransform {
    /// Reads the georeferencing tags of a GeoTIFF; nil when there are none.
    fileprivate static func readGeoTIFF(_ directory: TIFFDirectory, name: String) throws -> Geotransform? {
        let scale = directory.values(.modelPixelScale)
        let tiepoint = directory.values(.modelTiepoint)
        let matrix = directory.values(.modelTransformation)
        if scale.count >= 2, tiepoint.count >= 6 {
            return Geotransform(
                origin: (tiepoint[3] - tiepoint[0] * scale[0], tiepoint[4] + tiepoint[1] * scale[1]),
                column: (scale[0], 0), row: (0, -scale[1]))
        }
        if matrix.count >= 8 {
            return Geotransform(
                origin: (matrix[3], matrix[7]), column: (matrix[0], matrix[4]), row: (matrix[1], matrix[5]))
        }
        guard tiepoint.count < 6 else {
            throw CodecError(
                .unsupported, file: name,
                "it is georeferenced by control points. Warp it first: gdalwarp -t_srs EPSG:3857 in.tif out.tif.")
        }
        return nil
    }
}
