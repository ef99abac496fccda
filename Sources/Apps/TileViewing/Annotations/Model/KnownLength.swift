internal import LayerTree
internal import VectorDrawing

/// A length with its unit that the user types, to say how large the pixels of an image are.
struct KnownLength: Hashable, Sendable {
    /// An error with a sentence that says why a text was not accepted.
    struct Fault: Error, Hashable, CustomStringConvertible {
        var description: String
    }

    /// The length in millimeters.
    let millimeters: Double

    /// The units and their millimeters; the first names are those of the hint.
    private static let units: [(names: [String], millimeters: Double)] = [
        (["nm"], 1e-6), (["µm", "um", "micron", "microns"], 1e-3), (["mm"], 1), (["cm"], 10), (["m"], 1e3),
        (["km"], 1e6), (["in", "\"", "inch", "inches"], 25.4), (["ft", "'", "foot", "feet"], 304.8),
        (["mi", "mile", "miles"], 1_609_344),
    ]
    /// The sizes of a pixel that are accepted, in millimeters: from less than an atom to more than the Earth.
    private static let sizes = 1e-9...1e11

    /// Parses a text such as "12.5 mm"; nil for an empty one.
    ///
    /// A comma is accepted as the decimal separator.
    ///
    /// - Throws: ``Fault`` for a text without a positive number or a unit.
    init?(_ text: String) throws(Fault) {
        let plain = text.filter { !$0.isWhitespace }
        guard !plain.isEmpty else { return nil }
        let digits = plain.prefix { "0123456789.,+-eE".contains($0) }
        // The e of an exponent is followed by a digit.
        let number = digits.last == "e" || digits.last == "E" ? digits.dropLast() : digits
        let unit = plain.dropFirst(number.count)
        guard let value = Double(number.replacing(",", with: ".")), value.isFinite, value > 0 else {
            throw Fault(description: "Type a positive number and a unit, such as 12.5 mm.")
        }
        // The Greek letter is typed as often as the micro sign.
        let name = unit.lowercased().replacing("μ", with: "µ")
        // In capitals, nm stands for nautical miles.
        let isAmbiguous = name == "nm" && unit != name
        guard let found = Self.units.first(where: { $0.names.contains(name) }), !isAmbiguous else {
            let names = Self.units.map { $0.names[0] }.joined(separator: ", ")
            throw Fault(
                description: unit.isEmpty ? "Add the unit: \(names)." : "\(unit) is none of the units \(names).")
        }
        millimeters = value * found.millimeters
    }

    /// The size of a pixel if a line has this length.
    ///
    /// - Throws: ``Fault`` for a line without a length, and for a size that no pixel has.
    func millimetersPerPixel(of line: [Point]) throws(Fault) -> Double {
        let size = millimeters / AnnotationMeasure.length(of: line)
        guard Self.sizes.contains(size) else {
            throw Fault(description: "A pixel cannot have this size. Check the number and the unit.")
        }
        return size
    }
}
