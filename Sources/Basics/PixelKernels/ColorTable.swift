/// A mapping of colors by tables: a curve for each channel, and optionally a palette.
///
/// The palette gives a color for the weighted mean of the curves' results.
///
/// Colors are mapped without their alpha, which stays as it is.
package struct ColorTable: Hashable, Sendable {
    /// The shares of the channels in the mean that chooses a color of the palette; they sum to 256.
    package struct Weights: Hashable, Sendable {
        package let red, green, blue: UInt32

        /// Creates shares, in 256ths.
        package init(red: UInt32, green: UInt32, blue: UInt32) {
            precondition(red + green + blue == 256, "the shares are 256 together")
            self.red = red
            self.green = green
            self.blue = blue
        }

        /// The shares of luma in BT.709, rounded.
        package static let luma = Weights(red: 54, green: 183, blue: 19)
    }

    /// The curves of red, green and blue, one after the other.
    private let curves: [UInt8]
    /// The colors 0x00RRGGBB for the weighted mean of the channels; nil if the channels stay apart.
    private let palette: [UInt32]?
    private let weights: Weights

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - red: the results for 256 values of red.
    ///   - green: the results for 256 values of green.
    ///   - blue: the results for 256 values of blue.
    ///   - palette: 256 colors 0xRRGGBB for the weighted mean of the three results; nil for the results themselves.
    ///   - weights: the shares of the results in that mean.
    package init(red: [UInt8], green: [UInt8], blue: [UInt8], palette: [UInt32]? = nil, weights: Weights = .luma) {
        precondition([red, green, blue].allSatisfy { $0.count == 256 }, "a curve has 256 values")
        precondition(palette.map { $0.count == 256 } ?? true, "a palette has 256 colors")
        curves = red + green + blue
        self.palette = palette?.map { $0 & 0xFF_FFFF }
        self.weights = weights
    }

    /// Maps a row of pixels 0xAARRGGBB with premultiplied colors.
    ///
    /// - Parameters:
    ///   - source: `count` pixels.
    ///   - count: the number of pixels.
    ///   - target: room for as many pixels; may be `source`.
    /// - Complexity: O(count): about a nanosecond for an opaque pixel.
    package func map(_ source: UnsafePointer<UInt32>, count: Int, to target: UnsafeMutablePointer<UInt32>) {
        curves.withUnsafeBufferPointer { curves in
            guard let curve = curves.baseAddress else { return }
            guard let palette else {
                return Self.map(source, count: count, to: target) { red, green, blue in
                    UInt32(curve[Int(red)]) << 16 | UInt32(curve[256 + Int(green)]) << 8
                        | UInt32(curve[512 + Int(blue)])
                }
            }
            let weights = weights
            palette.withUnsafeBufferPointer { colors in
                guard let color = colors.baseAddress else { return }
                Self.map(source, count: count, to: target) { red, green, blue in
                    let sum =
                        weights.red * UInt32(curve[Int(red)]) + weights.green * UInt32(curve[256 + Int(green)])
                        + weights.blue * UInt32(curve[512 + Int(blue)])
                    return color[Int((sum + 128) >> 8)]
                }
            }
        }
    }

    /// Maps pixels by a function of their channels, each from 0 to 255, that returns 0x00RRGGBB.
    @inline(__always)
    private static func map(
        _ source: UnsafePointer<UInt32>, count: Int, to target: UnsafeMutablePointer<UInt32>,
        _ color: (_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> UInt32
    ) {
        for index in 0..<count {
            let pixel = source[index]
            let alpha = pixel >> 24
            if alpha == 255 {
                target[index] = 0xFF00_0000 | color(pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
            } else if alpha == 0 {
                target[index] = 0
            } else {
                let half = alpha / 2
                func straight(_ value: UInt32) -> UInt32 { min(255, ((value & 255) * 255 + half) / alpha) }
                let mapped = color(straight(pixel >> 16), straight(pixel >> 8), straight(pixel))
                func premultiplied(_ value: UInt32) -> UInt32 { ((value & 255) * alpha + 127) / 255 }
                target[index] =
                    alpha << 24 | premultiplied(mapped >> 16) << 16 | premultiplied(mapped >> 8) << 8
                    | premultiplied(mapped)
            }
        }
    }
}
