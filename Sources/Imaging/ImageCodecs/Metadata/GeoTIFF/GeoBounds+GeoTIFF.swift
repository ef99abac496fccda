public import Georeferencing
public import ImageMetadata
internal import TilePyramid

extension GeoBounds {
    /// Reads the bounds of a GeoTIFF (OGC GeoTIFF Standard 1.1, 19-008r4).
    ///
    /// - Parameters:
    ///   - input: an image of any format; only its header and directory are read.
    ///   - page: the page, counted from 1. The default is 1.
    /// - Returns: the bounds; nil if the file is not georeferenced.
    /// - Throws: ``CodecError`` when the file cannot be opened, and with code ``CodecError/Code/unsupported`` when the image is
    ///   rotated or in a coordinate reference system other than Web Mercator and WGS 84; the message then explains how to warp
    ///   it.
    public static func readGeoTIFF(_ input: ImageInput, page: Int = 1) throws -> GeoBounds? {
        let bytes = try ImageBytes(input)
        guard TIFFHeader(bytes.read(at: 0, count: 8)) != nil, page > 0,
            let directory = TIFFDirectory(page: page - 1, read: bytes.read)
        else { return nil }
        return try readGeoTIFF(directory, name: input.name)
    }

    /// Reads the bounds of a page of a GeoTIFF; errors contain the given name.
    package static func readGeoTIFF(_ directory: TIFFDirectory, name: String) throws -> GeoBounds? {
        // A code alone decides; whether its unit is another takes PROJ.
        if case .codeInUnit(let code, _) = GeoKeys(directory).statement,
            directory.has(.modelPixelScale) || directory.has(.modelTransformation)
        {
            throw otherSystem(code, name: name)
        }
        guard let width = directory.integer(.imageWidth), let height = directory.integer(.imageLength),
            let georeference = try RasterGeoreference.readGeoTIFF(directory, name: name)
        else { return nil }
        guard georeference.transform.isNorthUp else {
            throw CodecError(
                .unsupported, file: name,
                "the image is rotated or mirrored on the map. Warp it first: gdalwarp -t_srs EPSG:3857 in.tif out.tif.")
        }
        guard let bounds = georeference.bounds(of: PixelSize(width: width, height: height)) else {
            let system = georeference.crs.hasPrefix("EPSG:") ? georeference.crs : "one of its own"
            throw otherSystem(system, name: name)
        }
        guard bounds.edges.allSatisfy(\.isFinite) else {
            throw CodecError(
                .damaged, file: name,
                "its georeference is not finite. Correct its GeoTIFF tags, or get a good copy.")
        }
        return bounds
    }

    private static func otherSystem(_ system: String, name: String) -> CodecError {
        CodecError(
            .unsupported, file: name,
            "its coordinate system is \(system); only EPSG:3857 and EPSG:4326 are read. Warp it first: "
                + "gdalwarp -t_srs EPSG:3857 in.tif out.tif.")
    }
}
