/// Places between pixels, moved toward the nearest pixel: magnified pixels become squares whose borders are as wide as one pixel
/// of the frame.
extension Sampling {
    /// The magnification of each axis, for places that are not in 256ths but in finer steps.
    package struct Sharpening: Sendable {
        /// The change of places along an axis.
        struct Axis: Sendable {
            /// The distance from the border between two pixels at which a place becomes the center of the nearer one.
            let reach: Int32
            /// 65536 times the change of a place in 256ths for each step.
            let slope: Int32
        }

        let x: Axis, y: Axis
        /// The number of bits of a place's fraction.
        let fractionBits: Int32

        /// The largest number of bits of a fraction.
        private static let mostFractionBits = 16

        /// Creates the sharpening of a plane that is magnified.
        ///
        /// - Parameters:
        ///   - width: the number of columns of the plane.
        ///   - height: the number of rows of the plane.
        ///   - scale: pixels of the frame for each pixel of the plane, along each axis of the plane; below 1 is as 1.
        package init(width: Int, height: Int, scale: SIMD2<Double>) {
            let bits = max(8, min(Self.mostFractionBits, max(width, height).leadingZeroBitCount - 33))
            fractionBits = Int32(truncatingIfNeeded: bits)
            func axis(_ scale: Double) -> Axis {
                // Steps from the border at which all of the change is done; at least one.
                let half = Double(1 << (bits - 1))
                let held = scale > 1 ? min(scale, half) : 1
                let reach = (half / held).rounded(.up)
                return Axis(reach: Int32(reach), slope: Int32((Double(1 << 23) / (half / held)).rounded()))
            }
            x = axis(scale.x)
            y = axis(scale.y)
        }

        /// The number of steps from the center of a pixel to the next: places are in this part of the distance.
        package var fractions: Int { 1 << Int(fractionBits) }

        /// Returns the place in 256ths for a place along a row.
        package func sharpenedX(_ place: Int) -> Int {
            Int(Self.sharpened(Int32(truncatingIfNeeded: place), x, fractionBits))
        }

        /// Returns the place in 256ths for a place along a column.
        package func sharpenedY(_ place: Int) -> Int {
            Int(Self.sharpened(Int32(truncatingIfNeeded: place), y, fractionBits))
        }

        /// Turns places along rows into 256ths.
        package func sharpenXs(_ places: UnsafeMutablePointer<Int32>, count: Int) {
            Self.sharpen(places, count: count, x, fractionBits)
        }

        /// Turns places along columns into 256ths.
        package func sharpenYs(_ places: UnsafeMutablePointer<Int32>, count: Int) {
            Self.sharpen(places, count: count, y, fractionBits)
        }

        private static func sharpen(
            _ places: UnsafeMutablePointer<Int32>, count: Int, _ axis: Axis, _ bits: Int32
        ) {
            let memory = UnsafeMutableRawPointer(places)
            let fours = count & ~3
            var index = 0
            while index < fours {
                let four = memory.loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<Int32>.self)
                memory.storeBytes(of: sharpened(four, axis, bits), toByteOffset: index &* 4, as: SIMD4<Int32>.self)
                index &+= 4
            }
            for index in fours..<count { places[index] = sharpened(places[index], axis, bits) }
        }

        /// Four places at a time, as one.
        @inline(__always)
        static func sharpened(_ places: SIMD4<Int32>, _ axis: Axis, _ bits: Int32) -> SIMD4<Int32> {
            let shift = SIMD4(repeating: bits)
            let whole = places &>> shift
            let fromBorder = places &- whole &<< shift &- SIMD4(repeating: 1 &<< (bits &- 1))
            let held = fromBorder.clamped(
                lowerBound: SIMD4(repeating: 0 &- axis.reach), upperBound: SIMD4(repeating: axis.reach))
            let fraction = (held &* axis.slope &+ SIMD4(repeating: (128 &<< 16) &+ (1 &<< 15))) &>> 16
            return whole &<< 8
                &+ fraction.clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 256))
        }

        /// The plain twin for one place.
        @inline(__always)
        static func sharpened(_ place: Int32, _ axis: Axis, _ bits: Int32) -> Int32 {
            let whole = place &>> bits
            let fromBorder = place &- whole &<< bits &- 1 &<< (bits &- 1)
            let held = min(max(fromBorder, 0 &- axis.reach), axis.reach)
            let fraction = (held &* axis.slope &+ (128 &<< 16) &+ (1 &<< 15)) &>> 16
            return whole &<< 8 &+ min(max(fraction, 0), 256)
        }
    }

    /// Computes the weighted mean of the four pixels around each sharpened place.
    ///
    /// - Parameters:
    ///   - pixels: at least two columns and two rows.
    ///   - mapping: the map to the places that are sharpened; its limit is the center of the last column and row.
    ///   - sharpening: the sharpening.
    ///   - row: the row of the frame.
    ///   - columns: the columns of the frame.
    ///   - target: room for as many pixels.
    package static func sharp(
        _ pixels: PixelBufferView, mapping: TextureMapping, _ sharpening: Sharpening, row: Int, columns: Range<Int>,
        into target: UnsafeMutablePointer<UInt32>
    ) {
        inPortions(mapping, row, columns) { xs, ys, start, count in
            sharpening.sharpenXs(xs, count: count)
            sharpening.sharpenYs(ys, count: count)
            linear(pixels, xs: xs, ys: ys, count: count, into: target + start)
        }
    }
}
