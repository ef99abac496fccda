internal import PixelKernels
internal import TilePyramid

/// Hands on the pixels of half the size, row of MCUs by row of MCUs.
final class HalfSizeSamples {
    private let samples: HalfSizePlanes
    private let size: PixelSize
    private let asPlanes: Bool
    /// Rows of pixels of half the size that a row of MCUs makes.
    private let rowsOfUnit: Int
    private let pixels: UnsafeMutableRawPointer
    private var next = 0

    /// Pixels of an image of this size when it is halved.
    init(_ transform: HalfSizeTransform, unit: (across: Int, down: Int), size: PixelSize, asPlanes: Bool) {
        samples = HalfSizePlanes(transform)
        self.size = size
        self.asPlanes = asPlanes
        rowsOfUnit = unit.down / 2
        pixels = .allocate(byteCount: 3 * size.width * rowsOfUnit, alignment: 64)
    }

    deinit {
        pixels.deallocate()
    }

    /// Takes the coefficients of the next row of MCUs, and hands on its pixels.
    func add(_ coefficients: UnsafePointer<Float>, to receiver: any ReadyTileReceiver) throws {
        let rows = next..<min(next + rowsOfUnit, size.height)
        next = rows.upperBound
        if rows.isEmpty { return }
        samples.take(coefficients)
        let planes = samples.planes
        func band(_ number: Int, _ rows: Range<Int>) -> PixelBand {
            PixelBand(base: UnsafeRawPointer(planes[number].base), stride: planes[number].stride, rows: rows)
        }
        if asPlanes {
            let colorRows = rows.lowerBound / 2..<(rows.upperBound + 1) / 2
            try receiver.takeHalf(
                PlanarBand(lightness: band(0, rows), blue: band(1, colorRows), red: band(2, colorRows)))
        } else if planes.count == 1 {
            try receiver.takeHalf(band(0, rows))
        } else {
            let stride = 3 * size.width
            for place in 0..<rows.count {
                samples.makeRGB(row: place, count: size.width, into: pixels + place * stride)
            }
            try receiver.takeHalf(PixelBand(base: UnsafeRawPointer(pixels), stride: stride, rows: rows))
        }
    }
}
