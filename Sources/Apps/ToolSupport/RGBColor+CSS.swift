package import ImageCodecs

extension RGBColor {
    /// Parses a color in CSS notation: `#RRGGBB`, `#RGB` or a color name, in upper or lower case.
    ///
    /// Returns nil for anything else. The names are those of https://www.w3.org/TR/css-color-4/#named-colors.
    package init?(css text: String) {
        let text = text.lowercased()
        guard text.hasPrefix("#") else {
            guard let value = Self.namedColors[text] else { return nil }
            self.init(value: value)
            return
        }
        let digits = text.dropFirst()
        guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }), let value = Int(digits, radix: 16) else { return nil }
        switch digits.count {
        case 6: self.init(value: value)
        case 3: self.init(value: (value >> 8) * 0x110000 + (value >> 4 & 15) * 0x1100 + (value & 15) * 0x11)
        default: return nil
        }
    }

    private init(value: Int) {
        self.init(
            red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
    }
}
