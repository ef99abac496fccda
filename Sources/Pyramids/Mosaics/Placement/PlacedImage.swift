internal import Georeferencing
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import MapProjections
internal import PixelKernels
internal import TilePyramid

/// An image of a mosaic whose pixels have positions.
struct PlacedImage: Sendable {
    /// The image as the list states it.
    let member: MosaicDescription.Member
    /// The properties in the image's header when the mosaic was planned.
    let info: ImageInfo
    /// The pixels of the mosaic that it may show something in.
    let rect: PixelRect
    /// The transfer of the image's pixels to the mosaic.
    let transfer: Transfer
    /// True when some of its pixels may be transparent.
    let hasAlpha: Bool
    /// True when every pixel of ``rect`` is one of the image, and opaque.
    let isSolid: Bool

    /// The transfer of an image's pixels to a mosaic.
    enum Transfer: Sendable {
        /// One by one, beginning with a pixel of the image.
        case copied(from: PixelOffset)
        /// Resampled from a position to that of ``PlacedImage/rect``.
        case warped(from: RasterGeoreference, to: RasterGeoreference)
    }

    /// True when alpha, if it has any, is 0 or full and says which pixels are valid.
    var alphaIsValidity: Bool { member.alphaIsValidity(of: info) }

    /// True when it is warped from another coordinate reference system.
    var usesProjections: Bool {
        switch transfer {
        case .copied: false
        case .warped(let from, let to): from.crs != to.crs
        }
    }

    /// Opens the image.
    ///
    /// - Parameters:
    ///   - layout: the layout of the mosaic; the pixels have it, with alpha if some may be transparent.
    ///   - options: how images are read.
    ///   - threads: the number of threads for this image.
    ///   - windowLimit: the most bytes of rows in memory while it is warped.
    /// - Returns: a source of the pixels of ``rect``, or of the whole image for ``Transfer/copied(from:)``.
    /// - Throws: `CodecError` when the image cannot be opened, or is not the one that was planned.
    func open(
        _ layout: PixelLayout, options: DecodeOptions, threads: Int, windowLimit: Int
    ) throws -> any ImageSource {
        var options = options
        options.threads = threads
        let base = try member.open(options)
        // Rows and channels of other images would be read beyond their ends.
        guard base.info.size == info.size, base.info.layout == info.layout else {
            throw CodecError(
                .unreadable, file: member.path, "the image has changed since the list was read. Start again.")
        }
        let source = try UnifiedSource.unified(base, as: pixelLayout(in: layout), member)
        guard case .warped(let from, let to) = transfer else { return source }
        return WarpedSource(
            source, name: member.path, from: from, to: to, size: rect.size,
            background: [UInt8](repeating: 0, count: source.info.layout.bytesPerPixel), threads: threads,
            windowLimit: windowLimit)
    }

    /// The layout of the pixels that are drawn into a mosaic.
    func pixelLayout(in layout: PixelLayout) -> PixelLayout {
        PixelLayout(hasAlpha ? layout.channels.withAlpha : layout.channels, layout.depth)
    }
}

extension MosaicDescription.Member {
    /// Opens the image as the list states it.
    func open(_ options: DecodeOptions) throws -> any ImageSource {
        try openImage(.file(path), options: decoding(options))
    }

    /// The options with which the image is opened as the list states it.
    func decoding(_ options: DecodeOptions) -> DecodeOptions {
        var options = options
        options.page = page
        options.alpha = .keep
        // A georeference is that of stored pixels, too.
        if isPlacedAsStored || placement == .georeferenced { options.autorotate = false }
        // Values of absent pixels are those that are stored.
        if !noData.isEmpty { options.depth = .sixteen }
        // A VRT says itself which pixels are valid; the user's value comes before that.
        if options.nodata == .stated, colors != nil, validity != .file { options.nodata = .none }
        if let storedNoData, options.nodata == .none { options.nodata = .values(storedNoData) }
        return options
    }

    /// The channels of an opened image that are those of the mosaic, in its order; nil for all.
    ///
    /// - Throws: `CodecError` when the image does not have them.
    func picks(from layout: PixelLayout) throws(CodecError) -> [Int]? {
        guard var picks = colors else { return nil }
        switch validity {
        case .file where layout.channels.hasAlpha: picks.append(layout.channels.rawValue - 1)
        // What is left of an image's alpha is that of stored values.
        case .ignored where storedNoData != nil && layout.channels.hasAlpha: picks.append(layout.channels.rawValue - 1)
        case .file, .ignored: break
        case .channel(let channel): picks.append(channel)
        }
        let count = layout.channels.rawValue
        guard picks.allSatisfy({ $0 < count }), PixelLayout.Channels(rawValue: picks.count) != nil else {
            throw CodecError(
                .invalidRequest, file: path,
                "the image has \(count) channels, but the list wants channel \((picks.max() ?? 0) + 1). Correct the list."
            )
        }
        return picks == Array(0..<count) ? nil : picks
    }

    /// Whether the alpha of the mosaic's channels only says which pixels are valid.
    func alphaIsValidity(of info: ImageInfo) -> Bool {
        switch validity {
        case .file: info.alphaIsValidity || !info.layout.channels.hasAlpha
        case .ignored: true
        case .channel: false
        }
    }

    /// The channels of an image after those of the list have been picked.
    ///
    /// - Throws: `CodecError` when the image does not have them.
    func channels(of info: ImageInfo) throws(CodecError) -> PixelLayout.Channels {
        try picks(from: info.layout).flatMap { PixelLayout.Channels(rawValue: $0.count) } ?? info.layout.channels
    }
}
