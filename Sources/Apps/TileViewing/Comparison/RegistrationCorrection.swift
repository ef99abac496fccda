internal import LayerTree
internal import Numbers
public import VectorDrawing

/// The user's correction of an image's position over another one.
public struct RegistrationCorrection: Hashable, Sendable {
    /// The offset in full-size pixels of the corrected image; none by default.
    public var offset: Point
    /// The factor by which the image is scaled about its center; 1 by default.
    public var scale: Double

    /// Creates a correction, by default none.
    public init(offset: Point = .zero, scale: Double = 1) {
        self.offset = offset
        self.scale = scale
    }

    /// The range of ``scale``: 0.01 to 100.
    public static let scales = 0.01...100.0

    /// Whether nothing is corrected.
    var isNeutral: Bool { self == RegistrationCorrection() }

    /// The correction as people read it: "+12, −3, 101 %".
    var text: String {
        func signed(_ value: Double) -> String {
            let text = NumberText.decimal(value, digits: 1, style: .display)
            return text.hasPrefix("−") ? text : "+\(text)"
        }
        let percent = NumberText.decimal(scale * 100, digits: 1, style: .display)
        return "\(signed(offset.x)), \(signed(offset.y)), \(percent) %"
    }

    /// The correction as text for a command line: `x,y,scale`.
    public var link: String {
        [offset.x, offset.y, scale].map { value in
            let rounded = (value * 1e6).rounded() / 1e6
            return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
        }.joined(separator: ",")
    }

    /// Parses a ``link``, in which the scale is optional; nil for any other text.
    public init?(link: String) {
        let parts = link.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }
        guard numbers.count == parts.count, (2...3).contains(numbers.count),
            numbers.allSatisfy({ $0.isFinite && abs($0) <= 1e9 })
        else { return nil }
        self.init(offset: Point(x: numbers[0], y: numbers[1]), scale: numbers.count == 3 ? numbers[2] : 1)
        guard Self.scales.contains(scale) else { return nil }
    }
}
