public import ImageMetadata
internal import TilePyramid

/// The description of a channel: a fluorescence stain, a spectral band, an elevation.
public struct ChannelDescription: Hashable, Sendable {
    /// The name, such as "DAPI" or "NIR"; nil if the file states none.
    public var name: String?
    /// The unit of the real values, such as "m" or "K"; nil if the file states none.
    public var unit: String?
    /// The wavelength of the emitted or reflected light in nanometers; nil if the file states none.
    public var wavelength: Double?
    /// The stored value of samples that are not valid; nil if all are.
    public var nodata: NodataValue?
    /// The stored values that are shown as black and as the full color; nil if the file states none.
    public var displayRange: ClosedRange<Double>?
    /// The color of the full value when channels are mixed; nil if the file states none.
    public var color: ChannelColor?
    /// The colors of the values when the channel is shown alone; nil for shades of ``color``, or of gray.
    public var colormap: Colormap?
    /// Whether the channel is shown at first; true by default.
    public var isVisible = true
    /// The real value of a stored one is `scale` times it, plus ``offset``; 1 by default.
    public var scale = 1.0
    /// The real value of a stored 0; 0 by default.
    public var offset = 0.0
    /// The meaning of the values as alpha of the image's pixels; nil, the default, for a channel that is none.
    ///
    /// Such a channel is not shown: readers set ``isVisible`` to `false`.
    public var alpha: AlphaMeaning?

    /// Creates the description of a channel of which nothing is known but its name.
    public init(name: String? = nil) {
        self.name = name
    }

    /// Creates the description of a channel that is alpha, which is named and not shown.
    package init(alpha meaning: AlphaMeaning) {
        name = meaning == .opacity ? "Alpha" : "Mask"
        alpha = meaning
        isVisible = false
    }
}

/// An sRGB color with 8 bits for each component.
public struct ChannelColor: Hashable, Sendable {
    /// The components, 0 to 255.
    public var red: UInt8, green: UInt8, blue: UInt8

    /// Creates a color from its components.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Reads six hexadecimal digits, RRGGBB, with or without "#"; nil for other texts.
    public init?(hexadecimal text: some StringProtocol) {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
            return nil
        }
        red = UInt8(truncatingIfNeeded: value >> 16)
        green = UInt8(truncatingIfNeeded: value >> 8)
        blue = UInt8(truncatingIfNeeded: value)
    }

    /// Six hexadecimal digits in capitals, RRGGBB.
    package var hexadecimal: String {
        [red, green, blue].map { component in
            let digits = String(component, radix: 16, uppercase: true)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
