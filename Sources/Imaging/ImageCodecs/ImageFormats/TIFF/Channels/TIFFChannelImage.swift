internal import Caching
internal import ChannelImages
internal import Concurrency
internal import CTIFF
internal import ImageMetadata
internal import TilePyramid

/// The stored samples of a TIFF or BigTIFF as an image of channels.
///
/// Reads samples of 1 to 32 and of 64 bits, interleaved or in separate planes, in strips or tiles, with any compression that
/// libtiff decodes, and JPEG 2000 tiles. Floating-point numbers of 16 and 24 bits become `float32`, packed integers the next
/// larger type. Colors in other forms than they are shown in (palettes, inks, Lab, YCbCr without JPEG) are left to a
/// ``DecodedChannelImage``.
///
/// - Samples whose 0 is white stay as they are stored; their channels have a colormap from white to black.
/// - Extra samples of unspecified meaning are channels. Alpha is not, unless that is asked for: it says which pixels are valid,
///   and so does a mask of the page's size. Samples that were multiplied by it stay so.
/// - Pages are channels, sections and times as OME-XML or ImageJ states it, else sections (``TIFFChannelPlanes``).
/// - Levels are SubIFDs and reduced pages (``TIFFChannelLevel``).
/// - Samples that the file leaves out are the no-data value of their channel, or else 0. So are those that are missing or damaged
///   where ``DecodeOptions/allowTruncated`` allows it.
///
/// Each thread has a decoder of its own. Decoded blocks are kept, so that reading channel by channel decodes interleaved samples
/// once.
final class TIFFChannelImage: ChannelImage {
    let description: ChannelImageDescription
    let warnings: [String]

    let files: TIFFChannelFiles
    let planes: TIFFChannelPlanes
    let levels: [TIFFChannelLevel]
    /// The samples of a pixel that are channels.
    let channelSamples: [Int]
    /// The sample that is alpha; nil if there is none.
    let alphaSample: Int?
    /// The masks of levels; nil for those without one.
    let masks: [Mask?]
    let orientation: Orientation
    let options: DecodeOptions
    let cache: TIFFBlockCache
    let stripReaders: TIFFStripReaders
    let decoders = ContextPool { TIFFChannelDecoder() }

    /// The most bytes of a tile, or of a strip in one plane, that is decoded as a whole.
    static let blockByteLimit = 256 << 20
    /// The most bytes of decoded blocks that are kept.
    static let cacheByteLimit = 192 << 20
    /// The bytes of decoded blocks that are kept of any image.
    private static let leastCacheBytes = 32 << 20
    /// The bytes of strips that are read together.
    static let bandBytes = 1 << 20

    /// Opens a page of a TIFF, or the image that begins with it.
    ///
    /// - Parameters:
    ///   - input: the file or bytes.
    ///   - options: the options of reading.
    ///   - alphaIsChannel: whether alpha is also a channel, with its meaning.
    /// - Returns: nil if the input is not a TIFF, or if its colors have to be converted.
    /// - Throws: ``CodecError`` when it is damaged, or has no such page.
    static func open(
        _ input: ImageInput, options: DecodeOptions, alphaIsChannel: Bool = false
    ) throws -> TIFFChannelImage? {
        guard let file = try TIFFChannelFile(input) else { return nil }
        guard options.page >= 1 else { throw CodecError.noPage(options.page, file: file.name) }
        guard let start = file.offset(ofDirectory: options.page - 1) else {
            let count = (0..<options.page).first { file.offset(ofDirectory: $0) == nil } ?? 0
            throw CodecError.noPage(options.page, of: count, file: file.name)
        }
        guard let page = try file.page(at: start) else { return nil }
        return try TIFFChannelImage(file, page, options, alphaIsChannel)
    }

    private init(
        _ file: TIFFChannelFile, _ page: TIFFChannelPage, _ options: DecodeOptions, _ alphaIsChannel: Bool
    ) throws {
        files = TIFFChannelFiles(file)
        self.options = options
        let stated = try TIFFPageDescription(page, file: file)
        let search = options.page == 1 && stated.ome == nil ? TIFFStackPages(file, first: page) : nil
        planes = try TIFFChannelPlanes.find(
            file, page, stated, search, allowTruncated: options.allowTruncated)
        var full = page
        var fullFile = file
        if case .ome(let image) = planes.order, let first = image.location(of: ChannelPlane()) {
            fullFile = try files.file(at: first)
            if let other = try fullFile.offset(ofDirectory: first.directory).flatMap({ try fullFile.page(at: $0) }) {
                full = other
            }
        }
        if let ome = stated.ome, full.samplesPerPixel != ome.samplesPerPixel {
            throw TIFFChannelPlanes.differ(fullFile)
        }
        levels = TIFFChannelLevel.find(
            fullFile, full, planeCount: planes.count, reduced: search?.reduced ?? [:])
        let metadata = TIFFChannelMetadata(
            full, options, keepsAlpha: stated.ome != nil && options.page == 1, alphaIsChannel: alphaIsChannel)
        channelSamples = metadata.channelSamples
        alphaSample = metadata.alphaSample
        // Stacks have no masks: to search for those of each plane would take long.
        let hasMasks =
            planes.count == 1 && fullFile === file && alphaSample == nil && options.nodata == .stated
        var warnings = stated.warnings + metadata.warnings + files.warnings(about: stated.ome)
        masks =
            hasMasks
            ? try Self.masks(of: levels, in: file, options, &warnings) : Array(repeating: nil, count: levels.count)
        self.warnings = warnings
        let orientation = options.autorotate ? full.orientation : .upright
        self.orientation = orientation
        let row = full.blockBytes.multipliedReportingOverflow(by: full.columns)
        cache = TIFFBlockCache(
            costLimit: min(Self.cacheByteLimit, max(Self.leastCacheBytes, row.overflow ? .max : row.partialValue)))
        stripReaders = TIFFStripReaders(cache)

        let channelCount = planes.channelCount * channelSamples.count
        guard channelCount <= ChannelImageDescription.channelLimit else {
            throw CodecError(
                .unsupported, file: file.name,
                "it has \(channelCount) channels, of which up to \(ChannelImageDescription.channelLimit) are read. "
                    + "Divide it into several files.")
        }
        let channels =
            TIFFChannelStatements(file, options).channels(of: planes, first: full, count: channelSamples.count)
            ?? Array(repeatElement(metadata.channels(stated.gdal), count: planes.channelCount).joined())
        var description = ChannelImageDescription(
            levels: levels.map { orientation.upright($0.page.size) }, sampleType: full.sampleType, channels: channels)
        description.isColorPicture = planes.channelCount == 1 && metadata.isColorPicture
        if options.page == 1 { stated.apply(to: &description, full.directory) }
        description.significantBits = metadata.significantBits ?? description.significantBits
        description.sectionCount = planes.sectionCount
        description.timeCount = planes.timeCount
        if stated.isQPTIFF, case .pages(let offsets) = planes.order, planes.channelCount == description.channels.count {
            QPTIFFDescription.apply(offsets, of: file, to: &description.channels)
        }
        description.pixelSpacing = description.pixelSpacing ?? .stated(by: file.input, page: options.page)
        self.description = description
    }

    /// Whether pages have several samples for a pixel, one after the other.
    var hasInterleavedChannels: Bool { levels[0].page.samplesInBlock > 1 }

    func blockSize(ofLevel level: Int) -> PixelSize {
        let page = levels[level].page
        // Checked: sides and samples are limited.
        let rowBytes = max(1, page.rowBytes)
        var block = page.block
        if !page.isTiled {
            let rows = page.isReadByRows ? 1 : page.partRows
            block.height = min(page.size.height, rows * max(1, Self.bandBytes / (rowBytes * rows)))
        }
        block.width = min(block.width, page.size.width)
        block.height = min(block.height, page.size.height)
        return orientation.upright(block)
    }
}

extension TIFFPageDescription {
    /// Applies what is stated to a description of the page's channels.
    fileprivate func apply(to description: inout ChannelImageDescription, _ directory: TIFFDirectory) {
        if let ome { return ome.apply(to: &description) }
        gdal?.apply(to: &description)
        // What ImageJ states of other planes says nothing of these.
        guard let imageJ, imageJ.channelCount == 1 || imageJ.channelCount == description.channels.count else { return }
        imageJ.apply(to: &description, metadata: imageJMetadata)
        let resolution = { (tag: TIFFTag) in (try? directory.rational(tag)) ?? nil }
        description.pixelSpacing = imageJ.pixelSpacing(
            xResolution: resolution(.xResolution), yResolution: resolution(.yResolution))
    }
}
