internal import CLittleCMS
internal import ImageMetadata
internal import PixelKernels

/// A conversion of pixels from the color space of an ICC profile to sRGB (`cmsCreateTransform`).
///
/// The rendering intent is relative colorimetric with black point compensation, or the profile's own intent when it has
/// no tables for that.
///
/// Several threads may use a transform at once.
final class ColorTransform: @unchecked Sendable {
    // The guard of `@unchecked Sendable`: nothing is written after `init`, and Little CMS changes no transform that was
    // created without a cache.
    private let functions: UnsafePointer<tk_cms_functions>
    private let transform: cmsHTRANSFORM

    /// Creates a conversion of interleaved samples to red, green and blue; nil when the profile is damaged, or its color
    /// space has another number of channels.
    ///
    /// - Parameters:
    ///   - profile: the bytes of the ICC profile.
    ///   - channels: the number of color channels, which has to be that of the profile's color space.
    ///   - hasAlpha: true when an alpha sample follows the colors of each pixel; it is copied.
    ///   - depth: the depth of the samples.
    ///   - output: the depth of the converted samples.
    ///   - file: the image's name for error messages.
    /// - Throws: ``CodecError`` when Little CMS cannot be loaded.
    init?(
        profile: [UInt8], channels: Int, hasAlpha: Bool = false, depth: PixelLayout.Depth,
        to output: PixelLayout.Depth, file: String
    ) throws(CodecError) {
        functions = try LittleCMSLibrary.functions(file: file)
        let cms = functions.pointee
        guard let input = cms.OpenProfileFromMem(profile, cmsUInt32Number(clamping: profile.count)) else { return nil }
        defer { _ = cms.CloseProfile(input) }
        guard channels > 0, cms.ChannelsOf(cms.GetColorSpace(input)) == channels,
            let sRGB = cms.Create_sRGBProfile()
        else { return nil }
        defer { _ = cms.CloseProfile(sRGB) }
        let extra: Int32 = hasAlpha ? 1 : 0
        let created = tk_cms_transform(
            functions, input, tk_cms_format(Int32(channels), extra, Int32(depth.rawValue / 8)),
            sRGB, tk_cms_format(3, extra, Int32(output.rawValue / 8)), extra)
        guard let created else { return nil }
        transform = created
    }

    deinit { functions.pointee.DeleteTransform(transform) }

    /// Converts `count` pixels; `source` and `target` do not overlap.
    func convert(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
        // A call takes a 32-bit number of pixels; rows are shorter.
        functions.pointee.DoTransform(transform, source, target, cmsUInt32Number(count))
    }
}
