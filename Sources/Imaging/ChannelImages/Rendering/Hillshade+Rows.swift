internal import Glibc

extension Hillshade {
    /// The gray of invalid elevations; others have 1 to 255.
    public static let nodata: UInt8 = 0

    /// Makes the shades of a row of elevations from it and its neighbors.
    ///
    /// Slopes are those of Horn's formula (1981) in squares of 3×3 elevations. A shade is 1 + 254 cos i, rounded to the nearest,
    /// where i is the angle between the light and the normal of the ground; it is 1 where the ground faces away.
    ///
    /// An invalid neighbor counts as the elevation in the middle. Beyond an edge of the image, elevations continue with the
    /// slope of the last two.
    ///
    /// - Parameters:
    ///   - row: `count` elevations; NaN for invalid ones.
    ///   - above: those of the row above; nil in the first row.
    ///   - below: those of the row below; nil in the last row.
    ///   - count: the number of elevations, at least 1.
    ///   - target: room for as many shades; ``nodata`` for invalid elevations.
    package func shade(
        _ row: UnsafePointer<Float>, above: UnsafePointer<Float>?, below: UnsafePointer<Float>?, count: Int,
        to target: UnsafeMutablePointer<UInt8>
    ) {
        let light = Light(self)
        for x in 0..<count {
            let middle = Double(row[x])
            guard !middle.isNaN else {
                target[x] = Self.nodata
                continue
            }
            func valid(_ value: Float) -> Double { value.isNaN ? middle : Double(value) }
            /// The elevations of a row at the left, here and at the right.
            func three(_ row: UnsafePointer<Float>) -> SIMD3<Double> {
                let here = valid(row[x])
                let left = x > 0 ? valid(row[x - 1]) : nil
                let right = x + 1 < count ? valid(row[x + 1]) : nil
                return SIMD3(left ?? (2 * here - (right ?? here)), here, right ?? (2 * here - (left ?? here)))
            }
            let center = three(row)
            let upper = above.map(three)
            let lower = below.map(three)
            let north = upper ?? (2 * center - (lower ?? center))
            let south = lower ?? (2 * center - (upper ?? center))
            let east = north.z + 2 * center.z + south.z
            let west = north.x + 2 * center.x + south.x
            let up = north.x + 2 * north.y + north.z
            let down = south.x + 2 * south.y + south.z
            target[x] = light.shade((west - east) * light.perColumn, (up - down) * light.perRow)
        }
    }

    /// The direction of the light, and the factors of differences.
    private struct Light {
        let perColumn: Double
        let perRow: Double
        private let height: Double
        private let east: Double
        private let north: Double

        init(_ hillshade: Hillshade) {
            let azimuth = hillshade.azimuth * .pi / 180
            let altitude = hillshade.altitude * .pi / 180
            height = sin(altitude)
            east = sin(azimuth) * cos(altitude)
            north = cos(azimuth) * cos(altitude)
            perColumn = hillshade.exaggeration / (8 * hillshade.pixelWidth)
            perRow = hillshade.exaggeration / (8 * hillshade.pixelHeight)
        }

        /// The shade for the descent to the east, and for that to the south.
        func shade(_ x: Double, _ y: Double) -> UInt8 {
            // Descending to the east, the ground faces east.
            let cosine = (height + x * east - y * north) / (1 + x * x + y * y).squareRoot()
            guard cosine > 0 else { return 1 }
            return UInt8(min(255, (1 + 254 * cosine).rounded()))
        }
    }
}
