extension GeoBounds {
    /// The bounds that a GeoTIFF gives (OGC GeoTIFF Standard 1.1, 19-008r4).
    ///
    /// - Parameters:
    ///   - input: an image of any kind; only its beginning and its directory are read.
    ///   - page: the page, counted from 1; default 1.
    /// - Returns: nil where the file says nothing about its place.
    /// - Throws: ``CodecError`` when the file cannot be opened, and with code ``CodecError/Code/unsupported`` when the
    ///   picture is turned, or in a coordinate system other than Web Mercator and WGS 84: it says how to warp it.
    public static func readGeoTIFF(_ input: ImageInput, page: Int = 1) throws -> GeoBounds? {
        let bytes = try ImageBytes(input)
        guard TIFFFile.isTIFF(bytes.read(at: 0, count: 8)), page > 0,
            let directory = TIFFDirectory(page: page - 1, read: bytes.read),
            let width = directory.integer(.width), let height = directory.integer(.height)
        else { return nil }
        let keys = GeoKeys(directory.values(.geoKeyDirectory))
        guard let affine = try Geotransform(directory, file: input.name) else { return nil }
        let crs = try keys.crs(file: input.name)
        // Where coordinates are those of the pixels' centers, the picture begins half a pixel before the first.
        let shift = keys.pixelIsPoint ? -0.5 : 0
        let bounds = GeoBounds(
            west: affine.x(shift), south: affine.y(Double(height) + shift), east: affine.x(Double(width) + shift),
            north: affine.y(shift), crs: crs)
        guard [bounds.west, bounds.south, bounds.east, bounds.north].allSatisfy(\.isFinite) else {
            throw CodecError(.damaged, file: input.name, "its place on the Earth is no number.")
        }
        return bounds
    }
}

/// From pixels to coordinates, each axis by itself.
private struct Geotransform {
    private var originX, pixelWidth, originY, pixelHeight: Double

    func x(_ column: Double) -> Double { originX + column * pixelWidth }
    func y(_ row: Double) -> Double { originY - row * pixelHeight }

    /// nil when the file has no such tags.
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
                "it is placed by control points. Warp it first: gdalwarp -t_srs EPSG:3857 in.tif out.tif.")
        } else {
            return nil
        }
        guard pixelWidth > 0, pixelHeight > 0 else { throw Self.rotationError(file) }
    }

    private static func rotationError(_ file: String) -> CodecError {
        CodecError(
            .unsupported, file: file,
            "the picture is turned or mirrored on the map. Warp it first: gdalwarp -t_srs EPSG:3857 in.tif out.tif.")
    }
}

/// The keys of a GeoTIFF that have one short value.
private struct GeoKeys {
    private var values: [Int: Int] = [:]

    /// Four numbers about the directory, the last of which is how many keys follow; four numbers for each.
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

    /// What GTModelTypeGeoKey, ProjectedCRSGeoKey and GeodeticCRSGeoKey say together.
    func crs(file: String) throws -> GeoBounds.CoordinateReferenceSystem {
        let (projected, geodetic) = (values[3072], values[2048])
        switch (values[1024], projected, geodetic) {
        case (1, 3857, _), (nil, 3857, _), (1, 3785, _): return .webMercator
        case (2, _, 4326), (nil, nil, 4326): return .wgs84
        default: break
        }
        let crs = [projected, geodetic].compactMap { $0 }.first { (1024..<32_767).contains($0) }
        let has =
            crs.map { "its coordinate system is EPSG:\($0)" } ?? "it does not say in which coordinate system it is"
        let source = crs == nil ? "-s_srs ITS_SYSTEM " : ""
        throw CodecError(
            .unsupported, file: file,
            "\(has); EPSG:3857 and EPSG:4326 can be placed. Warp it first: gdalwarp \(source)-t_srs EPSG:3857 in.tif "
                + "out.tif.")
    }
}
