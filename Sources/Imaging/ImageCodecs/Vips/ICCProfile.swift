internal import CVips

/// An embedded ICC profile, and what it does to colors.
struct ICCProfile {
    /// What the profile's colors are made of.
    enum Space: Hashable {
        case gray, rgb, cmyk, other
    }

    /// The profile as it is embedded.
    let bytes: [UInt8]
    /// Its color space (ICC.1, 7.2.6).
    let space: Space

    /// A profile with a header that can be true; nil for anything else.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 128, bytes[36..<40].elementsEqual("acsp".utf8) else { return nil }
        self.bytes = bytes
        switch String(decoding: bytes[16..<20], as: UTF8.self) {
        case "GRAY": space = .gray
        case "RGB ": space = .rgb
        case "CMYK": space = .cmyk
        default: space = .other
        }
    }

    /// Whether RGB pixels in this profile can be taken as they are; no when the profile is broken or of other colors.
    static func isSRGB(_ profile: [UInt8], file: String) throws -> Bool {
        guard let profile = ICCProfile(profile), profile.space == .rgb else { return false }
        // A little less may move here, because libvips rounds, and it is to say the same.
        if let matrix = MatrixProfile(profile), matrix.isSRGB(within: 0.9 * maximumDeviation / 65535) { return true }
        try VipsRuntime.start(file: file)
        return profile.isSRGB(file: file) ?? false
    }

    /// By how much of 65535 the samples of a color may move for it to be the same: an 8-bit step.
    private static let maximumDeviation = 257.0

    /// Whether an RGB profile is sRGB whatever its name: whether no color moves by more than an 8-bit step.
    ///
    /// Writers round the primaries each in their own way: with those of libjxl saturated colors move by two thirds of
    /// a step. Nil when the profile is broken. Tried on a grid of 9 × 9 × 9 colors with the conversion that would be
    /// applied.
    func isSRGB(file: String) -> Bool? {
        let steps = (0..<9).map { UInt16($0 * 65535 / 8) }
        let colors = steps.flatMap { red in steps.flatMap { green in steps.flatMap { [red, green, $0] } } }
        guard let converted = convert(colors, samples: 3, file: file) else { return nil }
        return zip(colors, converted).allSatisfy { abs(Double($0) - Double($1)) <= Self.maximumDeviation }
    }

    /// sRGB gray for each of 65536 grays in this profile; nil when it is broken.
    ///
    /// An RGB profile on a gray image means that all three are equal.
    func grayCurve(file: String) -> [UInt16]? {
        let samples = space == .gray ? 1 : 3
        let grays = (0...UInt16.max).flatMap { Array(repeating: $0, count: samples) }
        guard let converted = convert(grays, samples: samples, file: file) else { return nil }
        // Gray comes out as three equal samples but for rounding; green weighs most in lightness.
        return stride(from: 1, to: converted.count, by: 3).map { converted[$0] }
    }

    /// Converts colors of 16 bits to sRGB; nil when the profile cannot be used.
    private func convert(_ colors: [UInt16], samples: Int, file: String) -> [UInt16]? {
        let captured = try? VipsLog.capture {
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
        // Without a usable profile libvips logs that and goes on with its own.
        guard let captured, captured.lines.isEmpty else { return nil }
        return captured.result
    }
}
