import PixelKernels
package import TilePyramid

package import ImageSources

/// The half-scale samples that a passthrough source has delivered, of its pixels or of its planes.
package struct HalfScaleSamples {
    package private(set) var samples: [[UInt8]] = [[], [], []]
    private let width: Int

    /// Samples of an image that has this size at full scale; `bytesPerPixel` is 1 for planes.
    package init(of size: PixelSize, bytesPerPixel: Int) {
        width = size.halved.width * bytesPerPixel
    }

    package mutating func add(_ band: PixelBand) {
        for y in band.rows {
            samples[0] += UnsafeRawBufferPointer(start: band.row(y), count: width)
        }
    }

    package mutating func add(_ band: PlanarBand) {
        for (number, plane) in band.planes.enumerated() {
            let width = number == 0 ? self.width : (self.width + 1) / 2
            for y in plane.rows {
                samples[number] += UnsafeRawBufferPointer(start: plane.row(y), count: width)
            }
        }
    }
}
