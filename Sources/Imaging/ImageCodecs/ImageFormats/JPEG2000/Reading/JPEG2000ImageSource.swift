internal import ChannelImages
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// An image in JPEG 2000, decoded by OpenJPEG in parts: tiles on several threads, each with its own decoder; or bands
/// of rows, on OpenJPEG's own threads.
///
/// Serves images of any number of components, precision and subsampling, on any part of the reference grid, with a
/// palette, alpha or an ICC profile, in gray, RGB, YCbCr, CMY and CMYK. Memory is one row of tiles, or one band; where
/// bands are decoded the compressed data is in memory too.
final class JPEG2000ImageSource: ImageSource {
    let info: ImageInfo
    var warnings: [String]

    let input: OpenJPEGDecoder.Codestream
    let header: JPEG2000CodestreamHeader
    let options: DecodeOptions
    let geometry: JPEG2000Geometry
    let writer: JPEG2000PartWriter
    let parameters: JPEG2000CodingParameters
    let map: JPEG2000ChannelMap
    let plan: JPEG2000DecodePlan
    private let wholeBytes: Int

    /// The number of highest resolutions that are not decoded; each halves the image.
    var reduction: Int { geometry.horizontal.reduction }

    /// Opens a file and reads its headers.
    ///
    /// `wholeBytes` limits the samples and coefficients of an image that is decoded as a whole.
    ///
    /// - Throws: ``CodecError`` when they are damaged or something is not supported.
    convenience init(
        _ input: ImageInput, options: DecodeOptions, wholeBytes: Int = JPEG2000DecodePlan.wholeBytes
    ) throws {
        let file = try Self.read(input, options)
        try self.init(
            file.codestream, file.header, file.parameters, file.map, options, file.warnings, reduction: 0, wholeBytes)
    }

    /// Opens a file whose samples are delivered as they are stored; nil if they are converted to colors.
    ///
    /// ``info`` has the depth of a sample, and rows have those of all channels of ``JPEG2000ChannelMap/storing(_:)``.
    ///
    /// - Throws: ``CodecError`` when headers are damaged or something is not supported.
    convenience init?(storing input: ImageInput, options: DecodeOptions) throws {
        let file = try Self.read(input, options)
        guard let map = file.map.storing(file.header) else { return nil }
        let limit = ChannelImageDescription.channelLimit
        guard map.channels.count <= limit else {
            throw CodecError(
                .unsupported, file: input.name,
                "it has \(map.channels.count) components, of which up to \(limit) are read. Divide it into several files."
            )
        }
        try self.init(
            file.codestream, file.header, file.parameters, map, options, [], reduction: 0,
            JPEG2000DecodePlan.wholeBytes,
            isStoring: true)
    }

    /// The headers of a file.
    private struct File {
        var codestream: OpenJPEGDecoder.Codestream
        var header: JPEG2000CodestreamHeader
        var parameters: JPEG2000CodingParameters
        var map: JPEG2000ChannelMap
        var warnings: [String]
    }

    private static func read(_ input: ImageInput, _ options: DecodeOptions) throws -> File {
        guard options.page == 1 else {
            throw CodecError.noPage(options.page, of: options.page > 1 ? 1 : nil, file: input.name)
        }
        let bytes = try ImageBytes(input)
        guard let start = JPEG2000Container.codestreamOffset(bytes) else {
            throw CodecError(
                .truncated, file: input.name, "the file ends before its JPEG 2000 codestream. Get a complete copy.")
        }
        guard let header = JPEG2000CodestreamHeader(bytes, at: start) else {
            throw CodecError(.damaged, file: input.name, "its JPEG 2000 header (SIZ) is invalid. Get a good copy.")
        }
        let (map, warnings) = try Self.channels(bytes, header, options, file: input.name)
        let parameters = JPEG2000CodingParameters(bytes, at: start, header)
        let codestream = OpenJPEGDecoder.Codestream(bytes: bytes, start: start, name: input.name)
        return File(codestream: codestream, header: header, parameters: parameters, map: map, warnings: warnings)
    }

    private init(
        _ input: OpenJPEGDecoder.Codestream, _ header: JPEG2000CodestreamHeader, _ parameters: JPEG2000CodingParameters,
        _ map: JPEG2000ChannelMap, _ options: DecodeOptions, _ warnings: [String], reduction: Int,
        _ wholeBytes: Int, isStoring: Bool = false
    ) throws {
        let byteCount = max(0, input.bytes.size - input.start)
        try JPEG2000DecodePlan.check(header, parameters, byteCount: byteCount, file: input.name)
        try JPEG2000DecodePlan.checkTiles(header, parameters, file: input.name)
        let handle = try Self.open(input, reduction: reduction, isLenient: options.allowTruncated)
        guard handle.componentCount == header.components.count else {
            throw CodecError(.damaged, file: input.name, "its number of components is ambiguous. Get a good copy.")
        }
        geometry = JPEG2000Geometry(header, subsampling: map.subsampling, reduction: reduction)
        let size = geometry.size
        guard size.width > 0, size.height > 0 else {
            throw CodecError(.damaged, file: input.name, "its image has no samples. Get a good copy.")
        }
        guard max(size.width, size.height) <= ImageInfo.longestSide else { throw CodecError.tooLarge(input.name) }
        let colors = try JPEG2000ColorPlan(map, options: options, file: input.name)
        let conversion =
            isStoring
            ? JPEG2000PixelConversion(storing: map)
            : try JPEG2000PixelConversion(map, colors, options: options, file: input.name)
        let channels = map.channels.map { ($0.component, header.components[$0.component].subsampling) }
        writer = JPEG2000PartWriter(geometry: geometry, conversion: conversion, channels: channels)
        plan = try JPEG2000DecodePlan(
            header, parameters, geometry, subsampling: channels.map(\.1), pixelBytes: conversion.pixelBytes,
            byteCount: byteCount, wholeBytes: wholeBytes, file: input.name)
        var info = ImageInfo(
            size: size, layout: conversion.layout, profile: colors.keptProfile, container: "JPEG 2000")
        if conversion.layout.depth == .sixteen, case .none = colors.conversion { info.storedBits = map.narrowBits }
        self.info = info
        self.input = input
        self.header = header
        self.parameters = parameters
        self.map = map
        self.options = options
        self.wholeBytes = wholeBytes
        self.warnings = warnings + colors.warnings + (isStoring ? [] : map.emptyRangeWarning(options))
    }

    /// Finds the channels of an image, and what the user should know of them.
    private static func channels(
        _ bytes: ImageBytes, _ header: JPEG2000CodestreamHeader, _ options: DecodeOptions, file: String
    ) throws -> (JPEG2000ChannelMap, [String]) {
        let boxes = JPEG2000HeaderBoxes(bytes)
        var warnings: [String] = []
        func accept(_ fault: String) throws {
            guard options.allowTruncated else {
                throw CodecError(.damaged, file: file, "\(fault). Get a good copy.")
            }
            warnings.append("\(fault); it is ignored.")
        }
        var map: JPEG2000ChannelMap
        do {
            if let fault = boxes.fault { try accept(fault) }
            map = try JPEG2000ChannelMap(header, boxes)
        } catch JPEG2000ChannelMap.Fault.unsupported(let what) {
            throw CodecError(
                .unsupported, file: file, "its colors are in \(what), which is not supported. Convert it to sRGB.")
        } catch JPEG2000ChannelMap.Fault.damaged(let fault) {
            try accept(fault)
            map = try JPEG2000ChannelMap(header, JPEG2000HeaderBoxes())
        }
        if map.hasUnknownChannels {
            warnings.append(ImageInfo.leftOutChannelsWarning)
        }
        if options.depth == .sixteen, let bits = map.channels.map(\.channelBits).max(), bits > 16 {
            warnings.append("its samples have \(bits) bits, of which the highest 16 are kept.")
        }
        let count = JPEG2000Container.codestreamCount(bytes)
        if count > 1 { warnings.append("it has \(count) codestreams; the first is read.") }
        return (map, warnings)
    }

    /// Makes a decoder; a header that it rejects makes the file damaged.
    static func open(
        _ input: OpenJPEGDecoder.Codestream, reduction: Int, isLenient: Bool, threads: Int = 1
    ) throws -> OpenJPEGDecoder {
        do {
            return try OpenJPEGDecoder(input, reduction: reduction, isLenient: isLenient, threads: threads)
        } catch let failure as OpenJPEGDecoder.Failure {
            throw Self.error(failure.reason, file: input.name)
                ?? CodecError(
                    .damaged, file: input.name, "\(failure.reason). Get a good copy.")
        }
    }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        switch plan {
        case .tiles: try readTiles(body)
        case .bands(let rows, let reusesDecoder): try readStrips(rows: rows, reusesDecoder: reusesDecoder, body)
        case .whole: try readStrips(rows: info.size.height, reusesDecoder: false, body)
        }
    }

    // MARK: Damage

    /// Notes that a part cannot be read.
    ///
    /// - Throws: ``CodecError`` unless damage is accepted.
    func accept(_ reason: String, near location: String, tile: (column: Int, row: Int)?) throws {
        let location = "\(location) of \(info.size.height)" + (tile.map { " (tile \($0.column), \($0.row))" } ?? "")
        guard options.allowTruncated else {
            let words = reason.isEmpty ? "" : ": \(reason)"
            throw Self.error(reason, file: input.name)
                ?? CodecError(
                    .damaged, file: input.name,
                    "the data is damaged or ends near \(location)\(words). Get a good copy, or cut what can be read.")
        }
        let message = "the data is damaged or ends near"
        if !warnings.contains(where: { $0.hasPrefix(message) }) {
            warnings.append("\(message) \(location); what cannot be read is gray.")
        }
    }

    /// The error for what OpenJPEG does not support; nil for damage.
    private static func error(_ reason: String, file: String) -> CodecError? {
        guard ["not support", "unsupported", "Unsupported"].contains(where: reason.contains) else {
            return ScarceMemory.error(file, detail: reason.isEmpty ? "" : " (\(reason))")
        }
        return CodecError(
            .unsupported, file: file,
            "it uses a part of JPEG 2000 that OpenJPEG cannot decode (\(reason)). Convert the image.")
    }
}

extension JPEG2000ImageSource: ReducedResolutionSource {
    /// A lower wavelet resolution: each is half the size of the next, rounded up.
    ///
    /// Nil where averages of samples are not pixels: of palette indices, of colors without their alpha, of samples of
    /// few bits; and where the halved samples do not start with the image.
    func reduced(to size: PixelSize) throws -> (any ImageSource)? {
        guard map.alpha == nil, map.channels.allSatisfy({ $0.palette == nil && $0.bits >= 8 }) else { return nil }
        let levels = parameters.styles.map(\.decompositionLevels).min() ?? 0
        for reduction in 1..<max(1, min(levels + 1, Int.bitWidth / 2)) {
            let columns = map.subsampling.width << reduction
            let rows = map.subsampling.height << reduction
            guard header.origin.x % columns == 0, header.origin.y % rows == 0 else { return nil }
            let reduced = JPEG2000Geometry(header, subsampling: map.subsampling, reduction: reduction)
            if reduced.size == size {
                return try JPEG2000ImageSource(
                    input, header, parameters, map, options, [], reduction: reduction, wholeBytes)
            }
        }
        return nil
    }
}
