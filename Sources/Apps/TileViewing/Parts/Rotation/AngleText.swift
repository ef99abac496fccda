internal import Glibc
internal import Numbers

/// An angle as text, for people to read and to type.
enum AngleText {
    /// The largest angle that is accepted, in degrees.
    static let limit = 1e6

    /// An angle in degrees, such as "12.5°".
    static func text(_ angle: Double) -> String { "\(NumberText.decimal(angle, digits: 1, style: .display))°" }

    /// Parses an angle in degrees, such as "12.5", "−30°" or "12,5 deg"; nil for any other text.
    ///
    /// - Returns: the angle, from −180 to 180.
    static func parse(_ text: String) -> Double? {
        var plain = text.replacing("−", with: "-").replacing(",", with: ".").trimmed
        for unit in ["°", "degrees", "deg"] where plain.hasSuffix(unit) {
            plain = plain.dropLast(unit.count).trimmed
            break
        }
        // Numbers of code, such as 0x10 and nan, are not angles.
        guard plain.allSatisfy("0123456789.+-eE".contains), let angle = Double(plain), angle.isFinite,
            abs(angle) <= limit
        else { return nil }
        return remainder(angle, 360)
    }
}
