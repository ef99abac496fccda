internal import LayerTree
public import VectorDrawing

/// The placement of an image over another one by points that show the same in both.
public struct ImagePlacement: Hashable, Sendable {
    /// A point of the image, and the point of the first image that shows the same; both in full-size pixels.
    public struct Pair: Hashable, Sendable {
        /// The point of the image that is placed.
        public var image: Point
        /// The point of the first image.
        public var first: Point

        /// Creates a pair.
        public init(image: Point, first: Point) {
            self.image = image
            self.first = first
        }
    }

    /// The reason that points do not determine a placement.
    public enum Fault: Error, Hashable, CustomStringConvertible {
        /// There are fewer than two pairs.
        case tooFew
        /// Two points of two pairs are less than a pixel apart.
        case samePlace
        /// Three or more points lie on one line.
        case oneLine

        /// The fault, and what to do about it.
        public var description: String {
            switch self {
            case .tooFew: "Mark two pairs of points or more."
            case .samePlace: "Two of the points are at the same place. Mark them farther apart."
            case .oneLine: "The points lie on one line. Mark one beside it."
            }
        }
    }

    /// The transform from full-size pixels of the image to those of the first image.
    public let transform: AffineTransform

    /// Creates a placement; nil for a transform that is not finite or has no inverse.
    public init?(_ transform: AffineTransform) {
        guard transform.numbers.allSatisfy({ $0.isFinite && abs($0) <= Self.numberLimit }),
            abs(transform.determinant) >= Self.leastDeterminant
        else { return nil }
        self.transform = transform
    }

    /// Computes the placement that fits pairs of points best: the sum of the squared distances in the first image is least.
    ///
    /// Two pairs determine a similarity, which moves, rotates and scales. Three or more determine an affine transform, which
    /// may shear, scale differently in two directions and mirror as well.
    ///
    /// - Complexity: O(pairs).
    public init(fitting pairs: [Pair]) throws(Fault) {
        guard pairs.count >= 2 else { throw .tooFew }
        let image = Spread(pairs.map(\.image))
        let first = Spread(pairs.map(\.first))
        guard image.isSpread, first.isSpread else { throw .samePlace }
        let isAffine = pairs.count > 2
        guard !isAffine || image.isPlanar && first.isPlanar else { throw .oneLine }
        let linear = isAffine ? Self.affine(image, first) : Self.similarity(image, first)
        let moved = linear.apply(to: image.middle)
        var transform = linear
        transform.tx = first.middle.x - moved.x
        transform.ty = first.middle.y - moved.y
        guard let placement = Self(transform) else { throw .oneLine }
        self = placement
    }

    /// The largest number in a transform.
    private static let numberLimit = 1e12
    /// The least factor by which an area may shrink.
    private static let leastDeterminant = 1e-9

    /// The rotation and scale that map vectors best.
    private static func similarity(_ image: Spread, _ first: Spread) -> AffineTransform {
        var along = 0.0
        var across = 0.0
        for (vector, wanted) in zip(image.vectors, first.vectors) {
            along += vector.x * wanted.x + vector.y * wanted.y
            across += vector.x * wanted.y - vector.y * wanted.x
        }
        let square = image.xx + image.yy
        return AffineTransform(
            a: along / square, b: across / square, c: -across / square, d: along / square, tx: 0, ty: 0)
    }

    /// The linear transform that maps vectors best, by the normal equations of the method of least squares.
    private static func affine(_ image: Spread, _ first: Spread) -> AffineTransform {
        var products = AffineTransform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)
        for (vector, wanted) in zip(image.vectors, first.vectors) {
            products.a += vector.x * wanted.x
            products.b += vector.x * wanted.y
            products.c += vector.y * wanted.x
            products.d += vector.y * wanted.y
        }
        let determinant = image.determinant
        func solved(_ x: Double, _ y: Double) -> (Double, Double) {
            ((image.yy * x - image.xy * y) / determinant, (image.xx * y - image.xy * x) / determinant)
        }
        let (a, c) = solved(products.a, products.c)
        let (b, d) = solved(products.b, products.d)
        return AffineTransform(a: a, b: b, c: c, d: d, tx: 0, ty: 0)
    }

    /// Points relative to their mean, and the sums of their products.
    private struct Spread {
        let middle: Point
        let vectors: [Point]
        let xx: Double, xy: Double, yy: Double

        init(_ points: [Point]) {
            let count = Double(max(1, points.count))
            let middle = Point(
                x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count)
            self.middle = middle
            vectors = points.map { $0 - middle }
            xx = vectors.reduce(0) { $0 + $1.x * $1.x }
            xy = vectors.reduce(0) { $0 + $1.x * $1.y }
            yy = vectors.reduce(0) { $0 + $1.y * $1.y }
        }

        /// Whether any two points are a pixel apart at least.
        var isSpread: Bool {
            let nearest = vectors.indices.flatMap { one in
                vectors[(one + 1)...].map { other in
                    let way = other - vectors[one]
                    return way.x * way.x + way.y * way.y
                }
            }.min()
            return nearest.map { $0 >= 1 } ?? false
        }

        var determinant: Double { xx * yy - xy * xy }

        /// Whether the points lie on no line: their breadth is a thousandth of their length at least.
        var isPlanar: Bool { determinant >= 1e-6 * (xx + yy) * (xx + yy) }
    }
}

// MARK: As text

extension ImagePlacement {
    /// The placement as text for a command line: `a,b,c,d,tx,ty`.
    ///
    /// A point (x, y) of the image lies over the point (a·x + c·y + tx, b·x + d·y + ty) of the first one.
    public var link: String {
        transform.numbers.map { number in
            let rounded = (number * 1e9).rounded() / 1e9
            return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
        }.joined(separator: ",")
    }

    /// Parses a ``link``; nil for any other text.
    public init?(link: String) {
        let parts = link.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }
        guard parts.count == 6, numbers.count == 6 else { return nil }
        self.init(
            AffineTransform(
                a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5]))
    }
}

extension AffineTransform {
    /// The coefficients, in the order of the initializer.
    fileprivate var numbers: [Double] { [a, b, c, d, tx, ty] }
}
