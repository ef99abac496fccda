internal import ImageSources
internal import PixelKernels

/// The half-scale samples of an MCU row, by component.
final class HalfScalePlanes {
    /// Each component's samples: the first byte, and the bytes from one row to the next.
    let planes: [(base: UnsafeMutablePointer<UInt8>, stride: Int)]
    private let transform: HalfScaleIDCT
    private let memory: UnsafeMutablePointer<UInt8>

    /// Allocates the memory of an MCU row.
    ///
    /// - Throws: `OutOfMemory` when the system refuses it.
    init(_ transform: HalfScaleIDCT) throws(OutOfMemory) {
        self.transform = transform
        let strides = transform.componentLayouts.map { $0.blocksPerRow * $0.columns }
        let lengths = zip(strides, transform.componentLayouts).map { $0 * $1.blockRows * $1.rows }
        memory = try HeapMemory.allocate(lengths.reduce(0, +), of: UInt8.self)
        memory.initialize(repeating: 0, count: lengths.reduce(0, +))
        var planes: [(base: UnsafeMutablePointer<UInt8>, stride: Int)] = []
        var base = memory
        for (stride, length) in zip(strides, lengths) {
            planes.append((base, stride))
            base += length
        }
        self.planes = planes
    }

    deinit { HeapMemory.free(memory) }

    /// Computes the samples of the next MCU row.
    func makeSamples(_ coefficients: UnsafePointer<Float>) {
        for (number, plane) in planes.enumerated() {
            transform.makeSamples(of: number, coefficients, into: plane.base, stride: plane.stride)
        }
    }

    /// Converts a row of three components of the same size, Y, Cb and Cr, to RGB.
    func makeRGB(row: Int, count: Int, into output: UnsafeMutableRawPointer) {
        let sources = planes.map { UnsafePointer($0.base + row * $0.stride) }
        YCbCr.makeRGB(
            sources[0], sources[1], sources[2], count: count, into: output.assumingMemoryBound(to: UInt8.self))
    }
}
