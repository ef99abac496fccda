public import Georeferencing
public import ImageMetadata
internal import MapProjections
internal import Numbers

extension StatedGeoreference {
    /// Reads the georeference of an image, from the file and from files beside it.
    ///
    /// The transform and the coordinate reference system each come from the first source that has one: the metadata file of GDAL
    /// (`NAME.aux.xml`), the image file (GeoTIFF tags, the GeoJP2 and GMLJP2 boxes of JPEG 2000), a world file (`.tfw`, `.jgw`,
    /// `.wld` …) with its `.prj`. Files beside the image are read for the first page of an image that is opened by its path.
    ///
    /// - Parameters:
    ///   - input: the image; its pixels are not read.
    ///   - page: the page, counted from 1. The default is 1.
    ///   - crs: the coordinate reference system to use instead of the stated one; nil, the default, for the stated one.
    /// - Returns: the georeference; nil if no source states one.
    /// - Throws: ``ImageMetadata/CodecError`` when the image cannot be opened, and with code
    ///   ``ImageMetadata/CodecError/Code/unsupported`` when the coordinate reference system is missing or cannot be read, or control
    ///   points do not lie on a plane.
    public static func read(_ input: ImageInput, page: Int = 1, crs: String? = nil) throws -> StatedGeoreference? {
        try combined(sources(of: input, page: page), crs: crs, name: input.name)
    }

    /// Reads the georeference of an image as ``read(_:page:crs:)`` does, with warnings also where there is none.
    ///
    /// - Parameters:
    ///   - input: the image; its pixels are not read.
    ///   - page: the page, counted from 1. The default is 1.
    ///   - crs: the coordinate reference system to use instead of the stated one; nil, the default, for the stated one.
    /// - Returns: the georeference, nil if no source states one; and sentences about statements that are not used.
    /// - Throws: as ``read(_:page:crs:)``.
    package static func readWithWarnings(
        _ input: ImageInput, page: Int = 1, crs: String? = nil
    ) throws -> (found: StatedGeoreference?, warnings: [String]) {
        let sources = try sources(of: input, page: page)
        if let found = try combined(sources, crs: crs, name: input.name) { return (found, found.warnings) }
        let identity = try sources.first { try $0.transform()?.isIdentity == true }
        return (
            nil,
            identity.map {
                [
                    "its transform is 0, 1, 0, 0, 0, 1 (\($0.origin)), which stands for none: it counts as not georeferenced."
                ]
            } ?? []
        )
    }

    /// The sources that may say where an image lies, in the order in which they count.
    private static func sources(of input: ImageInput, page: Int) throws -> [PlaceSource] {
        let bytes = try ImageBytes(input)
        let sidecars = page == 1 ? Sidecars(of: input) : nil
        var sources: [PlaceSource] = []
        if let metadata = try sidecars?.metadata { sources.append(metadata) }
        sources += internalSources(bytes, page: page, name: input.name)
        if let worldFile = sidecars?.worldFile { sources.append(worldFile) }
        return sources
    }

    /// The statements of the image file itself.
    private static func internalSources(_ bytes: ImageBytes, page: Int, name: String) -> [PlaceSource] {
        ImageFormats.standard.formats(of: bytes).first?.places?(bytes, page, name) ?? []
    }

    /// The first transform and the first system of some sources; nil if none has a transform.
    static func combined(
        _ sources: [PlaceSource], crs stated: String? = nil, name: String
    ) throws -> StatedGeoreference? {
        var found: (transform: Geotransform, source: PlaceSource)?
        for source in sources where found == nil {
            // As with GDAL, the transform of a file that has none is none.
            guard let transform = try source.transform(), !transform.isIdentity else { continue }
            found = (transform, source)
        }
        guard let found else { return nil }
        guard found.transform.inverse != nil else {
            throw CodecError(
                .damaged, file: name,
                "its georeference is not finite, or its pixels have no area. Correct it, or get a good copy.")
        }
        var system = stated.map { (text: $0, origin: "the request") }
        for source in sources where system == nil {
            system = try source.crs().map { ($0, source.crsOrigin ?? source.origin) }
        }
        guard let system else {
            throw CodecError.unreadStatement(
                .place, file: name,
                "its coordinate system is not given (its position is in \(found.source.origin)). "
                    + "Name it, such as EPSG:25832.")
        }
        var result = StatedGeoreference(
            georeference: RasterGeoreference(crs: system.text, transform: found.transform),
            transformOrigin: found.source.origin, crsOrigin: system.origin)
        result.warnings = sources.flatMap(\.warnings)
        return result
    }
}

extension Geotransform {
    /// Whether coordinates are pixels: programs write these numbers, 0, 1, 0, 0, 0, 1, where there is no transform.
    fileprivate var isIdentity: Bool { self == Geotransform(origin: (0, 0), column: (1, 0), row: (0, 1)) }
}
