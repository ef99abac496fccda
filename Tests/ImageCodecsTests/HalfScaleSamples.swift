import PixelKernels
import TilePyramid

@testable import ImageCodecs

/// The half-scale samples that a passthrough source has delivered: interleaved, or in planes.
struct HalfScaleSamples {
    private(set) var samples: [[UInt8]] = [[], [], []]
    private let width: Int

    /// Expects samples of half an image of this size; `bytesPerPixel` is 1 for planes.
    init(of size: PixelSize, bytesPerPixel: Int) {
        width = size.halved.width * bytesPerPixel
    }

    mutating func add(_ band: PixelBand) {
        for y in band.rows {
            samples[0] += UnsafeRawBufferPointer(start: band.row(y), count: width)
        }
    }

    mutating func add(_ band: PlanarBand) {
        for (number, plane) in band.planes.enumerated() {
            let width = number == 0 ? self.width : (self.width + 1) / 2
            for y in plane.rows {
                samples[number] += UnsafeRawBufferPointer(start: plane.row(y), count: width)
            }
        }
    }
}
