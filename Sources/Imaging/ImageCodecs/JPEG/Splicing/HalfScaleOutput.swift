internal import PixelKernels
internal import TilePyramid

/// Hands on the pixels of half the size, row of MCUs by row of MCUs.
final class HalfScaleOutput {
    private let samples: HalfScalePlanes
    private let size: PixelSize
    private let asPlanes: Bool
    /// Rows of pixels of half the size that a row of MCUs makes.
    private let halfScaleMCUHeight: Int
    private let pixels: UnsafeMutableRawPointer
    private var next = 0

    /// Pixels of an image of this size when it is halved.
    init(_ transform: HalfScaleIDCT, mcuSize: (across: Int, down: Int), size: PixelSize, asPlanes: Bool) {
        samples = HalfScalePlanes(transform)
        self.size = size
        self.asPlanes = asPlanes
        halfScaleMCUHeight = mcuSize.down / 2
        pixels = .allocate(byteCount: 3 * size.width * halfScaleMCUHeight, alignment: 64)
    }

    deinit {
        pixels.deallocate()
    }

    /// Takes the coefficients of the next row of MCUs, and hands on its pixels.
    func add(_ coefficients: UnsafePointer<Float>, to receiver: any PassthroughReceiver) throws {
        let rows = next..<min(next + halfScaleMCUHeight, size.height)
        next = rows.upperBound
        if rows.isEmpty { return }
        samples.makeSamples(coefficients)
        let planes = samples.planes
        func band(_ number: Int, _ rows: Range<Int>) -> PixelBand {
            PixelBand(base: UnsafeRawPointer(planes[number].base), stride: planes[number].stride, rows: rows)
        }
        if asPlanes {
            let chromaRows = rows.lowerBound / 2..<(rows.upperBound + 1) / 2
            try receiver.receiveHalfScale(
                PlanarBand(luma: band(0, rows), cb: band(1, chromaRows), cr: band(2, chromaRows)))
        } else if planes.count == 1 {
            try receiver.receiveHalfScale(band(0, rows))
        } else {
            let stride = 3 * size.width
            for row in 0..<rows.count {
                samples.makeRGB(row: row, count: size.width, into: pixels + row * stride)
            }
            try receiver.receiveHalfScale(PixelBand(base: UnsafeRawPointer(pixels), stride: stride, rows: rows))
        }
    }
}
