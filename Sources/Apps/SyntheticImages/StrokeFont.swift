/// A stroke font for map lettering of any size.
///
/// It has capitals, on a grid 8 units high. A stroke is a list of points, two digits each: column and row from the top
/// left. `~` rounds the corners of an open stroke, `o` those of a closed one.
enum StrokeFont {
    /// A straight segment of a stroke, in units.
    struct Segment {
        var x0: Float, y0: Float, x1: Float, y1: Float
    }

    /// The segments of a letter, and its width.
    struct Glyph {
        var segments: [Segment]
        var width: Float
    }

    /// The height of capitals in units.
    static let capHeight: Float = 8

    /// Returns the glyph of a character; characters without one are spaces.
    static func glyph(of character: Character) -> Glyph { glyphs[character] ?? Glyph(segments: [], width: 3) }

    private static let glyphs = drawings.mapValues(glyph(drawnAs:))

    private static let drawings: [Character: String] = [
        "A": "08 30 68|15 55", "B": "00 08|~00 20 50 54 24 04|~04 24 64 68 28 08", "C": "~62 60 00 08 68 66",
        "D": "00 08|~00 20 60 68 28 08", "E": "50 00 08 58|04 44", "F": "50 00 08|04 44",
        "G": "~62 60 00 08 68 64|64 34", "H": "00 08|60 68|04 64", "I": "00 08", "J": "~40 44 48 08 06",
        "K": "00 08|50 05|23 58", "L": "00 08 58", "M": "08 00 35 60 68", "N": "08 00 68 60", "O": "o00 60 68 08",
        "P": "00 08|~00 20 60 64 24 04", "Q": "o00 60 68 08|45 68", "R": "00 08|~00 20 60 64 24 04|34 68",
        "S": "~61 60 00 04 64 68 08 07", "T": "00 60|30 38", "U": "~00 04 08 68 64 60", "V": "00 38 60",
        "W": "00 18 32 58 60", "X": "00 68|60 08", "Y": "00 34 60|34 38", "Z": "00 60 08 68",
        "0": "o00 50 58 08", "1": "02 20 28", "2": "~02 00 50 54 08|08 58", "3": "~01 00 50 54 24|~24 54 58 08 07",
        "4": "48 40 06 56", "5": "50 00 03|~03 53 58 08 07", "6": "o04 54 58 08|~40 00 06", "7": "00 50 18",
        "8": "o10 40 44 14|o04 54 58 08", "9": "o00 50 54 04|~52 58 18", "-": "04 34", ".": "08 08", ",": "18 09",
        "'": "00 02", "/": "08 40", "·": "04 04", ":": "03 03|07 07", "×": "03 36|33 06", "°": "o00 20 22 02",
    ]

    private static func glyph(drawnAs drawing: String) -> Glyph {
        var segments: [Segment] = []
        var width: Float = 0
        for stroke in drawing.split(separator: "|") {
            let closed = stroke.first == "o"
            let round = closed || stroke.first == "~"
            var points = stroke.drop { !$0.isNumber }.split(separator: " ").map { pair in
                let digits = pair.compactMap { $0.wholeNumberValue }
                return SIMD2(Float(digits[0]), Float(digits[1]))
            }
            width = points.reduce(width) { max($0, $1.x) }
            if round {
                for _ in 0..<3 { points = cutCorners(points, closed: closed) }
            }
            if closed {
                points.append(points[0])
            }
            for (a, b) in zip(points, points.dropFirst()) {
                segments.append(Segment(x0: a.x, y0: a.y, x1: b.x, y1: b.y))
            }
        }
        return Glyph(segments: segments, width: width)
    }

    /// Applies one step of Chaikin's corner cutting; an open stroke keeps its ends.
    private static func cutCorners(_ points: [SIMD2<Float>], closed: Bool) -> [SIMD2<Float>] {
        var cut: [SIMD2<Float>] = closed ? [] : [points[0]]
        let ends = closed ? points.dropFirst() + [points[0]] : points.dropFirst()
        for (a, b) in zip(points, ends) {
            cut.append(a * 0.75 + b * 0.25)
            cut.append(a * 0.25 + b * 0.75)
        }
        if !closed {
            cut.append(points[points.count - 1])
        }
        return cut
    }
}
