internal import ImageMetadata
internal import ImageSources
internal import CVips
internal import LibraryLogging
internal import PixelKernels
internal import TilePyramid

/// An image of any format that libvips reads, in sRGB or gray, with rows as they are stored; ``orientation`` is not
/// applied.
///
/// Rows are read through libvips on the calling thread, a strip at a time, so memory is a few strips of the image's
/// width. Formats that are decoded as a whole (WebP, HEIF, JPEG XL, interlaced PNG) take what their decoders take;
/// above 100 MB libvips uses a temporary file where it can.
final class VipsImageSource: ImageSource {
    let info: ImageInfo
    /// The orientation that makes the delivered rows upright.
    let orientation: Orientation
    private(set) var warnings: [String] = []

    let input: ImageInput
    let options: DecodeOptions
    let loader: VipsLoader
    let page: Int?
    let sampleFormat: SampleFormat
    let plan: ColorPlan
    /// The page as libvips opened it; released when it is read.
    var opened: VipsHandle?

    /// Opens an image and reads its header.
    ///
    /// `kinds` are the names of the accepted formats, all by default. JPEG is decoded at `scale`; other formats keep their
    /// size.
    ///
    /// - Throws: ``CodecError``.
    init(
        input: ImageInput, options: DecodeOptions, formats: VipsFormats, kinds: Set<String>? = nil,
        scale: DecodeScale = .full
    ) throws {
        self.input = input
        self.options = options
        try VipsImageSource.check(options, file: input.name)
        let bytes = try ImageBytes(input)
        try VipsRuntime.start(file: input.name)
        loader = try VipsLoader(input, bytes: bytes, formats: formats)
        let format = loader.format
        if let kinds, !kinds.contains(format.name) {
            throw CodecError(
                .unsupported, file: input.name, "the format \(format.name) is not accepted here.")
        }
        let (first, lines) = try VipsImageSource.open(loader, page: nil, options, scale, file: input.name)
        let pageCount = VipsImageSource.pageCount(of: first, format)
        page = try VipsImageSource.page(options.page, of: first, count: pageCount, file: input.name)
        try format.refuse(bytes, page ?? 0, input.name)
        var image = first
        if let page {
            image = try VipsImageSource.open(loader, page: page, options, scale, file: input.name).image
        }
        let isDeep = VipsImageSource.isDeep(image)
        image = try VipsImageSource.unpack(image, file: input.name)
        guard vips.pointee.band_format_iscomplex(image.format) == 0 else {
            throw CodecError(.unsupported, file: input.name, "its samples are complex numbers, which cannot be shown.")
        }
        image = try format.complete(image, page ?? 0, bytes, input.name)
        let colors = try format.statedColors(bytes, options, input.name)
        plan = try ColorPlan(
            image, format: format, stated: colors?.encoding, keepProfile: options.keepProfile, file: input.name)
        sampleFormat = SampleFormat(
            image, colors: plan.kind.colors, format: format, bytes: bytes, page: page ?? 0)
        opened = image

        let declared = format.appliesOrientation ? nil : image.integer(VIPS_META_ORIENTATION)
        orientation = declared.flatMap(Orientation.init) ?? .upright
        var info = ImageInfo(
            size: PixelSize(width: image.width, height: image.height),
            layout: VipsImageSource.layout(plan, sampleFormat, format, options, isDeep: isDeep),
            profile: plan.keptProfile, container: format.name,
            exif: image.bytes(VIPS_META_EXIF_NAME).flatMap { EXIFBlock.cleaned($0, upright: format.appliesOrientation) }
        )
        info.pageCount = pageCount > 1 && format.pages == .counted ? pageCount : nil
        info.storedBits = info.layout.depth == .sixteen ? sampleFormat.narrowBits : nil
        info.hasOwnRange =
            options.range == .auto && plan.kind != .lab && plan.kind != .other
            && (sampleFormat.stated != nil
                || !SampleFormat.isInteger(image.format) && sampleFormat.declared == nil)
        self.info = info
        warnings = plan.warnings + (colors?.warnings ?? []) + emptyRangeWarning(image)
        if sampleFormat.hasUnknownChannels {
            warnings.append(ImageInfo.leftOutChannelsWarning)
        }
        let damage = VipsDamage(lines, format.loggedDamage, lenient: options.allowTruncated)
        // The inspection of what is read finds again what was logged about the header.
        if case .always = format.loggedDamage { return }
        if case .found(let sentence) = damage { warnings.append(sentence) }
    }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        guard opened != nil else { preconditionFailure("readBands may be called once") }
        let (failure, lines) = try GLibLog.capture { () -> CodecError? in
            let (image, converter) = try pipeline()
            // The pipeline alone holds the image from here on: it is closed, and logs damage, when the pipeline ends.
            opened = nil
            let reader = try StripReader(image, converter: converter, layout: info.layout, file: input.name)
            return try reader.read(lenient: options.allowTruncated, body)
        }
        if !lines.isEmpty {
            // Logged text is often in the error buffer too, and would become part of the next failure's text.
            VipsErrorBuffer.clear()
        }
        if let failure {
            warnings.append("\(failure.message) The rest is left blank.")
        }
        let logged = loader.format.loggedDamage
        switch (VipsDamage(lines, logged, lenient: options.allowTruncated), logged) {
        case (.none, _): break
        case (_, .always(let inspect)):
            // The lines describe whatever image of the process failed last: libvips has one buffer of errors for all.
            let found = try inspect(input)
            if let damage = found.damage {
                try report(damage)
            } else if let warning = found.warning {
                warnings.append(warning)
            }
        case (.found(let damage), _): try report(damage)
        case (.undescribed, _): break
        }
    }

    /// Warns of damage where that is allowed, and throws it otherwise.
    private func report(_ damage: String) throws {
        guard options.allowTruncated else {
            throw CodecError(
                .damaged, file: input.name,
                damage + " Get an intact copy, or cut what can be read.")
        }
        warnings.append(damage)
    }

    /// Opens a page and returns it with the lines logged meanwhile.
    private static func open(
        _ loader: VipsLoader, page: Int?, _ options: DecodeOptions, _ scale: DecodeScale, file: String
    ) throws -> (image: VipsHandle, lines: [String]) {
        let (image, lines) = try GLibLog.capture {
            try loader.open(page: page, dpi: options.dpi, lenient: options.allowTruncated, scale: scale)
        }
        // libvips clips a side beyond its limit to one pixel; only GLib logs a warning.
        let isCapped = lines.contains { line in
            ["width", "height"].contains { line.contains("out of range for property '\($0)'") }
        }
        guard !isCapped else { throw CodecError.tooLarge(file) }
        return (image, lines)
    }

    private static func check(_ options: DecodeOptions, file: String) throws {
        guard options.page >= 1 else { throw CodecError.noPage(options.page, file: file) }
        guard options.dpi.map({ $0.isFinite && $0 > 0 && $0 <= 100_000 }) ?? true else {
            throw CodecError(
                .invalidRequest, file: file,
                "the resolution has to be a number of dots per inch above 0 and up to 100,000.")
        }
        _ = try options.requestedRange(file: file)
    }

    /// The number of pages that can be selected.
    private static func pageCount(of first: VipsHandle, _ format: VipsFormat) -> Int {
        format.pages != .first ? max(1, first.integer(VIPS_META_N_PAGES) ?? 1) : 1
    }

    /// The index of a page in the file's order; nil for the primary one.
    private static func page(_ number: Int, of first: VipsHandle, count: Int, file: String) throws -> Int? {
        guard number <= count else { throw CodecError.noPage(number, of: count, file: file) }
        guard number > 1 else { return nil }
        // In HEIF the primary image can be any; the others follow in the file's order.
        let primary = first.integer("heif-primary") ?? 0
        return number - 1 <= primary ? number - 2 : number - 1
    }

    /// Unpacks pixels that libvips packs into 32 bits to floating point.
    private static func unpack(_ image: VipsHandle, file: String) throws -> VipsHandle {
        let operation: String
        switch (image.image.pointee.Coding, image.interpretation) {
        case (VIPS_CODING_LABQ, _): operation = "LabQ2Lab"
        case (VIPS_CODING_RAD, _): operation = "rad2float"
        case (_, VIPS_INTERPRETATION_LABS): operation = "LabS2Lab"
        default: return image
        }
        return try VipsHandle.make(file: file) { tk_vips_convert(vips, operation, image.image, &$0) }
    }

    private static func layout(
        _ plan: ColorPlan, _ sampleFormat: SampleFormat, _ format: VipsFormat, _ options: DecodeOptions,
        isDeep: Bool
    ) -> PixelLayout {
        var channels: PixelLayout.Channels = plan.kind == .gray ? .gray : .rgb
        if sampleFormat.alpha != nil, !format.isOpaque {
            switch options.alpha {
            case .keep:
                channels = plan.kind == .gray ? .grayAlpha : .rgba
            case .flatten(let color):
                let isGray = color.red == color.green && color.green == color.blue
                channels = plan.kind == .gray && (isGray || plan.keptProfile != nil) ? .gray : .rgb
            }
        }
        return PixelLayout(channels, isDeep && options.depth == .sixteen ? .sixteen : .eight)
    }

    /// True when a sample has more than 8 bits before unpacking, which makes 8-bit Lab floating point.
    private static func isDeep(_ image: VipsHandle) -> Bool {
        image.image.pointee.Coding == VIPS_CODING_RAD
            || (image.image.pointee.Coding == VIPS_CODING_NONE && vips.pointee.format_sizeof(image.format) > 1)
    }
}
