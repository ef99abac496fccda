internal import CLittleCMS
internal import ImageMetadata
internal import PixelKernels

/// The effect of a profile on colors.
extension ICCProfile {
    /// True when RGB pixels in this profile need no conversion; false when the profile is damaged or not RGB.
    static func isSRGB(_ profile: [UInt8], file: String) throws -> Bool {
        guard let profile = ICCProfile(profile), profile.space == .rgb else { return false }
        // The tolerance is a little smaller here, because Little CMS rounds and both checks have to agree.
        if let matrix = MatrixProfile(profile), matrix.isSRGB(within: 0.9 * maximumDeviation / 65535) { return true }
        return try profile.isSRGB(file: file) ?? false
    }

    /// The maximum deviation of a sample, of 65535, at which a profile counts as sRGB: one 8-bit step.
    private static let maximumDeviation = 257.0

    /// True when an RGB profile is sRGB whatever its name: when no color moves by more than one 8-bit step.
    ///
    /// Writers round the primaries in different ways: with those of libjxl, saturated colors move by two thirds of a
    /// step. The check converts a grid of 9 × 9 × 9 colors. Returns nil when the profile is damaged.
    func isSRGB(file: String) throws -> Bool? {
        let steps = (0..<9).map { UInt16($0 * 65535 / 8) }
        let colors = steps.flatMap { red in steps.flatMap { green in steps.flatMap { [red, green, $0] } } }
        guard let converted = try convert(colors, samples: 3, file: file) else { return nil }
        return zip(colors, converted).allSatisfy { abs(Double($0) - Double($1)) <= Self.maximumDeviation }
    }

    /// The sRGB gray for each of 65,536 grays in this profile; nil when it is damaged.
    ///
    /// With an RGB profile, a gray stands for three equal samples.
    func grayCurve(file: String) throws -> [UInt16]? {
        let samples = space == .gray ? 1 : 3
        let grays = (0...UInt16.max).flatMap { Array(repeating: $0, count: samples) }
        guard let converted = try convert(grays, samples: samples, file: file) else { return nil }
        // Gray converts to three equal samples except for rounding; green has the largest weight in luma.
        return stride(from: 1, to: converted.count, by: 3).map { converted[$0] }
    }

    /// The rendering intent of conversions to sRGB, by its number in the ICC specification: relative colorimetric, or the
    /// profile's own when it has no tables for that.
    ///
    /// - Throws: ``CodecError`` when Little CMS cannot be loaded.
    func usableIntent(file: String) throws -> UInt32 {
        let functions = try LittleCMSLibrary.functions(file: file)
        guard let profile = functions.pointee.OpenProfileFromMem(bytes, cmsUInt32Number(clamping: bytes.count)) else {
            return UInt32(INTENT_RELATIVE_COLORIMETRIC)
        }
        defer { _ = functions.pointee.CloseProfile(profile) }
        return tk_cms_intent(functions, profile)
    }

    /// Converts 16-bit colors to sRGB; nil when the profile cannot be used.
    ///
    /// - Throws: ``CodecError`` when Little CMS cannot be loaded.
    private func convert(_ colors: [UInt16], samples: Int, file: String) throws -> [UInt16]? {
        let transform = try ColorTransform(
            profile: bytes, ColorTransform.Samples(channels: samples, depth: .sixteen, output: .sixteen),
            by: .exact, file: file)
        guard let transform else { return nil }
        let pixels = colors.count / samples
        return [UInt16](unsafeUninitializedCapacity: 3 * pixels) { buffer, count in
            guard let target = buffer.baseAddress else { return }
            transform.convert(colors, to: target, count: pixels)
            count = 3 * pixels
        }
    }
}
