/// The chromaticities of red, green, blue and white: CIE 1931 x and y.
package struct ColorPrimaries: Hashable, Sendable {
    /// A chromaticity.
    package struct Point: Hashable, Sendable {
        package var x: Double
        package var y: Double

        package init(_ x: Double, _ y: Double) {
            self.x = x
            self.y = y
        }

        /// The color with luminance 1.
        var xyz: SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }
    }

    package var red: Point
    package var green: Point
    package var blue: Point
    package var white: Point

    package init(red: Point, green: Point, blue: Point, white: Point) {
        self.red = red
        self.green = green
        self.blue = blue
        self.white = white
    }

    private init(_ points: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double), _ white: Point) {
        self.init(
            red: Point(points.0, points.1), green: Point(green.0, green.1), blue: Point(blue.0, blue.1), white: white)
    }

    /// Daylight of 6504 K.
    package static let d65 = Point(0.3127, 0.3290)
    private static let illuminantC = Point(0.310, 0.316)

    /// BT.709 and sRGB.
    package static let sRGB = ColorPrimaries((0.640, 0.330), (0.300, 0.600), (0.150, 0.060), d65)
    /// Adobe RGB (1998), 4.3.1.
    package static let adobeRGB = ColorPrimaries((0.640, 0.330), (0.210, 0.710), (0.150, 0.060), d65)
    /// BT.2020 and BT.2100.
    package static let bt2020 = ColorPrimaries((0.708, 0.292), (0.170, 0.797), (0.131, 0.046), d65)

    /// The primaries with a number of ITU-T H.273, table 2; nil for unspecified and reserved ones.
    package init?(codePoint: Int) {
        switch codePoint {
        case 1: self = .sRGB
        case 4: self.init((0.67, 0.33), (0.21, 0.71), (0.14, 0.08), Self.illuminantC)
        case 5: self.init((0.64, 0.33), (0.29, 0.60), (0.15, 0.06), Self.d65)
        case 6, 7: self.init((0.630, 0.340), (0.310, 0.595), (0.155, 0.070), Self.d65)
        case 8: self.init((0.681, 0.319), (0.243, 0.692), (0.145, 0.049), Self.illuminantC)
        case 9: self = .bt2020
        case 10: self.init((1, 0), (0, 1), (0, 0), Point(1.0 / 3, 1.0 / 3))
        case 11: self.init((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), Point(0.314, 0.351))
        case 12: self.init((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), Self.d65)
        case 22: self.init((0.630, 0.340), (0.295, 0.605), (0.155, 0.077), Self.d65)
        default: return nil
        }
    }

    /// True when all coordinates differ from another's by at most 0.001.
    package func isNear(_ other: ColorPrimaries) -> Bool {
        func isNear(_ first: Point, _ second: Point) -> Bool {
            // Checked: floating-point numbers.
            abs(first.x - second.x) <= 0.001 && abs(first.y - second.y) <= 0.001
        }
        return isNear(red, other.red) && isNear(green, other.green) && isNear(blue, other.blue)
            && isNear(white, other.white)
    }

    /// The XYZ of red, green and blue relative to D50, as in profiles: adapted by the linear Bradford method (ICC.1:2022, annex
    /// E).
    ///
    /// Nil for chromaticities that span no color space: on a line, or without luminance.
    package var colorants: ColorMatrix? {
        guard
            [red, green, blue, white].allSatisfy({ $0.x.isFinite && $0.y.isFinite && abs($0.x) <= 2 && abs($0.y) <= 2 }
            ),
            white.y > 0.01
        else { return nil }
        // XYZ is linear in x, y and z, so primaries need no luminance of their own; that of XYZ has blue with y = 0.
        func column(_ point: Point) -> SIMD3<Double> { SIMD3(point.x, point.y, 1 - point.x - point.y) }
        let directions = ColorMatrix(column(red), column(green), column(blue))
        guard let amounts = directions.inverse.map({ $0 * white.xyz }),
            amounts.min() > 1e-6, amounts.max() < 1e6
        else { return nil }
        let toXYZ = ColorMatrix(
            directions.columns.0 * amounts.x, directions.columns.1 * amounts.y, directions.columns.2 * amounts.z)
        return adaptation.map { $0 * toXYZ }
    }

    /// The matrix that adapts XYZ from the white of these primaries to D50.
    var adaptation: ColorMatrix? {
        // Checked: floating-point numbers.
        let from = ColorMatrix.bradford * white.xyz
        // Checked: floating-point numbers.
        let to = ColorMatrix.bradford * ColorMatrix.d50
        guard from.min() > 0.01, let back = ColorMatrix.bradford.inverse else { return nil }
        let scale = to / from
        return back
            // Checked: floating-point numbers.
            * ColorMatrix(SIMD3(scale.x, 0, 0), SIMD3(0, scale.y, 0), SIMD3(0, 0, scale.z)) * ColorMatrix.bradford
    }
}
