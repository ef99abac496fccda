import LayerTree
internal import TilePyramid
public import VectorDrawing

extension PixelBuffer {
    /// The maximum difference between samples of snapshots with text at a quarter of their size, of 255.
    public static let textTolerance = 24

    /// The image at a quarter of its size, in which each pixel is the mean of 16.
    ///
    /// Letters differ a little between versions of the text libraries. So snapshots with text are compared at this size, with
    /// ``textTolerance``, which is less than the effect of a missing or moved letter.
    public var quartered: PixelBuffer {
        let small = PixelSize(width: size.width / 4, height: size.height / 4)
        return PixelBuffer(size: small, isOpaque: isOpaque) { target in
            withPixels { source in
                for y in 0..<small.height {
                    for x in 0..<small.width {
                        var sums = SIMD4<UInt32>()
                        for index in 0..<16 {
                            let pixel = source[(4 * y + index / 4) * size.width + 4 * x + index % 4]
                            sums &+= SIMD4(pixel >> 24, pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
                        }
                        let mean = (sums &+ 8) / 16
                        target[y * small.width + x] = mean.x << 24 | mean.y << 16 | mean.z << 8 | mean.w
                    }
                }
            }
        }
    }
}
