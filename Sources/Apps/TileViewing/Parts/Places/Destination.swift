internal import Georeferencing
internal import LayerTree
internal import VectorDrawing

/// A place of an image that the user has typed.
enum Destination: Hashable, Sendable {
    /// A point in full-size pixels, and a zoom if it was given.
    case point(Point, zoom: Double?)
    /// A place on the Earth.
    case coordinate(Coordinate)
    /// Another zoom at the same place.
    case zoom(Double)

    /// Parses a place.
    ///
    /// Accepted are "x, y" in full-size pixels; "x, y, zoom", as in links; a zoom alone, such as "50 %" or "2×"; and, for a
    /// georeferenced image, coordinates in all forms that `Coordinate` reads. Two plain numbers are degrees if one of them has a
    /// decimal point and both are in range, and else pixels; "px" after them makes them pixels in any case.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - isGeoreferenced: whether coordinates have a meaning.
    init?(_ text: String, isGeoreferenced: Bool) {
        let plain = text.lowercased().replacing("px", with: " ")
        let words = plain.split { " ,;\t".contains($0) }.map(String.init)
        if words.count == 1 || words.count == 2 && ["%", "x", "×"].contains(words[1]),
            let zoom = Self.markedZoom(words.joined())
        {
            self = .zoom(zoom)
            return
        }
        let isWhole = words.allSatisfy { Self.number($0) != nil } && !text.contains(".")
        let isPixels = text.lowercased().contains("px") || isWhole
        if isGeoreferenced, !isPixels, let place = Coordinate(text) {
            self = .coordinate(place)
            return
        }
        guard (2...4).contains(words.count), let x = Self.number(words[0]), let y = Self.number(words[1]) else {
            return nil
        }
        let rest = words.dropFirst(2).joined()
        guard !rest.isEmpty else {
            guard words.count == 2 else { return nil }
            self = .point(Point(x: x, y: y), zoom: nil)
            return
        }
        // The percent sign may be a word of its own.
        guard words.count == 3 || words[3] == "%", let zoom = Self.markedZoom(rest) ?? Self.positive(rest) else {
            return nil
        }
        self = .point(Point(x: x, y: y), zoom: zoom)
    }

    /// A zoom with a mark that says so: "50%", "2x" or "2×".
    private static func markedZoom(_ text: String) -> Double? {
        guard let mark = text.last, "%x×".contains(mark), let value = positive(String(text.dropLast())) else {
            return nil
        }
        return mark == "%" ? value / 100 : value
    }

    private static func positive(_ text: String) -> Double? { number(text).flatMap { $0 > 0 ? $0 : nil } }

    private static func number(_ text: String) -> Double? {
        // Hexadecimal digits, infinities and the like are not places.
        guard !text.isEmpty, text.allSatisfy("0123456789.+-".contains) else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
}
