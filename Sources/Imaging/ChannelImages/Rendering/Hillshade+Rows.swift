internal import Glibc

extension Hillshade {
    /// The gray of invalid elevations; others have 1 to 255.
    public static let nodata: UInt8 = 0

    /// Makes the shades of a row of elevations from it and its neighbors.
    ///
    /// Slopes are those of Horn's formula (1981) in squares of 3×3 elevations. A shade is 1 + 254 cos i, rounded to the
    /// nearest, where i is the angle between the light and the normal of the ground; it is 1 where the ground faces away.
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
        guard let above, let below, count > 2 else {
            for x in 0..<count { target[x] = light.shade(row, above, below, count, at: x) }
            return
        }
        target[0] = light.shade(row, above, below, count, at: 0)
        for x in 1..<count - 1 {
            let west = Double(above[x - 1]) + 2 * Double(row[x - 1]) + Double(below[x - 1])
            let east = Double(above[x + 1]) + 2 * Double(row[x + 1]) + Double(below[x + 1])
            let up = Double(above[x - 1]) + 2 * Double(above[x]) + Double(above[x + 1])
            let down = Double(below[x - 1]) + 2 * Double(below[x]) + Double(below[x + 1])
            let across = (west - east) * light.perColumn
            let along = (up - down) * light.perRow
            // A sum with NaN is NaN.
            let isValid = !(across + along + Double(row[x])).isNaN
            target[x] = isValid ? light.shade(across, along) : light.shade(row, above, below, count, at: x)
        }
        target[count - 1] = light.shade(row, above, below, count, at: count - 1)
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

        /// The shade of an elevation some of whose neighbors may be missing or invalid.
        func shade(
            _ row: UnsafePointer<Float>, _ above: UnsafePointer<Float>?, _ below: UnsafePointer<Float>?, _ count: Int,
            at x: Int
        ) -> UInt8 {
            let middle = Double(row[x])
            guard !middle.isNaN else { return Hillshade.nodata }
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
            return shade((west - east) * perColumn, (up - down) * perRow)
        }

        /// The shade for the descent to the east, and for that to the south.
        func shade(_ x: Double, _ y: Double) -> UInt8 {
            // Descending to the east, the ground faces east.
            let cosine = (height + x * east - y * north) / (1 + x * x + y * y).squareRoot()
            guard cosine > 0 else { return 1 }
            return UInt8(min(255, 1.5 + 254 * cosine))
        }
    }
}
