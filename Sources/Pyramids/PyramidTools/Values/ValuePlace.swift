package import Georeferencing
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import MapProjections
internal import PixelKernels
internal import TilePyramid
internal import ZarrArrays

/// The position of stored values on the Earth, in the forms that files state it.
package struct ValuePlace: Sendable {
    /// The position; nil if it is not known.
    package private(set) var georeference: RasterGeoreference?
    /// The tags of a GeoTIFF with the position of the same pixels; nil for other files.
    private var tags: GeoTIFFTags?
    /// Sentences about statements that are not used.
    private(set) var warnings: [String] = []

    /// Creates a place that a file states as a georeference; nil for none.
    init(georeference: RasterGeoreference? = nil) {
        self.georeference = georeference
    }

    /// Reads the position of an image from the file, and from files beside it.
    ///
    /// - Parameters:
    ///   - input: the image.
    ///   - size: its size, upright if that is asked for.
    ///   - options: the page and the orientation.
    /// - Throws: `CodecError` when the image cannot be opened; statements that cannot be read are a warning.
    init(of input: ImageInput, _ size: PixelSize, _ options: DecodeOptions) throws {
        var stored = try GeoTIFFTags.read(input, page: options.page)
        stored?.nodata = nil
        if stored?.hasPlace != true { stored = nil }
        var found: StatedGeoreference?
        do {
            let read = try StatedGeoreference.readWithWarnings(input, page: options.page)
            found = read.found
            warnings = read.warnings
        } catch let error as CodecError where error.code == .unsupported {
            warnings.append(error.warning(ofLost: .place) ?? error.message)
        }
        // What is beside the file has precedence over its tags.
        if found?.isOfGeoTIFF == false { stored = nil }
        guard found != nil || stored != nil else { return }
        var delivered = ImageInfo(size: size, layout: PixelLayout(.gray, .eight), container: "")
        delivered.appliedOrientation =
            options.autorotate ? try Self.orientation(of: input, page: options.page) : .upright
        georeference = found?.georeference.delivered(as: delivered)
        tags = stored?.delivered(as: delivered)
    }

    private static func orientation(of input: ImageInput, page: Int) throws -> Orientation {
        let bytes = try ImageBytes(input)
        if TIFFHeader(bytes.read(at: 0, count: 8)) != nil {
            let directory = TIFFDirectory(page: page - 1, read: bytes.read)
            return directory?.orientation ?? .upright
        }
        var options = DecodeOptions()
        options.page = page
        return try openImage(input, options: options).info.appliedOrientation
    }

    /// The position in a system that is a code or well-known text of 2019, as OME-Zarr states it; nil if it is not known.
    ///
    /// - Throws: `GeoreferencingError` when the system is neither, and PROJ does not know it.
    func withStatedSystem() throws(GeoreferencingError) -> RasterGeoreference? {
        guard var place = georeference else { return nil }
        if !GeoreferenceAttributes.isCode(place.crs) { place.crs = try CoordinateSystem.wellKnownText(of: place.crs) }
        return place
    }

    /// The tags of a GeoTIFF for some levels, each of whose pixels is twice as large as those before; empty if nothing is known.
    ///
    /// - Parameter count: the number of levels.
    /// - Returns: the tags, from full size to the coarsest level; only those of full size where the position of its pixels is
    ///   stated in another way than by a transform.
    /// - Throws: `GeoreferencingError` when the system cannot be stated in a GeoTIFF.
    func tags(ofLevels count: Int) throws(GeoreferencingError) -> [GeoTIFFTags] {
        var full = tags
        if full == nil, let georeference {
            full = try GeoTIFFTags(crs: georeference.crs).placed(by: georeference.transform)
        }
        guard let full else { return [] }
        guard let georeference else { return [full] }
        return [full]
            + (1..<max(1, count)).map { level in
                let factor = Double(1 << level)
                return full.placed(by: georeference.transform.scaled(x: factor, y: factor))
            }
    }
}
