internal import ImageMetadata
internal import CVips

/// The color conversion of an image, decided from its header.
struct ColorPlan {
    /// The color space of the samples.
    enum Kind: Hashable {
        case gray, rgb, cmyk, lab
        /// RGB in linear light, 0…1.
        case linear
        /// Another space that libvips converts by formula.
        case other

        /// The number of color samples per pixel.
        var colors: Int { self == .gray ? 1 : self == .cmyk ? 4 : 3 }
    }

    /// The conversion to sRGB.
    enum Step: Hashable {
        /// None.
        case keep
        /// Through the embedded profile with a rendering intent, or the built-in profile with this name.
        case profile(fallback: String, intent: UInt32)
        /// Gray through a lookup table.
        case curve([UInt16])
        /// From CIELAB.
        case lab
        /// From linear light.
        case linear
        /// By libvips' formulas.
        case formulas
    }

    /// The rendering intent of the built-in profiles.
    private static let relativeColorimetric = UInt32(VIPS_INTENT_RELATIVE.rawValue)

    /// The color space of the samples.
    let kind: Kind
    /// The conversion to sRGB.
    private(set) var step = Step.keep
    /// The profile of the delivered pixels, when it is kept.
    private(set) var keptProfile: [UInt8]?
    /// Problems with the colors, for the user.
    private(set) var warnings: [String] = []

    /// Decides the conversion of an image whose packed samples have been unpacked.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - format: its format.
    ///   - stated: the colors that the file states without a profile; libvips cannot convert them, so they are kept, and
    ///     the reader converts the pixels (``OpenedImage``).
    ///   - keepProfile: whether the profile is kept.
    ///   - file: the image's name for error messages.
    /// - Throws: ``CodecError`` when its profile needs Little CMS, which cannot be loaded.
    init(
        _ image: VipsHandle, format: VipsFormat, stated: ColorEncoding?, keepProfile: Bool, file: String
    ) throws {
        kind = ColorPlan.kind(of: image, format)
        switch kind {
        case .lab: step = .lab
        case .linear: step = .linear
        case .other: step = .formulas
        case .cmyk: step = .profile(fallback: "cmyk", intent: Self.relativeColorimetric)
        case .gray, .rgb: break
        }
        if let stated, kind == .gray || kind == .rgb {
            keptProfile = stated.profile(gray: kind == .gray)
            return
        }
        guard let embedded = image.bytes(VIPS_META_ICC_NAME), kind == .gray || kind == .rgb || kind == .cmyk else {
            return
        }
        guard let profile = ICCProfile(embedded), fits(profile) else {
            discardProfile(image)
            return
        }
        switch kind {
        case .gray: try decideGray(profile, image, keepProfile: keepProfile, file: file)
        case .rgb: try decideRGB(profile, image, keepProfile: keepProfile, file: file)
        default:
            let isUsable = vips.pointee.icc_is_compatible_profile(image.image, embedded, embedded.count) != 0
            if isUsable {
                try decideCMYK(profile, keepProfile: keepProfile, file: file)
            } else {
                discardProfile(image)
            }
        }
    }

    private func fits(_ profile: ICCProfile) -> Bool {
        switch kind {
        case .gray: profile.space == .gray || profile.space == .rgb
        case .rgb: profile.space == .rgb
        default: profile.space == .cmyk
        }
    }

    /// A gray image with an RGB profile does not keep it: a tile of one channel cannot carry it.
    private mutating func decideGray(_ profile: ICCProfile, _ image: VipsHandle, keepProfile: Bool, file: String) throws
    {
        guard let curve = try profile.grayCurve(file: file) else { return discardProfile(image) }
        if keepProfile, profile.space == .gray {
            keptProfile = profile.bytes
        } else if curve.indices.contains(where: { abs($0 - Int(curve[$0])) > 128 }) {
            step = .curve(curve)
        }
    }

    private mutating func decideRGB(_ profile: ICCProfile, _ image: VipsHandle, keepProfile: Bool, file: String) throws
    {
        guard let isSRGB = try profile.isSRGB(file: file) else { return discardProfile(image) }
        if keepProfile {
            keptProfile = profile.bytes
        } else if !isSRGB {
            step = .profile(fallback: "srgb", intent: try profile.usableIntent(file: file))
        }
    }

    private mutating func decideCMYK(_ profile: ICCProfile, keepProfile: Bool, file: String) throws {
        step = .profile(fallback: "cmyk", intent: try profile.usableIntent(file: file))
        guard keepProfile else { return }
        warnings.append(ColorConversion.convertedCMYK)
    }

    /// Removes the embedded profile, with a warning.
    private mutating func discardProfile(_ image: VipsHandle) {
        _ = vips.pointee.image_remove(image.image, VIPS_META_ICC_NAME)
        warnings.append(ColorConversion.discardedProfile(kind == .cmyk ? .cmyk : kind == .gray ? .gray : .rgb))
    }

    private static func kind(of image: VipsHandle, _ format: VipsFormat) -> Kind {
        switch image.interpretation {
        case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16: .gray
        case VIPS_INTERPRETATION_CMYK where image.bands >= 4: .cmyk
        case VIPS_INTERPRETATION_LAB where image.bands >= 3: .lab
        case VIPS_INTERPRETATION_scRGB where format.isLinearLight && image.bands >= 3: .linear
        case VIPS_INTERPRETATION_XYZ, VIPS_INTERPRETATION_YXY, VIPS_INTERPRETATION_LCH, VIPS_INTERPRETATION_HSV:
            image.bands >= 3 ? .other : .gray
        default: image.bands >= 3 ? .rgb : .gray
        }
    }
}
