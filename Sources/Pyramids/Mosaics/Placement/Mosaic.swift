internal import Concurrency
package import Georeferencing
package import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import MapProjections
internal import Numbers
package import PixelKernels
package import TilePyramid

/// A mosaic whose images have been opened once, so that their positions and the layout of its pixels are known.
package struct Mosaic: Sendable {
    /// The list that it was made from.
    package let description: MosaicDescription
    /// The size in pixels.
    package let size: PixelSize
    /// The layout of the pixels.
    package let layout: PixelLayout
    /// The position of the pixels on the Earth; nil if it is not known.
    package let georeference: RasterGeoreference?
    /// The color where there is no image.
    package let background: RGBColor
    /// The color profile of all images, where profiles are kept.
    package let profile: [UInt8]?
    /// The parts of the list that are not used, and the images left out as they cannot be read, as sentences.
    package let warnings: [String]
    /// The images from the lowest to the uppermost.
    let images: [PlacedImage]
    let options: DecodeOptions
    /// The values that become black and white in all images.
    private let commonRange = CommonRange()

    /// The options for reading an image's rows; finds the range of all images first, once.
    ///
    /// - Throws: `CodecError` that names the image that cannot be read.
    func decoding() throws -> DecodeOptions {
        var options = options
        do {
            options.commonRange = try commonRange.find(of: images, options)
        } catch let error as CodecError {
            throw error.inList(description.path)
        }
        return options
    }

    /// The most threads that read headers, or images, and thus the most files that are open at a time.
    static let openFileLimit = 32

    /// Reads the headers of all images of a list, and decides where they lie.
    ///
    /// - Parameters:
    ///   - description: the list.
    ///   - options: how images are read. With ``/ImageCodecs/DecodeOptions/allowTruncated``, images that cannot be read are
    ///     left out, with a warning.
    /// - Throws: `CodecError` that names the image that cannot be read or placed, or the list.
    package init(_ description: MosaicDescription, options: DecodeOptions) throws {
        guard options.page == 1 else {
            throw CodecError(
                .invalidRequest, file: description.path, "a list of images has one page; leave the page out.")
        }
        let description = description.validated(by: options.nodata)
        self.description = description
        self.options = options
        let unread = try Self.allowed(description.unread, options, description.path)
        let headers = try MemberHeader.read(description, options)
        warnings = description.warnings + unread + headers.warnings
        let plan = try PlacementPlan(description, headers.found)
        let layout = try Self.layout(description, headers.found, plan, options)
        let (flattens, flattenColor): (Bool, RGBColor?) =
            if case .flatten(let color) = options.alpha { (true, color) } else { (false, nil) }
        self.layout = flattens ? PixelLayout(layout.channels.opaque, layout.depth) : layout
        background =
            if case .color(let color)? = description.background { color } else { flattenColor ?? .white }
        profile = headers.found.first?.info.profile
        size = plan.size
        georeference = plan.georeference
        let (pixels, overflows) = size.width.multipliedReportingOverflow(by: size.height)
        try options.limits.check(pixels: overflows ? .max : pixels, file: description.path)
        if options.limits.pixels == nil { try plan.checkProportions(description) }
        images = plan.images
    }

    /// The sentences about statements that cannot be read.
    ///
    /// - Throws: `CodecError` unless their loss is allowed.
    private static func allowed(
        _ unread: [MosaicDescription.UnreadStatement], _ options: DecodeOptions, _ path: String
    ) throws(CodecError) -> [String] {
        for item in unread where !options.allowedLoss.contains(item.statement) {
            throw CodecError.unreadStatement(item.statement, file: path, item.message)
        }
        return unread.map(\.message)
    }

    /// The layout that has room for what all images have.
    private static func layout(
        _ description: MosaicDescription, _ headers: [MemberHeader], _ plan: PlacementPlan, _ options: DecodeOptions
    ) throws -> PixelLayout {
        let isColored = headers.contains { $0.channels.opaque == .rgb }
        let isDeep = options.depth == .sixteen && headers.contains { $0.info.layout.depth == .sixteen }
        let profiles = Set(headers.map(\.info.profile))
        guard profiles.count < 2 else {
            throw CodecError(
                .unsupported, file: description.path,
                "its images have different color profiles, which cannot be kept. Do not keep profiles.")
        }
        let channels: PixelLayout.Channels = isColored ? .rgb : .gray
        let hasAlpha =
            switch description.background {
            case .transparent: true
            case .color: false
            case .gaps: plan.hasGaps
            case nil:
                headers.contains { $0.channels.hasAlpha || !$0.member.noData.isEmpty }
                    || plan.georeference != nil && plan.hasGaps
            }
        return PixelLayout(hasAlpha ? channels.withAlpha : channels, isDeep ? .sixteen : .eight)
    }
}

extension MosaicDescription {
    /// The list in which the user's statement about invalid pixels replaces its own.
    fileprivate func validated(by nodata: DecodeOptions.Nodata) -> MosaicDescription {
        guard nodata != .stated else { return self }
        var description = self
        for index in members.indices {
            description.members[index].noData = []
            if members[index].validity == .ignored, nodata != .none { description.members[index].validity = .file }
        }
        return description
    }
}

extension PlacementPlan {
    /// True when a pixel may be that of no image, or transparent.
    fileprivate var hasGaps: Bool {
        !RectangleCover.isCovered(size, by: images.lazy.filter(\.isSolid).map(\.rect))
    }
}
