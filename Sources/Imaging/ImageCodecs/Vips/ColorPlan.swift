internal import CVips

/// What has to be done to an image's colors, decided from its header.
struct ColorPlan {
    /// What an image's samples stand for.
    enum Kind: Hashable {
        case gray, rgb, cmyk, lab
        /// Red, green and blue in linear light, 0…1.
        case linear
        /// Any other space that libvips knows formulas for.
        case other

        /// How many samples of a pixel are color.
        var colors: Int { self == .gray ? 1 : self == .cmyk ? 4 : 3 }
    }

    /// How colors become sRGB.
    enum Step: Hashable {
        /// They are delivered as they are.
        case keep
        /// Through the embedded profile, or the built-in one of this name.
        case profile(fallback: String)
        /// Gray through a table.
        case curve([UInt16])
        /// From CIELAB.
        case lab
        /// From linear light.
        case linear
        /// By formulas.
        case formulas
    }

    /// What the samples stand for.
    let kind: Kind
    /// How they become sRGB.
    private(set) var step = Step.keep
    /// The profile the delivered pixels stay in.
    private(set) var keptProfile: [UInt8]?
    /// What is odd about the colors.
    private(set) var warnings: [String] = []

    /// Decides for an image whose packed pixels were unpacked.
    init(_ image: VipsHandle, container: VipsLoader.Container, keepProfile: Bool, file: String) {
        kind = ColorPlan.kind(of: image, container)
        switch kind {
        case .lab: step = .lab
        case .linear: step = .linear
        case .other: step = .formulas
        case .cmyk: step = .profile(fallback: "cmyk")
        case .gray, .rgb: break
        }
        guard let embedded = image.bytes(VIPS_META_ICC_NAME), kind == .gray || kind == .rgb || kind == .cmyk else {
            return
        }
        guard let profile = ICCProfile(embedded), fits(profile) else {
            discardProfile(image)
            return
        }
        switch kind {
        case .gray: decideGray(profile, image, keepProfile: keepProfile, file: file)
        case .rgb: decideRGB(profile, image, keepProfile: keepProfile, file: file)
        default:
            let isUsable = vips.pointee.icc_is_compatible_profile(image.image, embedded, embedded.count) != 0
            if !isUsable {
                discardProfile(image)
            } else if keepProfile {
                warnings.append(
                    "Tiles cannot hold CMYK, so its profile is not kept; the colors are converted to sRGB.")
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

    /// Gray with an RGB profile is not kept in it: a tile of one channel cannot carry it.
    private mutating func decideGray(_ profile: ICCProfile, _ image: VipsHandle, keepProfile: Bool, file: String) {
        guard let curve = profile.grayCurve(file: file) else { return discardProfile(image) }
        if keepProfile, profile.space == .gray {
            keptProfile = profile.bytes
        } else if curve.indices.contains(where: { abs($0 - Int(curve[$0])) > 128 }) {
            step = .curve(curve)
        }
    }

    private mutating func decideRGB(_ profile: ICCProfile, _ image: VipsHandle, keepProfile: Bool, file: String) {
        guard let isSRGB = profile.isSRGB(file: file) else { return discardProfile(image) }
        if keepProfile {
            keptProfile = profile.bytes
        } else if !isSRGB {
            step = .profile(fallback: "srgb")
        }
    }

    /// Goes on without the embedded profile.
    private mutating func discardProfile(_ image: VipsHandle) {
        _ = vips.pointee.image_remove(image.image, VIPS_META_ICC_NAME)
        let assumed = kind == .cmyk ? "a usual CMYK" : kind == .gray ? "plain gray" : "sRGB"
        warnings.append("the embedded color profile is damaged or not for this kind of image; \(assumed) is assumed.")
    }

    private static func kind(of image: VipsHandle, _ container: VipsLoader.Container) -> Kind {
        switch image.interpretation {
        case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16: .gray
        case VIPS_INTERPRETATION_CMYK where image.bands >= 4: .cmyk
        case VIPS_INTERPRETATION_LAB where image.bands >= 3: .lab
        case VIPS_INTERPRETATION_scRGB where container == .radiance && image.bands >= 3: .linear
        case VIPS_INTERPRETATION_XYZ, VIPS_INTERPRETATION_YXY, VIPS_INTERPRETATION_LCH, VIPS_INTERPRETATION_HSV:
            image.bands >= 3 ? .other : .gray
        default: image.bands >= 3 ? .rgb : .gray
        }
    }
}
