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
        let bytes = try ImageBytes(input)
        let sidecars = page == 1 ? Sidecars(of: input) : nil
        var sources: [PlaceSource] = []
        if let metadata = try sidecars?.metadata { sources.append(metadata) }
        sources += internalSources(bytes, page: page, name: input.name)
        if let worldFile = sidecars?.worldFile { sources.append(worldFile) }
        return try combined(sources, crs: crs, name: input.name)
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
            found = try source.transform().map { ($0, source) }
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
