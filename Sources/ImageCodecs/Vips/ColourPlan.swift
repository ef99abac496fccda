internal import CVips

/// What has to be done to an image's colours, decided from its header.
struct ColourPlan {
    /// What an image's samples stand for.
    enum Kind: Hashable {
        case grey, rgb, cmyk, lab
        /// Red, green and blue in linear light, 0…1.
        case linear
        /// Any other space that libvips knows formulas for.
        case other

        /// How many samples of a pixel are colour.
        var colours: Int { self == .grey ? 1 : self == .cmyk ? 4 : 3 }
    }

    /// How colours become sRGB.
    enum Step: Hashable {
        /// They are delivered as they are.
        case keep
        /// Through the embedded profile, or the built-in one of this name.
        case profile(fallback: String)
        /// Grey through a table.
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
    /// What is odd about the colours.
    private(set) var warnings: [String] = []

    /// Decides for an image whose packed pixels were unpacked.
    init(_ image: VipsHandle, container: VipsLoader.Container, keepProfile: Bool, file: String) {
        kind = ColourPlan.kind(of: image, container)
        switch kind {
        case .lab: step = .lab
        case .linear: step = .linear
        case .other: step = .formulas
        case .cmyk: step = .profile(fallback: "cmyk")
        case .grey, .rgb: break
        }
        guard let embedded = image.bytes(VIPS_META_ICC_NAME), kind == .grey || kind == .rgb || kind == .cmyk else {
            return
        }
        guard let profile = ColourProfile(embedded), fits(profile) else {
            mistrust(image)
            return
        }
        switch kind {
        case .grey: decideGrey(profile, image, keepProfile: keepProfile, file: file)
        case .rgb: decideRGB(profile, image, keepProfile: keepProfile, file: file)
        default:
            let isUsable = vips.pointee.icc_is_compatible_profile(image.image, embedded, embedded.count) != 0
            if !isUsable {
                mistrust(image)
            } else if keepProfile {
                warnings.append(
                    "Tiles cannot hold CMYK, so its profile is not kept; the colours are converted to sRGB.")
            }
        }
    }

    private func fits(_ profile: ColourProfile) -> Bool {
        switch kind {
        case .grey: profile.space == .grey || profile.space == .rgb
        case .rgb: profile.space == .rgb
        default: profile.space == .cmyk
        }
    }

    /// Grey with an RGB profile is not kept in it: a tile of one channel cannot carry it.
    private mutating func decideGrey(_ profile: ColourProfile, _ image: VipsHandle, keepProfile: Bool, file: String) {
        guard let curve = profile.greyCurve(file: file) else { return mistrust(image) }
        if keepProfile, profile.space == .grey {
            keptProfile = profile.bytes
        } else if curve.indices.contains(where: { abs($0 - Int(curve[$0])) > 128 }) {
            step = .curve(curve)
        }
    }

    private mutating func decideRGB(_ profile: ColourProfile, _ image: VipsHandle, keepProfile: Bool, file: String) {
        guard let isSRGB = profile.isSRGB(file: file) else { return mistrust(image) }
        if keepProfile {
            keptProfile = profile.bytes
        } else if !isSRGB {
            step = .profile(fallback: "srgb")
        }
    }

    /// Goes on without the embedded profile.
    private mutating func mistrust(_ image: VipsHandle) {
        _ = vips.pointee.image_remove(image.image, VIPS_META_ICC_NAME)
        let assumed = kind == .cmyk ? "a usual CMYK" : kind == .grey ? "plain grey" : "sRGB"
        warnings.append("the embedded colour profile is damaged or not for this kind of image; \(assumed) is assumed.")
    }

    private static func kind(of image: VipsHandle, _ container: VipsLoader.Container) -> Kind {
        switch image.interpretation {
        case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16: .grey
        case VIPS_INTERPRETATION_CMYK where image.bands >= 4: .cmyk
        case VIPS_INTERPRETATION_LAB where image.bands >= 3: .lab
        case VIPS_INTERPRETATION_scRGB where container == .radiance && image.bands >= 3: .linear
        case VIPS_INTERPRETATION_XYZ, VIPS_INTERPRETATION_YXY, VIPS_INTERPRETATION_LCH, VIPS_INTERPRETATION_HSV:
            image.bands >= 3 ? .other : .grey
        default: image.bands >= 3 ? .rgb : .grey
        }
    }
}
