public import Georeferencing
package import ImageMetadata

extension GeoBounds {
    /// Reads the bounds of a GeoTIFF (OGC GeoTIFF Standard 1.1, 19-008r4).
    ///
    /// - Parameters:
    ///   - input: an image of any format; only its header and directory are read.
    ///   - page: the page, counted from 1. The default is 1.
    /// - Returns: nil where the file is not georeferenced.
    /// - Throws: ``CodecError`` when the file cannot be opened, and with code ``CodecError/Code/unsupported`` when the
    ///   image is rotated or in a coordinate reference system other than Web Mercator and WGS 84; the message tells how
    ///   to warp it.
    public static func readGeoTIFF(_ input: ImageInput, page: Int = 1) throws -> GeoBounds? {
        let bytes = try ImageBytes(input)
        guard TIFFHeader(bytes.read(at: 0, count: 8)) != nil, page > 0,
            let directory = TIFFDirectory(page: page - 1, read: bytes.read)
        else { return nil }
        return try readGeoTIFF(directory, name: input.name)
    }

    /// Reads the bounds of a page of a GeoTIFF, of which errors speak by a name.
    package static func readGeoTIFF(_ directory: TIFFDirectory, name: String) throws -> GeoBounds? {
        guard let width = directory.integer(.imageWidth), let height = directory.integer(.imageLength)
        else { return nil }
        let keys = GeoKeys(directory.values(.geoKeyDirectory))
        guard let affine = try Geotransform(directory, file: name) else { return nil }
        let crs = try keys.crs(file: name)
        // With RasterPixelIsPoint, coordinates are those of pixel centers, so the image starts half a pixel earlier.
        let shift = keys.pixelIsPoint ? -0.5 : 0
        let bounds = GeoBounds(
            west: affine.x(shift), south: affine.y(Double(height) + shift), east: affine.x(Double(width) + shift),
            north: affine.y(shift), crs: crs)
        guard bounds.edges.allSatisfy(\.isFinite) else {
            throw CodecError(
                .damaged, file: name,
                "its georeference is not finite. Correct its GeoTIFF tags, or get a good copy.")
        }
        return bounds
    }
}

/// Maps pixels to coordinates, each axis separately.
private struct Geotransform {
    private var originX, pixelWidth, originY, pixelHeight: Double

    func x(_ column: Double) -> Double { originX + column * pixelWidth }
    func y(_ row: Double) -> Double { originY - row * pixelHeight }

    /// Reads the georeferencing tags; nil when there are none.
    init?(_ directory: TIFFDirectory, file: String) throws {
        let scale = directory.values(.modelPixelScale)
        let tiepoint = directory.values(.modelTiepoint)
        let matrix = directory.values(.modelTransformation)
        if scale.count >= 2, tiepoint.count >= 6 {
            (pixelWidth, pixelHeight) = (scale[0], scale[1])
            (originX, originY) = (tiepoint[3] - tiepoint[0] * pixelWidth, tiepoint[4] + tiepoint[1] * pixelHeight)
        } else if matrix.count >= 8 {
            guard matrix[1] == 0, matrix[4] == 0 else { throw Self.rotationError(file) }
            (pixelWidth, pixelHeight, originX, originY) = (matrix[0], -matrix[5], matrix[3], matrix[7])
        } else if tiepoint.count >= 6 {
            throw CodecError(
                .unsupported, file: file,
                "it is georeferenced by control points. Warp it first: gdalwarp -t_srs EPSG:3857 in.tif out.tif.")
        } else {
            return nil
        }
        guard pixelWidth > 0, pixelHeight > 0 else { throw Self.rotationError(file) }
    }

    private static func rotationError(_ file: String) -> CodecError {
        CodecError(
            .unsupported, file: file,
            "the image is rotated or mirrored on the map. Warp it first: gdalwarp -t_srs EPSG:3857 in.tif out.tif.")
    }
}

/// The GeoTIFF keys that have one short value.
private struct GeoKeys {
    private var values: [Int: Int] = [:]

    /// Reads the GeoKeyDirectoryTag: four header values, the last of which is the number of keys, and four values for
    /// each key.
    init(_ numbers: [Double]) {
        let numbers = numbers.map { Int(exactly: $0) ?? 0 }
        guard numbers.count >= 4 else { return }
        for start in stride(from: 4, to: numbers.count - 3, by: 4).prefix(max(0, numbers[3]))
        where numbers[start + 1] == 0 {
            values[numbers[start]] = numbers[start + 3]
        }
    }

    /// GTRasterTypeGeoKey.
    var pixelIsPoint: Bool { values[1025] == 2 }

    /// The coordinate reference system from GTModelTypeGeoKey, ProjectedCRSGeoKey and GeodeticCRSGeoKey.
    func crs(file: String) throws -> GeoBounds.CoordinateReferenceSystem {
        let (projected, geodetic) = (values[3072], values[2048])
        switch (values[1024], projected, geodetic) {
        case (1, 3857, _), (nil, 3857, _), (1, 3785, _): return .webMercator
        case (2, _, 4326), (nil, nil, 4326): return .wgs84
        default: break
        }
        let crs = [projected, geodetic].compactMap { $0 }.first { (1024..<32_767).contains($0) }
        let has =
            crs.map { "its coordinate system is EPSG:\($0)" } ?? "its coordinate system is not given"
        let source = crs == nil ? "-s_srs ITS_SYSTEM " : ""
        throw CodecError(
            .unsupported, file: file,
            "\(has); only EPSG:3857 and EPSG:4326 are read. Warp it first: gdalwarp \(source)-t_srs EPSG:3857 in.tif "
                + "out.tif.")
    }
}
