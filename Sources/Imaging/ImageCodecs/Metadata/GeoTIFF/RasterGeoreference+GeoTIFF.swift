public import Georeferencing
public import ImageMetadata

extension RasterGeoreference {
    /// Reads the georeference of a GeoTIFF (OGC GeoTIFF Standard 1.1, 19-008r4), in any coordinate reference system.
    ///
    /// Files beside the image are not read; ``Georeferencing/StatedGeoreference`` does that.
    ///
    /// - Parameters:
    ///   - input: an image of any format; only its header and directory are read.
    ///   - page: the page, counted from 1. The default is 1.
    /// - Returns: the georeference; nil if the file has none.
    /// - Throws: ``CodecError`` when the file cannot be opened, and with code ``CodecError/Code/unsupported`` when the image
    ///   is georeferenced by control points that do not lie on a plane, or its coordinate reference system cannot be read.
    public static func readGeoTIFF(_ input: ImageInput, page: Int = 1) throws -> RasterGeoreference? {
        let bytes = try ImageBytes(input)
        guard TIFFHeader(bytes.read(at: 0, count: 8)) != nil, page > 0,
            let directory = TIFFDirectory(page: page - 1, read: bytes.read)
        else { return nil }
        return try readGeoTIFF(directory, name: input.name)
    }

    /// Reads the georeference of a page of a GeoTIFF; errors contain the given name.
    package static func readGeoTIFF(_ directory: TIFFDirectory, name: String) throws -> RasterGeoreference? {
        let source = PlaceSource(geoTIFF: directory, origin: StatedGeoreference.tagsOrigin, name: name)
        return try StatedGeoreference.combined([source], name: name)?.georeference
    }
}
