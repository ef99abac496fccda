/// The usual colors of fluorescence channels, by the name of the stain or the wavelength of its light.
enum StainColors {
    /// The names in small letters and digits alone, each with the color that its channels have by convention.
    ///
    /// Dyes of far-red light are magenta, and those of infrared light cyan: eyes see neither.
    private static let stains: [(color: ChannelColor, names: [String])] = [
        (.blue, ["dapi", "hoechst", "bfp", "alexa405", "alexafluor405", "af405", "dylight405", "pacificblue"]),
        (
            .cyan,
            [
                "cfp", "cy55", "cy7", "alexa680", "alexa700", "alexa750", "alexa790", "alexafluor680", "alexafluor700",
                "alexafluor750", "alexafluor790", "af680", "af700", "af750", "af790",
            ]
        ),
        (.green, ["fitc", "gfp", "alexa488", "alexafluor488", "af488", "dylight488", "cy2", "fluorescein"]),
        (.yellow, ["yfp", "alexa532", "alexafluor532", "af532", "venus", "citrine"]),
        (
            .red,
            [
                "tritc", "cy3", "mcherry", "rfp", "dsred", "tdtomato", "tomato", "rhodamine", "texasred", "alexa546",
                "alexa555", "alexa568", "alexa594", "alexafluor546", "alexafluor555", "alexafluor568",
                "alexafluor594", "af546", "af555", "af568", "af594", "dylight550", "dylight594",
            ]
        ),
        (
            .magenta,
            [
                "cy5", "alexa633", "alexa647", "alexa660", "alexafluor633", "alexafluor647", "alexafluor660", "af633",
                "af647", "af660", "dylight650", "farred", "irfp",
            ]
        ),
    ]

    /// The names of channels of transmitted light, which cover all others when they are added.
    private static let transmitted = [
        "brightfield", "transmitted", "transmission", "phasecontrast", "dic", "tl", "bf", "tpmt",
    ]

    /// The color of a stain with a name; nil for other names.
    static func color(named name: String) -> ChannelColor? {
        let text = plain(name)
        // The longest name decides: "Cy5.5" is not Cy5, and "iRFP" is not RFP.
        var best: (color: ChannelColor, length: Int)?
        for (color, names) in stains {
            for name in names where text.contains(name) && name.utf8.count > best?.length ?? 0 {
                best = (color, name.utf8.count)
            }
        }
        return best?.color
    }

    /// The color of emitted light with a wavelength in nanometers; nil beyond 350 to 900.
    static func color(wavelength: Double) -> ChannelColor? {
        switch wavelength {
        case 350..<485: .blue
        case 485..<545: .green
        case 545..<640: .red
        case 640..<700: .magenta
        case 700...900: .cyan
        default: nil
        }
    }

    /// Whether a name is that of a channel of transmitted light.
    static func isTransmitted(_ name: String) -> Bool {
        let text = plain(name)
        return transmitted.contains { $0.utf8.count > 4 ? text.contains($0) : text == $0 }
    }

    /// The letters and digits of a name, in small letters.
    private static func plain(_ name: String) -> String {
        name.prefix(100).lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}
