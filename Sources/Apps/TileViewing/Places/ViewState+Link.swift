internal import Glibc
internal import LayerTree
public import ScrollLayers
internal import VectorDrawing

extension ViewState {
    /// The view as text for a command line: `x,y,zoom` or `x,y,zoom,angle`, with a point as the decimal separator.
    ///
    /// x and y are the center in full-size pixels. zoom is in screen pixels per image pixel. angle is in degrees clockwise, and
    /// left out if it is 0. The center is exact to a hundredth of a screen pixel.
    public var link: String {
        let digits = max(0, Int((log10(scale) + 2).rounded(.up)))
        var parts = [Self.text(center.x, digits), Self.text(center.y, digits), Self.text(scale, max(6, 6 - digits))]
        if normalizedAngle != 0 {
            parts.append(Self.text(normalizedAngle, 3))
        }
        return parts.joined(separator: ",")
    }

    /// Parses a ``link``; nil unless the text has three or four numbers and the zoom is positive.
    public init?(link: String) {
        let parts = link.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }
        guard numbers.count == parts.count, (3...4).contains(numbers.count), numbers.allSatisfy(\.isFinite),
            numbers[2] > 0
        else { return nil }
        self.init(
            center: Point(x: numbers[0], y: numbers[1]), scale: numbers[2], angle: numbers.count == 4 ? numbers[3] : 0)
    }

    /// A number with as many decimals as it needs, up to `digits`.
    private static func text(_ number: Double, _ digits: Int) -> String {
        let unit = pow(10, Double(digits))
        let rounded = (number * unit).rounded() / unit
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
    }
}
