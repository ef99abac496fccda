internal import Glibc

/// The length of a scale bar: a round number of pixels, or of a unit of length if the physical size of a pixel is
/// known.
struct ScaleBarLength: Hashable, Sendable {
    /// The label, such as "200 px" or "50 µm".
    let label: String
    /// The length of the bar, in points.
    let points: Double

    /// The lengths that a bar can have, in points.
    ///
    /// The longest round number that fits is taken, and round numbers are at most a factor of 2.5 apart.
    static let range = 60.0...160.0

    /// Creates the bar for a view; nil if a scale is not a positive number in a sensible range.
    ///
    /// - Parameters:
    ///   - pointsPerPixel: points of the screen per full-size pixel.
    ///   - millimetersPerPixel: the physical size of a full-size pixel; nil, the default, if unknown.
    init?(pointsPerPixel: Double, millimetersPerPixel: Double? = nil) {
        // Physical lengths are counted in nanometers, of which all units are powers of ten.
        let unitsPerPixel = millimetersPerPixel.map { $0 * 1e6 } ?? 1
        let unitsPerPoint = unitsPerPixel / pointsPerPixel
        guard pointsPerPixel > 0, unitsPerPixel > 0, unitsPerPoint > 1e-30, unitsPerPoint < 1e30 else { return nil }
        // At 1/1.6 units per point, 160 points must be 100 units in spite of rounding.
        let longest = Self.range.upperBound * unitsPerPoint * (1 + 1e-9)
        var exponent = Int(log10(longest).rounded(.down))
        if Self.power(exponent) > longest { exponent -= 1 }
        let digit = [5, 2, 1].first { Double($0) * Self.power(exponent) <= longest } ?? 1
        points = Double(digit) * Self.power(exponent) / unitsPerPoint
        let unit = millimetersPerPixel == nil ? (name: "px", exponent: 0) : Self.unit(forNanometers: exponent)
        label = "\(Self.text(digit, exponent - unit.exponent)) \(unit.name)"
    }

    /// The unit for a length of a power of ten of nanometers.
    private static func unit(forNanometers exponent: Int) -> (name: String, exponent: Int) {
        switch exponent {
        case ..<3: ("nm", 0)
        case ..<6: ("µm", 3)
        case ..<7: ("mm", 6)
        case ..<9: ("cm", 7)
        case ..<12: ("m", 9)
        default: ("km", 12)
        }
    }

    private static func power(_ exponent: Int) -> Double { pow(10, Double(exponent)) }

    /// A digit times a power of ten, in decimal notation.
    private static func text(_ digit: Int, _ exponent: Int) -> String {
        exponent >= 0
            ? "\(digit)" + String(repeating: "0", count: exponent)
            : "0." + String(repeating: "0", count: -exponent - 1) + "\(digit)"
    }
}
