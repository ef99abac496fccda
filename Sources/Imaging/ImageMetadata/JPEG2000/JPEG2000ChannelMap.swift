package import TilePyramid

/// The roles of the components of a JPEG 2000 image: colors, alpha, or neither.
package struct JPEG2000ChannelMap {
    /// The color space of the color channels.
    package enum ColorSpace: Hashable {
        /// Gray; inverted when 0 is white.
        case gray(isInverted: Bool)
        /// sRGB.
        case rgb
        /// Y, Cb and Cr of sRGB's full range (sYCC).
        case ycc
        /// Cyan, magenta, yellow; 0 is no ink.
        case cmy
        /// Cyan, magenta, yellow, black; 0 is no ink.
        case cmyk
        /// e-sRGB: RGB with headroom below black and above white.
        case extendedRGB

        /// The number of color channels.
        package var channels: Int {
            switch self {
            case .gray: 1
            case .cmyk: 4
            case .rgb, .ycc, .cmy, .extendedRGB: 3
            }
        }
    }

    /// A channel: the samples of a component, used directly or looked up in a palette.
    package struct Channel: Hashable {
        /// The component.
        package var component: Int
        /// The precision of the component's samples.
        package var bits: Int
        package var isSigned: Bool
        /// The palette column that the samples index; nil if they are used directly.
        package var palette: JPEG2000Palette.Column?

        /// The precision of the channel.
        package var channelBits: Int { palette?.bits ?? bits }
    }

    /// A reason why the channels cannot be shown.
    package enum Fault: Error, Hashable {
        /// The file contradicts itself.
        case damaged(String)
        /// The color space is not supported.
        case unsupported(String)
    }

    /// The color channels, in the order of the color space.
    package private(set) var colors: [Channel] = []
    package private(set) var colorSpace = ColorSpace.gray(isInverted: false)
    /// The channel of opacity.
    package private(set) var alpha: Channel?
    /// True when the colors have been multiplied by opacity.
    package private(set) var isPremultiplied = false
    /// The ICC profile of the colors, for their color space.
    package private(set) var profile: ICCProfile?
    /// The channels that are neither color nor alpha, in their order.
    package private(set) var others: [Channel] = []
    /// True when there are channels that are neither color nor alpha.
    package var hasUnknownChannels: Bool { !others.isEmpty }
    /// Problems with the colors, for the user.
    package private(set) var warnings: [String] = []

    /// The subsampling factors of the shown image: those of the finest color or alpha channel.
    package private(set) var subsampling = PixelSize(width: 1, height: 1)

    /// The shown channels.
    package var channels: [Channel] { colors + (alpha.map { [$0] } ?? []) }

    /// Finds the channels.
    ///
    /// - Throws: ``Fault``.
    package init(_ header: JPEG2000CodestreamHeader, _ boxes: JPEG2000HeaderBoxes) throws(Fault) {
        let all = try Self.channels(header, boxes)
        if let channel = boxes.definitions.first(where: { $0.channel >= all.count })?.channel {
            throw .damaged(
                "its channel definitions (cdef) name channel \(channel), and it has only channels 0 to \(all.count - 1)"
            )
        }
        let roles = Roles(boxes.definitions, count: all.count)
        try chooseColors(all, roles, header, boxes)
        if let index = roles.alpha(isGray: colors.count == 1) {
            alpha = all[index.channel]
            isPremultiplied = index.isPremultiplied
        }
        // A palette may make equal channels: each that is shown is taken out once.
        var shown = channels
        others = all.filter { channel in
            guard let index = shown.firstIndex(of: channel) else { return true }
            shown.remove(at: index)
            return false
        }
        findSubsampling(header)
    }

    private mutating func findSubsampling(_ header: JPEG2000CodestreamHeader) {
        let shown = channels.map { header.components[$0.component].subsampling }
        subsampling = PixelSize(width: shown.map(\.width).min() ?? 1, height: shown.map(\.height).min() ?? 1)
    }

    /// The map of all channels as samples without a conversion: the colors first, then the others, and the alpha at last; nil
    /// if they are indices of a palette, inks or differences of colors, or differ in precision.
    package func storing(_ header: JPEG2000CodestreamHeader) -> JPEG2000ChannelMap? {
        switch colorSpace {
        case .gray(isInverted: false), .rgb: break
        default: return nil
        }
        var map = self
        map.colors += others
        map.others = []
        map.profile = nil
        map.warnings = []
        map.findSubsampling(header)
        guard let first = map.colors.first,
            map.channels.allSatisfy({ $0.palette == nil && $0.bits == first.bits && $0.isSigned == first.isSigned })
        else { return nil }
        return map
    }

    /// All channels of the file: its components, or what the palette makes of them.
    private static func channels(
        _ header: JPEG2000CodestreamHeader, _ boxes: JPEG2000HeaderBoxes
    ) throws(Fault) -> [Channel] {
        let direct = header.components.enumerated().map { number, component in
            Channel(component: number, bits: component.bits, isSigned: component.isSigned)
        }
        guard let palette = boxes.palette else { return direct }
        var mappings = boxes.mappings
        let used = Set(mappings.compactMap(\.paletteColumn))
        if direct.count == 1, !palette.columns.indices.allSatisfy(used.contains) {
            // Some writers leave the mapping out, or fill it with zeros: each column is a channel.
            mappings = palette.columns.indices.map { .init(component: 0, paletteColumn: $0) }
        }
        guard !mappings.isEmpty else { return direct }
        var channels: [Channel] = []
        for mapping in mappings {
            guard direct.indices.contains(mapping.component) else {
                throw .damaged("its component mapping (cmap) names component \(mapping.component), which is missing")
            }
            var channel = direct[mapping.component]
            if let column = mapping.paletteColumn {
                guard palette.columns.indices.contains(column) else {
                    throw .damaged(
                        "its component mapping (cmap) names column \(column) of the palette, which is missing")
                }
                guard channel.bits <= 16 else {
                    throw .damaged(
                        "its palette indices have \(channel.bits) bits, and a palette has up to 1024 entries")
                }
                channel.palette = palette.columns[column]
            }
            channels.append(channel)
        }
        return channels
    }

    /// Selects the color channels by the first color specification that is supported.
    private mutating func chooseColors(
        _ all: [Channel], _ roles: Roles, _ header: JPEG2000CodestreamHeader, _ boxes: JPEG2000HeaderBoxes
    ) throws(Fault) {
        guard let first = roles.first else {
            throw .damaged("its channel definitions (cdef) leave no color channel")
        }
        var unsupported: String?
        for specification in boxes.colors {
            var space: ColorSpace?
            switch specification {
            case .enumerated(let number):
                space = Self.colorSpace(number)
                if space == nil { unsupported = unsupported ?? "color space \(number) (EnumCS)" }
            case .profile(let bytes):
                let found = ICCProfile(bytes)
                space = Self.colorSpace(found)
                if found != nil, space == nil { unsupported = unsupported ?? "a color space of its ICC profile" }
                if let space, roles.colors(space.channels) != nil { profile = found }
            case .other(let method):
                unsupported = unsupported ?? "a color space that is specified by method \(method)"
            }
            guard let space else { continue }
            if let indices = roles.colors(space.channels) {
                colors = indices.map { all[$0] }
                colorSpace = space
                if space == .rgb, profile == nil, Self.hasSubsampledChroma(colors, header) { colorSpace = .ycc }
                return
            }
            if profile == nil, case .profile(let bytes) = specification, space == .rgb, roles.count < 3 {
                // Gray in an RGB profile stands for three equal samples.
                colors = [all[first]]
                profile = ICCProfile(bytes)
                return
            }
            warnings.append("the color space that the file declares does not fit its channels.")
            break
        }
        if let unsupported, warnings.isEmpty {
            throw .unsupported(unsupported)
        }
        if boxes.colors.contains(where: { if case .profile = $0 { true } else { false } }), warnings.isEmpty {
            warnings.append("the embedded color profile is damaged or does not fit the image; sRGB is assumed.")
        }
        // Without a declaration, the first three channels are colors if they are equally fine.
        if let indices = roles.colors(3) {
            let three = indices.map { all[$0] }
            let sampling = three.map { header.components[$0.component].subsampling }
            if sampling.allSatisfy({ $0 == sampling[0] }) {
                colors = three
                colorSpace = .rgb
                return
            }
            if all.count == 3, Self.hasSubsampledChroma(three, header) {
                colors = three
                colorSpace = .ycc
                return
            }
        }
        colors = [all[first]]
        colorSpace = .gray(isInverted: false)
    }

    /// True when the second and the third channel are coarser than the first: chroma, because RGB never is so.
    private static func hasSubsampledChroma(_ colors: [Channel], _ header: JPEG2000CodestreamHeader) -> Bool {
        let sampling = colors.map { header.components[$0.component].subsampling }
        return sampling.count == 3 && sampling[1] == sampling[2] && sampling[0] != sampling[1]
            && sampling[0].width <= sampling[1].width && sampling[0].height <= sampling[1].height
    }

    /// The supported color space with a number (ISO 15444-1, I.5.3.3; ISO 15444-2, M.11.7.3.1).
    private static func colorSpace(_ number: Int) -> ColorSpace? {
        switch number {
        case 0: .gray(isInverted: true)
        case 11: .cmy
        case 12: .cmyk
        case 15, 17: .gray(isInverted: false)
        case 16: .rgb
        case 18: .ycc
        case 20: .extendedRGB
        default: nil
        }
    }

    private static func colorSpace(_ profile: ICCProfile?) -> ColorSpace? {
        switch profile?.space {
        case .gray: .gray(isInverted: false)
        case .rgb: .rgb
        case .cmyk: .cmyk
        case .other, nil: nil
        }
    }
}
