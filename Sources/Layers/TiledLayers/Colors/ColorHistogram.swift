internal import LayerTree
internal import TilePyramid
public import VectorDrawing

/// A histogram of pixels: the number of pixels for each value of each channel.
public struct ColorHistogram: Hashable, Sendable {
    /// The numbers of pixels by their red, 256 of them.
    public private(set) var red = [Int](repeating: 0, count: 256)
    /// The numbers of pixels by their green.
    public private(set) var green = [Int](repeating: 0, count: 256)
    /// The numbers of pixels by their blue.
    public private(set) var blue = [Int](repeating: 0, count: 256)

    /// Creates an empty histogram.
    public init() {}

    /// Creates the histogram of an image from a sixteenth of its pixels.
    public init(counting buffer: PixelBuffer) {
        add(buffer)
    }

    /// The number of pixels that were counted.
    public var pixelCount: Int { red.reduce(0, +) }

    /// Counts every fourth pixel of every fourth row; pixels that are not opaque are skipped.
    mutating func add(_ buffer: PixelBuffer) {
        let step = 4
        buffer.withPixels { pixels in
            for row in stride(from: 0, to: buffer.size.height, by: step) {
                for column in stride(from: 0, to: buffer.size.width, by: step) {
                    let pixel = pixels[row * buffer.size.width + column]
                    guard pixel >> 24 == 255 else { continue }
                    red[Int(pixel >> 16 & 255)] += 1
                    green[Int(pixel >> 8 & 255)] += 1
                    blue[Int(pixel & 255)] += 1
                }
            }
        }
    }

    /// Returns the quantile of the values of all channels.
    ///
    /// - Parameter share: the share of values below the result, from 0 to 1.
    /// - Returns: the value, from 0 to 1; nil if nothing was counted.
    public func value(below share: Double) -> Double? {
        let counts = (0..<256).map { red[$0] + green[$0] + blue[$0] }
        let total = counts.reduce(0, +)
        guard total > 0 else { return nil }
        var sum = 0
        let index = counts.firstIndex { count in
            sum += count
            return Double(sum) >= share * Double(total)
        }
        return Double(index ?? 255) / 255
    }
}
