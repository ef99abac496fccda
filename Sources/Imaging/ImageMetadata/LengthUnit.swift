/// A unit of length as files name it.
///
/// Sources: `UnitsLength` of the OME data model of 2016-06; the words of ImageJ, ENVI and UDUNITS-2, which OME-NGFF uses.
package struct LengthUnit: Hashable, Sendable {
    /// The unit in picometers: a whole number for all but a few, so that decimal units are converted with one rounding.
    private let picometers: Double

    /// A thousandth of a meter.
    package static let millimeter = LengthUnit(picometers: 1e9)
    /// A millionth of a meter.
    package static let micrometer = LengthUnit(picometers: 1e6)
    /// A billionth of a meter.
    package static let nanometer = LengthUnit(picometers: 1e3)

    private init(picometers: Double) {
        self.picometers = picometers
    }

    /// Finds a unit by its symbol, such as "µm", or its name in English, such as "Micrometers"; nil for other texts.
    package init?(_ name: String) {
        guard name.utf8.count <= 20 else { return nil }
        // The Greek letter stands for the micro sign.
        let symbol = name.hasPrefix("μ") ? "µ" + name.dropFirst() : name
        let word = name.lowercased()
        let found =
            Self.symbols[symbol] ?? Self.words[word] ?? (word.last == "s" ? Self.words[String(word.dropLast())] : nil)
        guard let found else { return nil }
        picometers = found
    }

    /// Converts a length in this unit to another unit.
    package func converted(_ length: Double, to unit: LengthUnit) -> Double {
        // The quotient of the greater and the smaller unit is mostly exact.
        guard picometers >= unit.picometers else { return length / (unit.picometers / picometers) }
        // Checked: floating-point numbers.
        return length * (picometers / unit.picometers)
    }

    private static let symbols: [String: Double] = [
        "Mm": 1e18, "km": 1e15, "hm": 1e14, "dam": 1e13, "m": 1e12, "dm": 1e11, "cm": 1e10, "mm": 1e9, "µm": 1e6,
        "um": 1e6, "nm": 1e3, "pm": 1, "fm": 1e-3, "Å": 100, "in": 2.54e10, "ft": 3.048e11, "yd": 9.144e11,
        "mi": 1.609344e15, "thou": 2.54e7, "mil": 2.54e7, "pt": 2.54e10 / 72, "li": 2.54e10 / 12, "line": 2.54e10 / 12,
    ]

    private static let words: [String: Double] = [
        "kilometer": 1e15, "kilometre": 1e15, "meter": 1e12, "metre": 1e12, "decimeter": 1e11, "centimeter": 1e10,
        "centimetre": 1e10, "millimeter": 1e9, "millimetre": 1e9, "micrometer": 1e6, "micrometre": 1e6, "micron": 1e6,
        "nanometer": 1e3, "nanometre": 1e3, "picometer": 1, "femtometer": 1e-3, "angstrom": 100, "inch": 2.54e10,
        "inches": 2.54e10, "foot": 3.048e11, "feet": 3.048e11, "yard": 9.144e11, "mile": 1.609344e15,
    ]
}
