internal import CLittleCMS
internal import ImageMetadata
internal import PixelKernels

/// A conversion of pixels from the color space of an ICC profile to sRGB.
///
/// The rendering intent is relative colorimetric with black point compensation, or the profile's own intent when it has
/// no tables for that. Little CMS (`cmsCreateTransform`) computes the colors: those of tone curves and a matrix, and of
/// 8-bit CMYK, beforehand and for tables of our own, which are applied several times faster.
///
/// Several threads may use a transform at once.
final class ColorTransform: @unchecked Sendable {
    // The guard of `@unchecked Sendable`: nothing is written after `init`, and Little CMS changes no transform that was
    // created without a cache.

    /// The samples of a conversion.
    struct Samples: Hashable, Sendable {
        /// The number of color channels, the same as in the profile's color space.
        var channels: Int
        /// True when an alpha sample follows the colors of each pixel; it is copied.
        var hasAlpha = false
        /// True for CMYK of 8 bits where 255 is no ink.
        var isInverted = false
        /// The depth of the samples.
        var depth: PixelLayout.Depth
        /// The depth of the converted samples.
        var output: PixelLayout.Depth
    }

    /// The implementation that converts pixels.
    enum Engine: Hashable, Sendable {
        /// Tables of our own where they give the library's colors, else the library.
        case fastest
        /// Little CMS, with tables where colors take several steps, as libvips uses it.
        case library
        /// Little CMS, every color in all of its steps, which is slow.
        case exact
    }

    /// The prepared conversion.
    private enum Method {
        case library(UnsafePointer<tk_cms_functions>, cmsHTRANSFORM)
        case matrix(MatrixShaper)
        case deepMatrix(DeepMatrixShaper)
        case inks(CMYKInterpolation, isInverted: Bool)
    }

    private let method: Method
    private let hasAlpha: Bool

    /// Creates a conversion of interleaved samples to red, green and blue; nil when the profile is damaged, or its color
    /// space has another number of channels.
    ///
    /// - Parameters:
    ///   - profile: the bytes of the ICC profile.
    ///   - samples: the samples to convert.
    ///   - engine: the implementation that converts pixels.
    ///   - file: the image's name for error messages.
    /// - Throws: ``CodecError`` when Little CMS cannot be loaded.
    init?(profile: [UInt8], _ samples: Samples, by engine: Engine = .fastest, file: String) throws(CodecError) {
        let functions = try LittleCMSLibrary.functions(file: file)
        let cms = functions.pointee
        guard let input = cms.OpenProfileFromMem(profile, cmsUInt32Number(clamping: profile.count)) else { return nil }
        defer { _ = cms.CloseProfile(input) }
        guard samples.channels > 0, cms.ChannelsOf(cms.GetColorSpace(input)) == samples.channels,
            let sRGB = cms.Create_sRGBProfile()
        else { return nil }
        defer { _ = cms.CloseProfile(sRGB) }
        func transform(_ samples: Samples, _ precision: tk_cms_precision) -> cmsHTRANSFORM? {
            precondition(!samples.isInverted, "inverted samples are converted with tables of our own")
            let extra: Int32 = samples.hasAlpha ? 1 : 0
            let channels = Int32(truncatingIfNeeded: samples.channels)
            return tk_cms_transform(
                functions, input, tk_cms_format(channels, extra, samples.depth == .eight ? 1 : 2),
                sRGB, tk_cms_format(3, extra, samples.output == .eight ? 1 : 2), extra, precision)
        }

        hasAlpha = samples.hasAlpha
        let isMatrix = engine == .fastest && samples.channels == 3 && tk_cms_is_matrix(functions, input) != 0
        if isMatrix, let method = Self.matrix(samples, functions, input, { transform($0, $1) }) {
            self.method = method
        } else if engine == .fastest, samples.channels == 4, !hasAlpha, samples.depth == .eight,
            samples.output == .eight
        {
            let deep = Samples(channels: 4, depth: .sixteen, output: .sixteen)
            guard let exact = transform(deep, TK_CMS_EXACT) else { return nil }
            defer { cms.DeleteTransform(exact) }
            method = .inks(
                CMYKInterpolation(grid: Self.grid(functions, exact)), isInverted: samples.isInverted)
        } else {
            let tables = samples.depth == .eight || samples.channels == 4 ? TK_CMS_TABLES : TK_CMS_FINE_TABLES
            let precision = engine == .exact ? TK_CMS_EXACT : tables
            guard let created = transform(samples, precision) else { return nil }
            method = .library(functions, created)
        }
    }

    deinit {
        if case .library(let functions, let transform) = method { functions.pointee.DeleteTransform(transform) }
    }

    /// True when pixels are converted by Little CMS, and not with tables of our own.
    var usesLibrary: Bool {
        if case .library = method { true } else { false }
    }

    /// Converts `count` pixels; `source` and `target` do not overlap.
    func convert(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
        switch method {
        case .library(let functions, let transform):
            // A call takes a 32-bit number of pixels; rows are shorter.
            functions.pointee.DoTransform(transform, source, target, cmsUInt32Number(truncatingIfNeeded: count))
        case .matrix(let shaper): shaper.convert(source, to: target, count: count, hasAlpha: hasAlpha)
        case .deepMatrix(let shaper): shaper.convert(source, to: target, count: count, hasAlpha: hasAlpha)
        case .inks(let interpolation, let isInverted):
            interpolation.convert(source, to: target, count: count, isInverted: isInverted)
        }
    }

    /// The colors of the grid of inks.
    private static func grid(
        _ functions: UnsafePointer<tk_cms_functions>, _ transform: cmsHTRANSFORM
    ) -> [UInt16] {
        let steps = CMYKInterpolation.gridPoints - 1
        let amounts = (0...steps).map { UInt16(($0 * 65535 + steps / 2) / steps) }
        let inks = amounts.flatMap { cyan in
            amounts.flatMap { magenta in
                amounts.flatMap { yellow in amounts.flatMap { [cyan, magenta, yellow, $0] } }
            }
        }
        return [UInt16](unsafeUninitializedCapacity: 3 * CMYKInterpolation.colors) { buffer, count in
            guard let colors = buffer.baseAddress else { return }
            functions.pointee.DoTransform(
                transform, inks, colors, cmsUInt32Number(truncatingIfNeeded: CMYKInterpolation.colors))
            count = buffer.count
        }
    }

    /// Tables for curves and a matrix; nil where they would not give the library's colors.
    private static func matrix(
        _ samples: Samples, _ functions: UnsafePointer<tk_cms_functions>, _ profile: cmsHPROFILE,
        _ transform: (Samples, tk_cms_precision) -> cmsHTRANSFORM?
    ) -> Method? {
        let isDeep = samples.depth == .sixteen
        guard isDeep || samples.output == .eight,
            let light = LinearLight(of: profile, levels: isDeep ? 65536 : 256, functions)
        else { return nil }
        let method: Method
        if isDeep {
            method = .deepMatrix(
                DeepMatrixShaper(
                    black: light.black, light: light.colors, to: samples.output, encode: LinearLight.encoded))
        } else {
            guard let shaper = MatrixShaper(black: light.black, light: light.colors, encode: LinearLight.encoded) else {
                return nil
            }
            method = .matrix(shaper)
        }
        // The library converts 16 bits exactly only without tables.
        let opaque = Samples(channels: 3, depth: samples.depth, output: samples.output)
        guard let reference = transform(opaque, isDeep ? TK_CMS_EXACT : TK_CMS_TABLES) else { return nil }
        defer { functions.pointee.DeleteTransform(reference) }
        return ColorTransform(method).agrees(opaque) { source, target, count in
            functions.pointee.DoTransform(reference, source, target, cmsUInt32Number(truncatingIfNeeded: count))
        } ? method : nil
    }

    private init(_ method: Method) {
        self.method = method
        hasAlpha = false
    }

    /// The steps of the grid of colors that are compared, in each direction.
    private static let comparedSteps = 16
    /// The largest difference of a sample, in steps of 8 or of 16 bits.
    private static let tolerance = (eight: 1, sixteen: 8)

    /// True when the colors of a grid equal those of another conversion, except for rounding.
    private func agrees(
        _ samples: Samples, with convert: (UnsafeRawPointer, UnsafeMutableRawPointer, Int) -> Void
    ) -> Bool {
        func compare<Source: FixedWidthInteger & UnsignedInteger, Target: FixedWidthInteger & UnsignedInteger>(
            _: Source.Type, _: Target.Type, _ tolerance: Int
        ) -> Bool {
            let steps = Self.comparedSteps
            let levels = (0...steps).map { Source(truncatingIfNeeded: $0 * Int(Source.max) / steps) }
            let colors = levels.flatMap { red in levels.flatMap { green in levels.flatMap { [red, green, $0] } } }
            var own = [Target](repeating: 0, count: colors.count)
            var others = own
            self.convert(colors, to: &own, count: colors.count / 3)
            convert(colors, &others, colors.count / 3)
            return zip(own, others).allSatisfy { abs(Int($0) - Int($1)) <= tolerance }
        }
        return switch (samples.depth, samples.output) {
        case (.eight, _): compare(UInt8.self, UInt8.self, Self.tolerance.eight)
        case (_, .eight): compare(UInt16.self, UInt8.self, Self.tolerance.eight)
        default: compare(UInt16.self, UInt16.self, Self.tolerance.sixteen)
        }
    }
}
