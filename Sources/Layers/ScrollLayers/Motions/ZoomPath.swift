internal import Glibc

/// The path between two views of a plane on which the least moves across the screen, zooming and panning together.
///
/// It is that of van Wijk and Nuij, "Smooth and efficient zooming and panning" (2003), whose letters the comments name.
struct ZoomPath {
    /// The length S; 0 for equal views.
    let length: Double
    private let distance: Double
    private let width: Double
    /// The parameter r₀ of the start; nil for views about the same point.
    private let parameter: Double?
    /// The logarithm of the last width relative to the first one.
    private let growth: Double

    /// A place on the path.
    struct Place {
        /// The share of the way between the centers, from 0 to 1.
        var share: Double
        /// The natural logarithm of the view's width relative to the first one.
        var growth: Double
    }

    /// The square of ρ, the weight of zooming against panning; people preferred √2.
    private static let rhoSquared = 2.0
    private static let rho = 2.0.squareRoot()

    /// Creates the path between views that are some content points wide, whose centers are a distance apart.
    init(from width: Double, to last: Double, distance: Double) {
        self.width = width
        self.distance = distance
        growth = log(last / width)
        let squared = Self.rhoSquared * Self.rhoSquared * distance * distance
        // Closer centers than a thousandth of a view's width are one point: the formula would divide by their distance.
        guard distance > 1e-3 * min(width, last) else {
            parameter = nil
            length = abs(growth) / Self.rho
            return
        }
        let factor = 2 * Self.rhoSquared * distance
        let first = (last * last - width * width + squared) / (factor * width)
        let second = (last * last - width * width - squared) / (factor * last)
        // −asinh(b) is log(√(b² + 1) − b), which loses all digits for large b.
        parameter = -asinh(first)
        length = (asinh(first) - asinh(second)) / Self.rho
    }

    /// The place at a share of the length, from 0 to 1.
    func place(at share: Double) -> Place {
        guard share < 1 else { return Place(share: 1, growth: growth) }
        guard let parameter else { return Place(share: share, growth: growth * share) }
        let angle = Self.rho * share * length + parameter
        // cosh(r₀) tanh(ρs + r₀) − sinh(r₀), of two terms that would cancel where the widths are very different.
        let way = width / Self.rhoSquared * sinh(Self.rho * share * length) / cosh(angle)
        return Place(
            share: min(max(way / distance, 0), 1), growth: log(cosh(parameter)) - log(cosh(angle)))
    }
}
