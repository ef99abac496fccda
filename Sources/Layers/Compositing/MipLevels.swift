internal import LayerTree
internal import PixelKernels
internal import TilePyramid
package import VectorDrawing

/// The mipmap of a part of an image: each level is half the size of the previous one, down to one pixel.
///
/// Only pixels of the part count, so an image in an atlas does not mix with its neighbors. It takes about a third of
/// the part's memory.
package struct MipLevels: Sendable {
    /// The levels from half size on; empty for a single pixel.
    package let halved: [PixelBuffer]

    /// The bytes of the levels.
    var byteCount: Int { halved.reduce(0) { $0 + $1.byteCount } }

    /// Creates the mipmap by repeated halving.
    init(_ buffer: PixelBuffer, part: PixelRect) {
        var levels: [PixelBuffer] = []
        var last = buffer
        var lastPart = part
        while lastPart.size.area > 1 {
            last = Self.half(of: last, part: lastPart)
            lastPart = PixelRect(last.size)
            levels.append(last)
        }
        halved = levels
    }

    private static func half(of buffer: PixelBuffer, part: PixelRect) -> PixelBuffer {
        let size = part.size.halved
        return PixelBuffer(size: size) { target in
            buffer.withPixels { pixels in
                guard let from = pixels.baseAddress, let to = target.baseAddress else { return }
                func row(_ y: Int) -> UnsafePointer<UInt32> {
                    from + ((part.y + min(y, part.size.height - 1)) * buffer.size.width + part.x)
                }
                for y in 0..<size.height {
                    PremultipliedBoxDownsampling.makeRow(
                        upper: row(2 * y), lower: row(2 * y + 1), width: part.size.width, into: to + y * size.width)
                }
            }
        }
    }
}
