internal import CVips
internal import ImageMetadata
internal import ImageSources
internal import PixelKernels

/// The conversion of rows of stored samples to delivered ones: to sRGB or gray, and the treatment of alpha and depth.
///
/// It is a value that any number of threads use at once.
struct ColorConversion: Sendable {
    /// The stored samples: interleaved, of 8 or 16 bits that use their full range, alpha straight and after the colors.
    struct Stored: Hashable, Sendable {
        /// The color space: gray, RGB or CMYK.
        var space: ICCProfile.Space
        /// True when alpha follows the colors; not with CMYK.
        var hasAlpha = false
        /// The depth of the samples.
        var depth = PixelLayout.Depth.eight
        /// True for CMYK of 8 bits where 255 is no ink, as Adobe's JPEGs have it.
        var isInverted = false

        /// The samples of gray or RGB pixels.
        init(_ layout: PixelLayout) {
            space = layout.channels.opaque == .gray ? .gray : .rgb
            hasAlpha = layout.channels.hasAlpha
            depth = layout.depth
        }

        /// The samples of pixels of four inks.
        init(cmyk depth: PixelLayout.Depth, isInverted: Bool) {
            space = .cmyk
            self.depth = depth
            self.isInverted = isInverted
        }

        /// The number of color samples of a pixel.
        var colors: Int { space == .gray ? 1 : space == .cmyk ? 4 : 3 }
        /// The bytes of a pixel.
        var bytesPerPixel: Int { (colors + (hasAlpha ? 1 : 0)) * depth.rawValue / 8 }
    }

    /// The conversion of colors.
    private enum Step: Sendable {
        case none
        /// The sRGB gray for each of 256 or 65,536 grays.
        case grays(Grays)
        case transform(ColorTransform)
        /// Of HDR to SDR, and the depth of the converted samples.
        case toneMapping(ToneMapping, PixelLayout.Depth)
    }

    /// The layout of the delivered pixels.
    let layout: PixelLayout
    /// The samples that are converted.
    let stored: Stored
    /// The profile of the delivered pixels, when it is kept.
    let keptProfile: [UInt8]?
    /// Problems with the colors, for the user.
    let warnings: [String]

    private let step: Step
    private let finishing: RowFinishing?
    /// The layout after the conversion of colors.
    private let converted: PixelLayout

    /// True when rows are delivered as they are stored.
    var isIdentity: Bool {
        if case .none = step { finishing == nil } else { false }
    }

    /// Prepares a conversion.
    ///
    /// - Parameters:
    ///   - stored: the stored samples.
    ///   - profile: the embedded profile; nil for sRGB, plain gray, or a usual CMYK.
    ///   - options: whether the profile is kept, and what is delivered.
    ///   - file: the image's name for error messages.
    /// - Throws: ``CodecError`` when a library that it needs cannot be loaded.
    init(_ stored: Stored, profile: [UInt8]?, options: DecodeOptions, file: String) throws {
        self.stored = stored
        var background: RGBColor?
        if stored.hasAlpha, case .flatten(let color) = options.alpha { background = color }
        // Deep samples are blended before they are reduced to 8 bits, so that they are rounded once.
        let output = background == nil && options.depth == .eight ? PixelLayout.Depth.eight : stored.depth
        var plan = Plan()
        switch stored.space {
        case .cmyk: try plan.decideCMYK(profile, stored, output, options, file)
        case .gray: try plan.decideGray(profile, stored, options, file)
        default: try plan.decideRGB(profile, stored, output, options, file)
        }
        step = plan.step
        keptProfile = plan.keptProfile
        warnings = plan.warnings
        let channels: PixelLayout.Channels = stored.space == .gray ? .gray : .rgb
        var depth = stored.depth
        switch step {
        case .transform, .toneMapping: depth = output
        case .none, .grays: break
        }
        converted = PixelLayout(stored.hasAlpha ? channels.withAlpha : channels, depth)
        guard background != nil || (depth == .sixteen && options.depth == .eight) else {
            finishing = nil
            layout = converted
            return
        }
        // A gray profile does not fit colored pixels.
        if stored.space == .gray, keptProfile != nil { background = background?.gray }
        var format = StoredSampleFormat(
            bits: depth.rawValue, samplesPerPixel: converted.channels.rawValue, hasColor: channels == .rgb)
        format.alphaIndex = stored.hasAlpha ? channels.rawValue : nil
        let finishing = RowFinishing(
            format, black: 0, white: depth == .sixteen ? 65535 : 255, depth: options.depth, background: background)
        self.finishing = finishing
        layout = finishing.layout
    }

    /// The bytes of scratch memory for a pixel.
    var scratchBytesPerPixel: Int { finishing == nil ? 0 : 8 + 16 }

    /// Converts `count` pixels of a row.
    ///
    /// - Parameters:
    ///   - source: stored pixels.
    ///   - target: room for delivered pixels, apart from `source`.
    ///   - count: the number of pixels.
    ///   - scratch: room for ``scratchBytesPerPixel`` for each pixel.
    func convert(
        _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int, scratch: UnsafeMutableRawPointer
    ) {
        guard let finishing else { return convertColors(source, to: target, count: count) }
        var pixels = source
        if case .none = step {
        } else {
            convertColors(source, to: scratch, count: count)
            pixels = UnsafeRawPointer(scratch)
        }
        finishing.convert(pixels, to: target, count: count, scratch: scratch + 8 * count)
    }

    private func convertColors(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
        switch step {
        case .none: target.copyMemory(from: source, byteCount: count * stored.bytesPerPixel)
        case .grays(let grays): grays.convert(source, to: target, count: count, hasAlpha: stored.hasAlpha)
        case .transform(let transform): transform.convert(source, to: target, count: count)
        case .toneMapping(let mapping, let depth):
            mapping.convert(source, to: target, count: count, depth: depth, hasAlpha: stored.hasAlpha)
        }
    }

    /// The warning about a profile that is left out.
    static func discardedProfile(_ space: ICCProfile.Space) -> String {
        let assumed = space == .cmyk ? "a usual CMYK" : space == .gray ? "plain gray" : "sRGB"
        return "the embedded color profile is damaged or does not fit the image; \(assumed) is assumed."
    }

    /// The warning about a profile of four inks that was to be kept.
    static let convertedCMYK =
        "tiles cannot store CMYK; the profile is not kept, and the colors are converted to sRGB."
}

extension ColorConversion {
    /// The sRGB gray for each gray.
    private enum Grays: Sendable {
        case eight([UInt8])
        case sixteen([UInt16])

        init(_ curve: [UInt16], _ depth: PixelLayout.Depth) {
            self =
                depth == .sixteen
                ? .sixteen(curve) : .eight((0..<256).map { UInt8((UInt32(curve[257 * $0]) + 128) / 257) })
        }

        func convert(
            _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int, hasAlpha: Bool
        ) {
            switch self {
            case .eight(let table): Self.map(source, to: target, count, hasAlpha, table)
            case .sixteen(let table): Self.map(source, to: target, count, hasAlpha, table)
            }
        }

        @inline(__always)
        private static func map<Sample: FixedWidthInteger & UnsignedInteger>(
            _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ count: Int, _ hasAlpha: Bool,
            _ table: [Sample]
        ) {
            let source = source.assumingMemoryBound(to: Sample.self)
            let target = target.assumingMemoryBound(to: Sample.self)
            table.withUnsafeBufferPointer { table in
                guard let table = table.baseAddress else { return }
                if hasAlpha {
                    for pixel in 0..<count {
                        target[2 * pixel] = table[Int(truncatingIfNeeded: source[2 * pixel])]
                        target[2 * pixel + 1] = source[2 * pixel + 1]
                    }
                } else {
                    for pixel in 0..<count { target[pixel] = table[Int(truncatingIfNeeded: source[pixel])] }
                }
            }
        }
    }

    /// The decisions about a profile.
    private struct Plan {
        var step = Step.none
        var keptProfile: [UInt8]?
        var warnings: [String] = []

        /// A gray image with an RGB profile does not keep it: a tile of one channel cannot carry it.
        mutating func decideGray(
            _ bytes: [UInt8]?, _ stored: Stored, _ options: DecodeOptions, _ file: String
        ) throws {
            guard let bytes else { return }
            if !options.keepProfile, let signal = ICCProfile(bytes).flatMap(HDRSignal.init) {
                step = .grays(Grays(signal.grayCurve, stored.depth))
                return warnings.append(signal.warning)
            }
            guard let profile = ICCProfile(bytes), profile.space == .gray || profile.space == .rgb,
                let curve = try profile.grayCurve(file: file)
            else { return warnings.append(discardedProfile(.gray)) }
            if options.keepProfile, profile.space == .gray {
                keptProfile = bytes
            } else if curve.indices.contains(where: { abs($0 - Int(curve[$0])) > 128 }) {
                step = .grays(Grays(curve, stored.depth))
            }
        }

        mutating func decideRGB(
            _ bytes: [UInt8]?, _ stored: Stored, _ output: PixelLayout.Depth, _ options: DecodeOptions, _ file: String
        ) throws {
            guard let bytes else { return }
            let samples = ColorTransform.Samples(
                channels: 3, hasAlpha: stored.hasAlpha, depth: stored.depth, output: output)
            let key = ColorTransformCache.Key(profile: bytes, samples: samples)
            if !options.keepProfile, let existing = ColorTransformCache.existing(key) {
                step = .transform(existing)
                return
            }
            if !options.keepProfile, let signal = ICCProfile(bytes).flatMap(HDRSignal.init),
                let mapping = ToneMapping(signal, depth: stored.depth)
            {
                step = .toneMapping(mapping, output)
                return warnings.append(signal.warning)
            }
            guard let profile = ICCProfile(bytes), profile.space == .rgb,
                let isSRGB = try profile.isSRGB(file: file)
            else { return warnings.append(discardedProfile(.rgb)) }
            if options.keepProfile {
                keptProfile = bytes
            } else if !isSRGB {
                guard let transform = try ColorTransformCache.transform(key, file: file) else {
                    return warnings.append(discardedProfile(.rgb))
                }
                step = .transform(transform)
            }
        }

        mutating func decideCMYK(
            _ bytes: [UInt8]?, _ stored: Stored, _ output: PixelLayout.Depth, _ options: DecodeOptions, _ file: String
        ) throws {
            func transform(_ profile: [UInt8]) throws -> ColorTransform? {
                let samples = ColorTransform.Samples(
                    channels: 4, hasAlpha: stored.hasAlpha, isInverted: stored.isInverted, depth: stored.depth,
                    output: output)
                return try ColorTransformCache.transform(.init(profile: profile, samples: samples), file: file)
            }
            if let bytes {
                if ICCProfile(bytes)?.space == .cmyk, let transform = try transform(bytes) {
                    step = .transform(transform)
                    if options.keepProfile { warnings.append(convertedCMYK) }
                    return
                }
                warnings.append(discardedProfile(.cmyk))
            }
            guard let transform = try transform(CMYKProfile.bytes(file: file)) else {
                throw CodecError(.unsupported, file: file, "its CMYK colors cannot be converted. Convert it to RGB.")
            }
            step = .transform(transform)
        }
    }
}

/// The CMYK profile that is built into libvips, for images that have none.
enum CMYKProfile {
    /// The bytes of the profile.
    ///
    /// - Throws: ``CodecError`` when libvips cannot be loaded, naming `file`.
    static func bytes(file: String) throws -> [UInt8] {
        try VipsRuntime.start(file: file)
        guard let area = tk_vips_profile_load(vips, "cmyk") else { throw VipsErrorBuffer.take(file: file) }
        defer { vips.pointee.area_unref(area) }
        return Array(UnsafeRawBufferPointer(start: area.pointee.data, count: area.pointee.length))
    }
}
