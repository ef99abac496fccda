internal import LayerTree
internal import TilePyramid

/// A region of an image as text, for people to read and to type.
enum RegionText {
    /// An error with a sentence that says why a text was not accepted.
    struct Fault: Error, Hashable, CustomStringConvertible {
        var description: String
    }

    /// A region for editing, such as "400, 300, 201 × 150": the upper left pixel, the width and the height.
    static func editable(_ rect: PixelRect) -> String {
        "\(rect.x), \(rect.y), \(rect.size.width) × \(rect.size.height)"
    }

    /// The size of a region, such as "201×150 px, 2.01×1.5 mm".
    ///
    /// - Parameters:
    ///   - size: the size in full-size pixels.
    ///   - millimetersPerPixel: the physical size of a full-size pixel; nil if it is unknown.
    /// - Returns: the size in pixels and, if it is known, in a unit that suits the longer side.
    static func size(_ size: PixelSize, millimetersPerPixel: Double?) -> String {
        let sides = millimetersPerPixel.map { (Double(size.width) * $0, Double(size.height) * $0) }
        return text(size, millimeters: sides)
    }

    /// The size of a region in pixels and, if it is known, on the ground or in the world.
    ///
    /// - Parameters:
    ///   - rect: the region.
    ///   - metadata: the metadata of the image; nil while none is open.
    /// - Returns: the size in pixels and, if it is known, in a unit that suits the longer side.
    static func size(of rect: PixelRect, in metadata: DocumentMetadata?) -> String {
        text(rect.size, millimeters: metadata?.physicalSize(of: rect))
    }

    private static func text(_ size: PixelSize, millimeters: (width: Double, height: Double)?) -> String {
        guard let (width, height) = millimeters else { return "\(size) px" }
        return "\(size) px, \(AnnotationMeasure.sizeText(width: width, height: height))"
    }

    /// Parses a region.
    ///
    /// Accepted are four numbers "x, y, width × height" with commas, semicolons, spaces, "x" or "×" between them; the form
    /// of X11, "201x150+400+300"; and a size alone, "201 × 150", which leaves the upper left corner where it is. Numbers are
    /// rounded to whole pixels, and what lies outside of the image is cut off.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - current: the region whose corner a size alone keeps.
    ///   - size: the size of the image.
    /// - Returns: the region, which has a pixel of the image at least.
    /// - Throws: ``Fault`` for any other text, and for a region outside of the image.
    static func parse(_ text: String, current: PixelRect, in size: PixelSize) throws(Fault) -> PixelRect {
        guard let numbers = numbers(in: text, current: current) else {
            throw Fault(description: "Type x, y, width × height, such as \(editable(current)).")
        }
        guard numbers.width >= 1, numbers.height >= 1 else {
            throw Fault(description: "The width and the height are 1 pixel or more.")
        }
        // Beyond this, all is outside of any image.
        let limit = 1e15
        func edge(_ value: Double, _ limit: Int) -> Int { Int(min(max(value, 0), Double(limit))) }
        let x = min(max(numbers.x, -limit), limit).rounded()
        let y = min(max(numbers.y, -limit), limit).rounded()
        let left = edge(x, size.width)
        let right = edge(x + min(numbers.width, limit).rounded(), size.width)
        let top = edge(y, size.height)
        let bottom = edge(y + min(numbers.height, limit).rounded(), size.height)
        guard right > left, bottom > top else {
            throw Fault(description: "This is outside of the image, which has \(size) pixels.")
        }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    private typealias Numbers = (x: Double, y: Double, width: Double, height: Double)

    private static func numbers(in text: String, current: PixelRect) -> Numbers? {
        let plain = text.lowercased().replacing("px", with: " ").replacing("×", with: "x").replacing("*", with: "x")
        let corners = plain.split(separator: "+", omittingEmptySubsequences: false)
        if corners.count == 3 {
            // Width x height + x + y.
            guard let size = values(corners[0]), size.count == 2, let x = values(corners[1]), x.count == 1,
                let y = values(corners[2]), y.count == 1
            else { return nil }
            return (x[0], y[0], size[0], size[1])
        }
        guard let all = values(Substring(plain)) else { return nil }
        if all.count == 2, plain.contains("x") { return (Double(current.x), Double(current.y), all[0], all[1]) }
        return all.count == 4 ? (all[0], all[1], all[2], all[3]) : nil
    }

    /// The numbers of a text; nil if there is anything else in it.
    private static func values(_ text: Substring) -> [Double]? {
        let words = text.split { " ,;x\t".contains($0) }
        let values = words.compactMap { Double($0) }
        return values.count == words.count && values.allSatisfy(\.isFinite) ? values : nil
    }
}
