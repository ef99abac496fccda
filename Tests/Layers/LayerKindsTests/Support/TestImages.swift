import TilePyramid
import VectorDrawing

/// An image of one premultiplied color, 0xAARRGGBB.
func image(_ color: UInt32, width: Int = 10, height: Int = 10) -> PixelBuffer {
    PixelBuffer(width, height, isOpaque: color >> 24 == 255) { _, _ in color }
}

extension PixelBuffer {
    /// A buffer from a function of the pixel's position.
    convenience init(_ width: Int, _ height: Int, isOpaque: Bool = false, _ pixel: (_ x: Int, _ y: Int) -> UInt32) {
        self.init(size: PixelSize(width: width, height: height), isOpaque: isOpaque) { pixels in
            for index in pixels.indices {
                pixels[index] = pixel(index % width, index / width)
            }
        }
    }

    /// All pixels, row by row.
    var pixels: [UInt32] { withPixels { Array($0) } }

    /// The number of pixels that are not of a color.
    func count(otherThan color: UInt32) -> Int { pixels.count { $0 != color } }
}
