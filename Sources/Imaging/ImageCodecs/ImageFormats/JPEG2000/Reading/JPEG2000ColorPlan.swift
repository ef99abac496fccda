internal import ImageMetadata
internal import ImageSources
internal import PixelKernels

/// The decisions about the colors of a JPEG 2000 image: conversion, profile and background.
struct JPEG2000ColorPlan {
    /// The conversion to sRGB.
    private(set) var conversion = JPEG2000ColorConversion.none
    /// The sRGB gray for each 16-bit gray; nil for none.
    private(set) var curve: [UInt16]?
    /// The profile of the delivered pixels, when it is kept.
    private(set) var keptProfile: [UInt8]?
    /// The color under transparent pixels; nil when alpha is kept.
    private(set) var background: RGBColor?
    /// Problems with the colors, for the user.
    private(set) var warnings: [String]

    /// The maximum deviation of a gray, of 65535, at which a gray profile needs no conversion: half an 8-bit step.
    private static let grayTolerance = 128

    /// Plans the conversion of an image's channels.
    ///
    /// - Throws: ``CodecError`` when the color management library is needed and cannot be loaded.
    init(_ map: JPEG2000ChannelMap, options: DecodeOptions, file: String) throws {
        warnings = map.warnings
        switch map.colorSpace {
        case .ycc: conversion = .ycc
        case .cmyk: conversion = .cmyk
        case .gray, .rgb, .cmy, .extendedRGB: break
        }
        if let profile = map.profile {
            try use(profile, of: map, options, file)
        }
        if map.alpha != nil, case .flatten(let color) = options.alpha {
            // A gray profile does not fit colored pixels.
            background = keptProfile != nil && map.colors.count == 1 ? color.gray : color
        }
    }

    private mutating func use(
        _ profile: ICCProfile, of map: JPEG2000ChannelMap, _ options: DecodeOptions, _ file: String
    ) throws {
        let isGray = map.colors.count == 1
        if options.keepProfile, map.colorSpace != .cmyk, !isGray || profile.space == .gray {
            keptProfile = profile.bytes
            return
        }
        if options.keepProfile, map.colorSpace == .cmyk {
            warnings.append(ColorConversion.convertedCMYK)
        }
        if isGray, !map.isPremultiplied {
            guard let curve = try profile.grayCurve(file: file) else { return discardProfile(map) }
            let isNeeded = curve.indices.contains { abs($0 - Int(curve[$0])) > Self.grayTolerance }
            self.curve = isNeeded ? curve : nil
            return
        }
        if map.colorSpace == .rgb, try ICCProfile.isSRGB(profile.bytes, file: file) { return }
        let depth = map.channels.contains { $0.channelBits > 8 } ? PixelLayout.Depth.sixteen : .eight
        let samples = ColorTransform.Samples(
            channels: map.colors.count, hasAlpha: map.alpha != nil, depth: depth, output: depth)
        let transform = try ColorTransformCache.transform(
            ColorTransformCache.Key(profile: profile.bytes, samples: samples), file: file)
        guard let transform else { return discardProfile(map) }
        conversion = .profile(transform)
    }

    private mutating func discardProfile(_ map: JPEG2000ChannelMap) {
        let assumed =
            switch map.colorSpace {
            case .cmyk: "CMYK without a profile"
            case .gray: "plain gray"
            default: "sRGB"
            }
        warnings.append("the embedded color profile is damaged or does not fit the image; \(assumed) is assumed.")
    }

    /// True when the delivered pixels have three colors.
    func deliversColor(_ map: JPEG2000ChannelMap) -> Bool {
        if case .profile = conversion { return true }
        return map.colors.count > 1
    }

    /// The values of a color channel that become 0 and full before the conversion to sRGB; nil for the limits of its type.
    static func range(
        of channel: JPEG2000ChannelMap.Channel, in space: JPEG2000ChannelMap.ColorSpace, isChroma: Bool, full: Double
    ) -> (black: Double?, white: Double?) {
        let bits = channel.channelBits
        let lowest: Double = (channel.palette?.isSigned ?? channel.isSigned) ? -Double(1 << (bits - 1)) : 0
        let span = Double(1 << bits - 1)
        switch space {
        case .gray(isInverted: true), .cmy: return (lowest + span, lowest)
        case .ycc where isChroma:
            // The middle of the values becomes the middle of the samples, exactly.
            let black = lowest + Double(1 << (bits - 1)) - (full + 1) / 2 * span / full
            return (black, black + span)
        case .extendedRGB where bits >= 10:
            // Black is 2ⁿ⁻² + 2ⁿ⁻³, and white is 255 · 2ⁿ⁻⁹ above it (ISO 15444-2, M.11.7.3.1).
            let black = lowest + Double(1 << (bits - 2) + 1 << (bits - 3))
            return (black, black + 255 * Double(1 << (bits - 9)))
        default: return (nil, nil)
        }
    }
}
