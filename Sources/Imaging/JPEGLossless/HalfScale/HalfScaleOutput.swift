internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Computes the half-scale pixels of MCU rows and delivers them to a receiver.
final class HalfScaleOutput {
    private let samples: HalfScalePlanes
    private let size: PixelSize
    private let asPlanes: Bool
    /// Rows of half-scale pixels in an MCU row.
    private let halfScaleMCUHeight: Int
    private var pixels = ScratchBuffer()
    private var next = 0

    /// Creates an output for an image that has `size` at half scale.
    ///
    /// - Throws: `OutOfMemory` when the system refuses the memory of an MCU row.
    init(_ transform: HalfScaleIDCT, mcuSize: PixelSize, size: PixelSize, asPlanes: Bool) throws(OutOfMemory) {
        samples = try HalfScalePlanes(transform)
        self.size = size
        self.asPlanes = asPlanes
        halfScaleMCUHeight = mcuSize.height / 2
    }

    /// Delivers the pixels of the next MCU row.
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
            let base = try pixels.reserve(stride * rows.count)
            for row in 0..<rows.count {
                samples.makeRGB(row: row, count: size.width, into: base + row * stride)
            }
            try receiver.receiveHalfScale(PixelBand(base: UnsafeRawPointer(base), stride: stride, rows: rows))
        }
    }
}
