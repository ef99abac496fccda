extension WorldBounds {
    /// The bounds that a GeoTIFF gives (OGC GeoTIFF Standard 1.1, 19-008r4).
    ///
    /// - Parameters:
    ///   - input: an image of any kind; only its beginning and its directory are read.
    ///   - page: the page, counted from 1; default 1.
    /// - Returns: nil where the file says nothing about its place.
    /// - Throws: ``CodecError`` when the file cannot be opened, and with code ``CodecError/Code/unsupported`` when the
    ///   picture is turned, or in a coordinate system other than Web Mercator and WGS 84: it says how to warp it.
    public static func ofGeoTIFF(_ input: ImageInput, page: Int = 1) throws -> WorldBounds? {
        let bytes = try ImageBytes(input)
        guard TIFFFile.isTIFF(bytes.read(at: 0, count: 8)), page > 0,
            let directory = TIFFDirectory(page: page - 1, read: bytes.read),
            let width = directory.integer(.width), let height = directory.integer(.height)
        else { return nil }
        let keys = GeoKeys(directory.values(.geoKeyDirectory))
        guard let affine = try AxisTransform(directory, file: input.name) else { return nil }
        let system = try keys.system(file: input.name)
        // Where coordinates are those of the pixels' centers, the picture begins half a pixel before the first.
        let shift = keys.pixelIsPoint ? -0.5 : 0
        let bounds = WorldBounds(
            west: affine.x(shift), south: affine.y(Double(height) + shift), east: affine.x(Double(width) + shift),
            north: affine.y(shift), system: system)
        guard [bounds.west, bounds.south, bounds.east, bounds.north].allSatisfy(\.isFinite) else {
            throw CodecError(.damaged, file: input.name, "its place on the Earth is no number.")
        }
        return bounds
    }
}

/// From pixels to coordinates, each axis by itself.
private struct AxisTransform {
    private var left, right, top, down: Double

    func x(_ column: Double) -> Double { left + column * right }
    func y(_ row: Double) -> Double { top - row * down }

    /// nil when the file has no such tags.
    init?(_ directory: TIFFDirectory, file: String) throws {
        let scale = directory.values(.modelPixelScale)
        let tie = directory.values(.modelTiepoint)
        let matrix = directory.values(.modelTransformation)
        if scale.count >= 2, tie.count >= 6 {
            (right, down) = (scale[0], scale[1])
            (left, top) = (tie[3] - tie[0] * right, tie[4] + tie[1] * down)
        } else if matrix.count >= 8 {
            guard matrix[1] == 0, matrix[4] == 0 else { throw Self.turned(file) }
            (right, down, left, top) = (matrix[0], -matrix[5], matrix[3], matrix[7])
        } else if tie.count >= 6 {
            throw CodecError(
                .unsupported, file: file,
                "it is placed by control points. Warp it first: gdalwarp -t_srs EPSG:3857 in.tif out.tif.")
        } else {
            return nil
        }
        guard right > 0, down > 0 else { throw Self.turned(file) }
    }

    private static func turned(_ file: String) -> CodecError {
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
    func system(file: String) throws -> WorldBounds.CoordinateSystem {
        let (projected, geodetic) = (values[3072], values[2048])
        switch (values[1024], projected, geodetic) {
        case (1, 3857, _), (nil, 3857, _), (1, 3785, _): return .webMercator
        case (2, _, 4326), (nil, nil, 4326): return .degrees
        default: break
        }
        let system = [projected, geodetic].compactMap { $0 }.first { (1024..<32_767).contains($0) }
        let has =
            system.map { "its coordinate system is EPSG:\($0)" } ?? "it does not say in which coordinate system it is"
        let source = system == nil ? "-s_srs ITS_SYSTEM " : ""
        throw CodecError(
            .unsupported, file: file,
            "\(has); EPSG:3857 and EPSG:4326 can be placed. Warp it first: gdalwarp \(source)-t_srs EPSG:3857 in.tif "
                + "out.tif.")
    }
}
