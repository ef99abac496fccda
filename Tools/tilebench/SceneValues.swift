internal import JSONDocuments
internal import TilePyramid
internal import VectorDrawing

/// The values of which the scenes of `Tools/oracle/scenes.json` consist.
extension JSONObject {
    /// Returns an array of numbers of a count.
    func numbers(_ name: String, count: Int? = nil) throws(JSONError) -> [Double] {
        let numbers = try Self.numbers(value(name), at: path(of: name))
        guard count == nil || numbers.count == count else {
            throw JSONError(at: path(of: name), "there are \(numbers.count) numbers, not \(count ?? 0)")
        }
        return numbers
    }

    /// Returns a color: red, green, blue and, unless it is opaque, alpha.
    func color(_ name: String) throws(JSONError) -> Color {
        try Self.color(value(name), at: path(of: name))
    }

    /// Returns a point: x and y.
    func point(_ name: String) throws(JSONError) -> Point {
        let numbers = try numbers(name, count: 2)
        return Point(x: numbers[0], y: numbers[1])
    }

    /// Returns a rectangle: x, y, width and height.
    func rect(_ name: String) throws(JSONError) -> Rect {
        Rect(try numbers(name, count: 4))
    }

    /// Returns a transform: its six coefficients.
    func transform(_ name: String) throws(JSONError) -> AffineTransform {
        let numbers = try numbers(name, count: 6)
        return AffineTransform(
            a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
    }

    /// The colors of a gradient.
    func gradientColors() throws(JSONError) -> [Color] {
        var colors: [Color] = []
        for color in try array("colors") {
            colors.append(try Self.color(color, at: path(of: "colors")))
        }
        return colors
    }

    /// The locations of a gradient; nil if there are none.
    func gradientLocations() throws(JSONError) -> [Double]? {
        has("locations") ? try numbers("locations") : nil
    }

    /// The fill rule; nonzero if there is none.
    func fillRule() throws(JSONError) -> FillRule {
        try optionalString("rule") == "evenOdd" ? .evenOdd : .nonZero
    }

    /// The style of a stroke.
    func strokeStyle() throws(JSONError) -> StrokeStyle {
        var style = StrokeStyle()
        if has("width") { style.width = try number("width") }
        switch try optionalString("join") {
        case "round": style.join = .round
        case "bevel": style.join = .bevel
        default: break
        }
        switch try optionalString("cap") {
        case "round": style.cap = .round
        case "square": style.cap = .square
        default: break
        }
        if has("dashes") { style.dashPattern = try numbers("dashes") }
        return style
    }

    /// Returns a path: elements, each of which is a name and numbers.
    func shape(_ name: String) throws(JSONError) -> Path {
        var path = Path()
        for element in try array(name) {
            guard case .array(let values) = element, case .string(let kind)? = values.first else {
                throw JSONError(at: self.path(of: name), "an element is an array with a name")
            }
            let numbers = try Self.numbers(.array(Array(values.dropFirst())), at: self.path(of: name))
            func point(_ index: Int) -> Point { Point(x: numbers[index], y: numbers[index + 1]) }
            switch (kind, numbers.count) {
            case ("move", 2): path.move(to: point(0))
            case ("line", 2): path.addLine(to: point(0))
            case ("curve", 6): path.addCurve(to: point(4), controls: point(0), point(2))
            case ("close", 0): path.close()
            case ("rect", 4): path.addRect(Rect(numbers))
            case ("ellipse", 4): path.addEllipse(in: Rect(numbers))
            case ("rounded", 5): path.addRoundedRect(Rect(numbers), radius: numbers[4])
            default: throw JSONError(at: self.path(of: name), "\(kind): this element is not known")
            }
        }
        return path
    }

    /// Returns an image: rows of letters, one for each pixel.
    func image(_ name: String) throws(JSONError) -> PixelBuffer {
        let rows = try strings(name).map(Array.init)
        guard let first = rows.first, !first.isEmpty, rows.allSatisfy({ $0.count == first.count }) else {
            throw JSONError(at: path(of: name), "the rows of an image have equal lengths")
        }
        let letters = rows.joined()
        let pixels = letters.compactMap { Self.pixels[$0] }
        guard pixels.count == letters.count else {
            throw JSONError(at: path(of: name), "the letters of an image are \(Self.pixels.keys.sorted())")
        }
        return PixelBuffer(size: PixelSize(width: first.count, height: rows.count), isOpaque: nil) {
            _ = $0.update(fromContentsOf: pixels)
        }
    }

    private static let pixels: [Character: UInt32] = [
        "r": 0xFFFF_0000, "g": 0xFF00_A000, "b": 0xFF00_00FF, "y": 0xFFFF_FF00, "k": 0xFF00_0000, "w": 0xFFFF_FFFF,
        "h": 0x8080_0000, ".": 0,
    ]

    private func array(_ name: String) throws(JSONError) -> [JSONValue] {
        guard case .array(let values)? = value(name) else {
            throw JSONError(at: path(of: name), "this is not an array")
        }
        return values
    }

    private static func numbers(_ value: JSONValue?, at path: String) throws(JSONError) -> [Double] {
        guard case .array(let values)? = value else { throw JSONError(at: path, "this is not an array of numbers") }
        var numbers: [Double] = []
        for value in values {
            guard case .number(let number) = value else { throw JSONError(at: path, "this is not an array of numbers") }
            numbers.append(number)
        }
        return numbers
    }

    private static func color(_ value: JSONValue?, at path: String) throws(JSONError) -> Color {
        let numbers = try numbers(value, at: path)
        guard 3...4 ~= numbers.count else { throw JSONError(at: path, "a color has three or four numbers") }
        return Color(
            red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers.count == 4 ? numbers[3] : 1)
    }
}

extension Rect {
    /// Creates a rectangle from four numbers: x, y, width and height.
    fileprivate init(_ numbers: [Double]) {
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
