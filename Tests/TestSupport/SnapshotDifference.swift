import LayerTree
internal import TilePyramid
public import VectorDrawing

/// The difference between two images of one size.
public struct SnapshotDifference: Sendable {
    /// The greatest difference of a sample for each pixel.
    private let differences: [Int]
    private let first: PixelBuffer

    /// Compares all pixels of two images of one size.
    public init(_ first: PixelBuffer, _ second: PixelBuffer) {
        precondition(first.size == second.size, "compared images have the same size")
        self.first = first
        differences = first.withPixels { first in
            second.withPixels { second in
                zip(first, second).map { a, b in
                    [0, 8, 16, 24].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
                }
            }
        }
    }

    /// The maximum difference of a sample; 0 if both images are equal.
    public var greatest: Int { differences.max() ?? 0 }

    /// The first pixel with the maximum difference.
    public var worstPixel: (column: Int, row: Int) {
        let index = differences.firstIndex(of: greatest) ?? 0
        return (index % first.size.width, index / first.size.width)
    }

    /// Returns the number of pixels that differ by more than `tolerance`.
    public func pixels(beyond tolerance: Int) -> Int { differences.count { $0 > tolerance } }

    /// The differences as shades of gray: black for none; a difference of 1 is visible.
    public var visualization: PixelBuffer {
        PixelBuffer(size: first.size, isOpaque: true) { pixels in
            for (index, difference) in differences.enumerated() {
                let gray = difference == 0 ? 0 : UInt32(min(255, 63 + difference))
                pixels[index] = 0xFF00_0000 | gray * 0x01_0101
            }
        }
    }
}
