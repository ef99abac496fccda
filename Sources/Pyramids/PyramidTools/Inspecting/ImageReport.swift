public import ChannelImages
public import Georeferencing
public import ImageCodecs
public import ImageMetadata
internal import ImageSources
internal import PixelKernels
public import TilePyramid

/// A description of an image, made from its header without decoding pixels.
///
/// ```swift
/// let report = try ImageReport(.file("elevation.tif"))
/// print(report.samples, report.georeference?.crs ?? "no place")  // 1 × 32 bits, float, gray EPSG:25832
/// ```
public struct ImageReport: Hashable, Sendable {
    /// The file's name as the caller gave it.
    public var path: String
    /// The format, such as "TIFF".
    public var format: String
    /// The size of the upright image in pixels.
    public var size: PixelSize
    /// The transformation that makes the stored image upright.
    public var orientation: Orientation
    /// The number of images in the file, without reduced copies and masks; 1 where the format has none or they are not counted.
    public var pages: Int
    /// The samples of a pixel, such as "3 × 8 bits, RGB".
    public var samples: String
    /// The name of the embedded ICC profile; nil if there is none, "unnamed" if it has no name.
    public var profile: String?
    /// The value of pixels without data, as the file states it; nil if it states none.
    public var nodata: String?
    /// Whether the file contains a mask of valid pixels.
    public var hasMask: Bool
    /// The side of a pixel in millimeters; nil if the file does not say.
    public var millimetersPerPixel: Double?
    /// The sizes of the reduced copies in the file, the largest first.
    public var reducedSizes: [PixelSize]
    /// The channels, sections and time points; nil for a picture in gray or color of which the file says no more.
    public var channels: ChannelImageDescription?
    /// The position of the upright image in its own coordinate reference system; nil if it is not georeferenced.
    public var georeference: RasterGeoreference?
    /// The edges in degrees; nil if the image is not georeferenced, or if its system cannot be converted to degrees.
    public var bounds: GeoBounds?
    /// Statements of the file that are not used, in plain sentences.
    public var warnings: [String]

    /// The most reduced copies that are listed.
    private static let reducedLimit = 64

    /// Reads the header of an image.
    ///
    /// - Parameters:
    ///   - input: a file or bytes in memory.
    ///   - options: the page, and the limits. The default is the first page.
    /// - Throws: `CodecError` when the image cannot be opened.
    /// - Complexity: O(directories) for a TIFF; pixels are not read.
    public init(_ input: ImageInput, options: DecodeOptions = DecodeOptions()) throws {
        var options = options
        options.autorotate = false
        // What cannot be used is reported here.
        options.allowedLoss = Set(FileStatement.allCases)
        options.depth = .sixteen
        let source = try openImage(input, options: options)
        let info = source.info
        path = input.name
        format = info.container
        warnings = source.warnings
        orientation = info.exif.map(EXIFBlock.orientation(in:)) ?? .upright
        pages = info.pageCount ?? 1
        samples = Self.samples(of: info)
        profile = try Self.profileName(of: input, options)
        hasMask = false
        reducedSizes = []
        millimetersPerPixel = try PixelPitch.millimeters(of: input)
        if let bytes = try? ImageBytes(input), let list = TIFFPageList(bytes) {
            pages = max(1, list.numbers.count)
            hasMask = list.hasMask
            let page = TIFFDirectory(page: options.page - 1, read: bytes.read)
            if options.page == list.numbers.first {
                reducedSizes = Array(list.reducedSizes.prefix(Self.reducedLimit))
            }
            orientation = page?.orientation ?? .upright
            samples = page.flatMap(TIFFSampleDescription.init)?.description ?? samples
            nodata = page.flatMap { Self.nodata(of: input, $0, options) ?? (try? $0.text(.gdalNodata)) ?? nil }
        } else {
            nodata = Self.nodata(of: input, nil, options, channels: info.layout.channels.opaque.rawValue)
        }
        size = orientation.upright(info.size)
        let stored = Self.storedChannels(of: input, options)
        channels = stored.flatMap(Self.described)
        // They are described, and cut by their channels.
        if channels != nil { warnings.removeAll { $0 == ImageInfo.leftOutChannelsWarning } }
        warnings += stored?.warnings.filter { !warnings.contains($0) } ?? []
        do {
            let (found, unused) = try StatedGeoreference.readWithWarnings(input, page: options.page)
            warnings += unused
            bounds = found?.georeference.degrees(of: info.size)
            // Files state the position of stored pixels.
            georeference = found.map {
                RasterGeoreference(
                    crs: $0.georeference.crs, transform: $0.georeference.transform.oriented(orientation, upright: size))
            }
        } catch let error as CodecError where error.code == .unsupported {
            warnings.append(error.warning(ofLost: .place) ?? error.message)
        }
    }

    /// The value of invalid pixels that tags or the file beside the image state.
    private static func nodata(
        of input: ImageInput, _ directory: TIFFDirectory?, _ options: DecodeOptions, channels: Int = 1
    ) -> String? {
        var path: String?
        if case .file(let name) = input, options.page == 1 { path = name }
        let count = directory?.integer(.samplesPerPixel) ?? channels
        return (try? StatedNodata(directory, beside: path, channels: count))?.values?.description
    }

    /// The channels of a TIFF; nil for other formats, and if they cannot be read.
    private static func storedChannels(of input: ImageInput, _ options: DecodeOptions) -> (any ChannelImage)? {
        var options = options
        options.autorotate = true
        // A mask that cannot be read takes nothing from the channels.
        options.allowedLoss.insert(.validity)
        guard let bytes = try? ImageBytes(input), TIFFHeader(bytes.read(at: 0, count: 8)) != nil else { return nil }
        return (try? openChannelImage(input, options: options)) ?? nil
    }

    /// The statements of a TIFF about its channels; nil if they say no more than its samples.
    private static func described(_ image: any ChannelImage) -> ChannelImageDescription? {
        let description = image.description
        let hasStatements = description.channels.contains { $0.name != nil || $0.unit != nil || $0.wavelength != nil }
        let isStack = description.sectionCount > 1 || description.timeCount > 1
        guard hasStatements || description.channels.count > 1 || isStack && description.pixelSpacing != nil,
            !description.isColorPicture || isStack
        else { return nil }
        return description
    }

    /// The samples that the decoder delivers.
    private static func samples(of info: ImageInfo) -> String {
        let color = info.layout.channels.opaque == .gray ? "gray" : "RGB"
        let bits = info.storedBits ?? info.layout.depth.rawValue
        let alpha = info.layout.channels.hasAlpha ? " and alpha" : ""
        return "\(info.layout.channels.rawValue) × \(bits) bits, \(color)\(alpha)"
    }

    private static func profileName(of input: ImageInput, _ options: DecodeOptions) throws -> String? {
        var options = options
        options.keepProfile = true
        guard let bytes = try openImage(input, options: options).info.profile else { return nil }
        return ICCProfile(bytes)?.name ?? "unnamed"
    }
}
