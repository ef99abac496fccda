internal import CPixelKernels

/// A function of colors as a grid, between whose points it is interpolated.
///
/// The interpolation is tetrahedral: it has four products for each channel, and keeps grays gray where the grid does.
package struct ColorGrid: Sendable {
    /// The number of points for each channel: 33, which are 8 steps of 8 bits apart.
    package static let points = 33
    /// The steps of 8 bits from one point to the next.
    private static let step = 8
    /// The value of a full channel in the grid: after the weights, which add up to ``step``, it fits in 16 bits.
    private static let full = 255 * 32

    /// Blue, green and red of each point, from 0 to ``full``.
    private let grid: [SIMD4<UInt16>]

    /// Creates a function from its values.
    ///
    /// - Parameter colors: red, green and blue for each point from 0 to 65,535; the blue of the points changes fastest and the
    ///   red slowest.
    package init(_ colors: [UInt16]) {
        precondition(
            colors.count == 3 * Self.points * Self.points * Self.points, "the grid has 33 points in each direction")
        func value(_ color: UInt16) -> UInt16 { UInt16(truncatingIfNeeded: (Int(color) * Self.full + 32767) / 65535) }
        grid = stride(from: 0, to: colors.count, by: 3).map { index in
            SIMD4(value(colors[index + 2]), value(colors[index + 1]), value(colors[index]), 0)
        }
    }

    /// Maps premultiplied pixels, 0xAARRGGBB.
    ///
    /// - Parameters:
    ///   - source: `count` pixels.
    ///   - count: the number of pixels.
    ///   - target: room for as many pixels; may be `source`.
    /// - Complexity: O(count): one to two nanoseconds for an opaque pixel with AVX2, ten without.
    package func map(_ source: UnsafePointer<UInt32>, count: Int, to target: UnsafeMutablePointer<UInt32>) {
        grid.withUnsafeBufferPointer { grid in
            guard let grid = grid.baseAddress else { return }
            var done = 0
            while done < count {
                done += UnsafeRawPointer(grid).withMemoryRebound(to: UInt16.self, capacity: 4) {
                    tk_interpolate_colors($0, source + done, count - done, target + done)
                }
                // The kernel ends before a block with translucent pixels, and before the rest of the row.
                let end = min(count, done + Self.block)
                Self.map(source, done..<end, to: target, grid)
                done = end
            }
        }
    }

    /// The number of pixels that the kernel maps together.
    private static let block = 8

    /// The same as ``map(_:count:to:)``, for any processor.
    package func mapPortably(_ source: UnsafePointer<UInt32>, count: Int, to target: UnsafeMutablePointer<UInt32>) {
        grid.withUnsafeBufferPointer { grid in
            guard let grid = grid.baseAddress else { return }
            Self.map(source, 0..<count, to: target, grid)
        }
    }

    private static func map(
        _ source: UnsafePointer<UInt32>, _ range: Range<Int>, to target: UnsafeMutablePointer<UInt32>,
        _ grid: UnsafePointer<SIMD4<UInt16>>
    ) {
        // Neighbors are often equal.
        var last: UInt32 = 0
        var converted: UInt32 = 0
        for index in range {
            let pixel = source[index]
            if pixel != last {
                last = pixel
                converted = Self.converted(pixel, grid)
            }
            target[index] = converted
        }
    }

    private static func converted(_ pixel: UInt32, _ grid: UnsafePointer<SIMD4<UInt16>>) -> UInt32 {
        let alpha = Int(truncatingIfNeeded: pixel >> 24)
        let red = Int(truncatingIfNeeded: pixel >> 16 & 255)
        let green = Int(truncatingIfNeeded: pixel >> 8 & 255)
        let blue = Int(truncatingIfNeeded: pixel & 255)
        if alpha == 255 { return 0xFF00_0000 | packed(color(red, green, blue, grid)) }
        guard alpha > 0 else { return 0 }
        func straight(_ value: Int) -> Int { min(255, (value * 255 + alpha / 2) / alpha) }
        let color = color(straight(red), straight(green), straight(blue), grid)
        func premultiplied(_ value: UInt16) -> UInt16 {
            UInt16(truncatingIfNeeded: (Int(value) * alpha + 127) / 255)
        }
        return pixel & 0xFF00_0000
            | packed(SIMD4(premultiplied(color[0]), premultiplied(color[1]), premultiplied(color[2]), 0))
    }

    private static func packed(_ color: SIMD4<UInt16>) -> UInt32 {
        UInt32(color[2]) << 16 | UInt32(color[1]) << 8 | UInt32(color[0])
    }

    /// The display's blue, green and red for straight values from 0 to 255.
    private static func color(
        _ red: Int, _ green: Int, _ blue: Int, _ grid: UnsafePointer<SIMD4<UInt16>>
    ) -> SIMD4<UInt16> {
        // 0…255 becomes 0…256, so that the last point is reached.
        let red = red + red >> 7
        let green = green + green >> 7
        let blue = blue + blue >> 7
        let last = points - 2
        let row = min(red >> 3, last)
        let column = min(green >> 3, last)
        let place = min(blue >> 3, last)
        let x = red - row * step
        let y = green - column * step
        let z = blue - place * step
        let alongRed = points * points
        let alongGreen = points
        let corner = grid + row * alongRed + column * alongGreen + place
        let end = corner[alongRed + alongGreen + 1]
        // From the first corner of the cell to the opposite one, along the channel with the largest fraction first.
        func blended(_ most: Int, _ middle: Int, _ least: Int, by first: Int, _ second: Int) -> SIMD4<UInt16> {
            func weight(_ value: Int) -> SIMD4<UInt16> { SIMD4(repeating: UInt16(truncatingIfNeeded: value)) }
            let start = corner[0] &* weight(step - most) &+ corner[first] &* weight(most - middle)
            let sum = start &+ corner[first + second] &* weight(middle - least) &+ end &* weight(least)
            // 255 × 32 × 8 is 255 × 256, and half a step still fits.
            return (sum &+ SIMD4(repeating: 128)) &>> SIMD4(repeating: 8)
        }
        if x >= y {
            if y >= z { return blended(x, y, z, by: alongRed, alongGreen) }
            return x >= z ? blended(x, z, y, by: alongRed, 1) : blended(z, x, y, by: 1, alongRed)
        }
        if x >= z { return blended(y, x, z, by: alongGreen, alongRed) }
        return y >= z ? blended(y, z, x, by: alongGreen, 1) : blended(z, y, x, by: 1, alongGreen)
    }
}
