internal import ImageMetadata
internal import CVips
internal import LibraryLogging

/// The effect of a profile on colors.
extension ICCProfile {
    /// True when RGB pixels in this profile need no conversion; false when the profile is damaged or not RGB.
    static func isSRGB(_ profile: [UInt8], file: String) throws -> Bool {
        guard let profile = ICCProfile(profile), profile.space == .rgb else { return false }
        // The tolerance is a little smaller here, because libvips rounds and both checks have to agree.
        if let matrix = MatrixProfile(profile), matrix.isSRGB(within: 0.9 * maximumDeviation / 65535) { return true }
        try VipsRuntime.start(file: file)
        return profile.isSRGB(file: file) ?? false
    }

    /// The maximum deviation of a sample, of 65535, at which a profile counts as sRGB: one 8-bit step.
    private static let maximumDeviation = 257.0

    /// True when an RGB profile is sRGB whatever its name: when no color moves by more than one 8-bit step.
    ///
    /// Writers round the primaries in different ways: with those of libjxl, saturated colors move by two thirds of a
    /// step. The check converts a grid of 9 × 9 × 9 colors with libvips. Returns nil when the profile is damaged.
    func isSRGB(file: String) -> Bool? {
        let steps = (0..<9).map { UInt16($0 * 65535 / 8) }
        let colors = steps.flatMap { red in steps.flatMap { green in steps.flatMap { [red, green, $0] } } }
        guard let converted = convert(colors, samples: 3, file: file) else { return nil }
        return zip(colors, converted).allSatisfy { abs(Double($0) - Double($1)) <= Self.maximumDeviation }
    }

    /// The sRGB gray for each of 65,536 grays in this profile; nil when it is damaged.
    ///
    /// With an RGB profile, a gray stands for three equal samples.
    func grayCurve(file: String) -> [UInt16]? {
        let samples = space == .gray ? 1 : 3
        let grays = (0...UInt16.max).flatMap { Array(repeating: $0, count: samples) }
        guard let converted = convert(grays, samples: samples, file: file) else { return nil }
        // Gray converts to three equal samples except for rounding; green has the largest weight in luma.
        return stride(from: 1, to: converted.count, by: 3).map { converted[$0] }
    }

    /// Converts 16-bit colors to sRGB; nil when the profile cannot be used.
    private func convert(_ colors: [UInt16], samples: Int, file: String) -> [UInt16]? {
        let captured = try? GLibLog.capture {
            let image = try VipsHandle.make(file: file) { out in
                out = colors.withUnsafeBytes { raw in
                    vips.pointee.image_new_from_memory_copy(
                        raw.baseAddress, raw.count, Int32(colors.count / samples), 1, Int32(samples),
                        VIPS_FORMAT_USHORT)
                }
                return out == nil ? -1 : 0
            }
            image.image.pointee.Type = samples == 1 ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_RGB16
            bytes.withUnsafeBytes {
                vips.pointee.image_set_blob_copy(image.image, VIPS_META_ICC_NAME, $0.baseAddress, $0.count)
            }
            let converted = try VipsHandle.make(file: file) {
                tk_vips_icc_transform(vips, image.image, &$0, "srgb", 16)
            }
            var size = 0
            guard let memory = vips.pointee.image_write_to_memory(converted.image, &size) else {
                throw VipsErrorBuffer.take(file: file)
            }
            defer { g_free(memory) }
            return Array(UnsafeRawBufferPointer(start: memory, count: size).bindMemory(to: UInt16.self))
        }
        // Without a usable profile libvips logs a warning and uses its own.
        guard let captured, captured.lines.isEmpty else { return nil }
        return captured.result
    }
}
