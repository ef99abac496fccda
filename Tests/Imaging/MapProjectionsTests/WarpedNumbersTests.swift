import Georeferencing
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import MapProjections

/// Colors that are the bytes of numbers, over pixels that lie straight.
@Suite(.timeLimited) struct WarpedNumbersTests {
    private let size = PixelSize(width: 40, height: 30)

    /// The number of a pixel: a plane that crosses the bounds of bytes.
    private func number(_ x: Double, _ y: Double) -> Double { 60_000 + 3001 * x + 130 * y }

    @Test(arguments: [PixelLayout(.rgb), PixelLayout(.rgba)], [0.6, 1.0, 2.0])
    func `a plane of numbers stays a plane`(layout: PixelLayout, scale: Double) throws {
        let step = layout.bytesPerPixel
        var source: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                let number = UInt32(number(Double(x), Double(y)))
                source += [number >> 16, number >> 8, number].map { UInt8(truncatingIfNeeded: $0) }
                if step > 3 { source.append(255) }
            }
        }
        let corner = 4.0
        let side = 12
        let mapping = try PixelMapping(
            from: Geotransform(origin: (corner, corner), column: (scale, 0), row: (0, scale)),
            to: Geotransform(origin: (0, 0), column: (1, 0), row: (0, 1)), by: nil)
        let rect = PixelRect(x: 0, y: 0, width: side, height: side)
        let block = try #require(BlockMapping(rect, source: size, mapping: mapping))
        let kernel = WarpKernel(layout: layout, source: size, holdsNumbers: true)
        var output = [UInt8](repeating: 0, count: side * side * step)
        source.withUnsafeBytes { pixels in
            output.withUnsafeMutableBytes { target in
                guard let base = pixels.baseAddress, let first = target.baseAddress else { return }
                kernel.render(
                    block, part: rect,
                    from: PixelWindow(
                        base: base, stride: size.width * step,
                        rect: PixelRect(x: 0, y: 0, width: size.width, height: size.height)),
                    into: first, stride: side * step)
            }
        }
        for y in 0..<side {
            for x in 0..<side {
                let pixel = output[(y * side + x) * step..<(y * side + x + 1) * step]
                let found = pixel.prefix(3).reduce(0) { $0 << 8 | Int($1) }
                let expected = number(
                    corner + (Double(x) + 0.5) * scale - 0.5, corner + (Double(y) + 0.5) * scale - 0.5)
                #expect(abs(Double(found) - expected) < 1, "\(x), \(y)")
                if step > 3 { #expect(pixel.last == 255) }
            }
        }
    }
}
