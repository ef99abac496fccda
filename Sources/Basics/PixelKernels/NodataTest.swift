/// Finds the pixels whose color samples all have one value, which marks invalid pixels in files.
///
/// The result is a byte for each pixel: 255 if it is valid, 0 if it is not.
package struct NodataTest: Sendable, Hashable {
    /// The samples that have the value.
    package enum Value: Sendable, Hashable {
        /// A sample of 8 bits.
        case eight(UInt8)
        /// A sample of 16 bits.
        case sixteen(UInt16)
        /// A sample of 32 bits.
        case thirtyTwo(UInt32)
        /// A sample of 64 bits.
        case sixtyFour(UInt64)
        /// Floating-point numbers of 32 bits that count as equal; NaN if there is no range.
        case single(ClosedRange<Float>?)
        /// Floating-point numbers of 64 bits that count as equal; NaN if there is no range.
        case double(ClosedRange<Double>?)
    }

    private let value: Value

    /// Prepares the search for samples.
    package init(_ value: Value) {
        self.value = value
    }

    /// Marks a pixel as valid if one of its samples differs from the value; other pixels stay as they are.
    ///
    /// A pixel is invalid if no call has marked it, so the bytes must be 0 before the first call.
    ///
    /// - Parameters:
    ///   - samples: the sample of the first pixel, aligned.
    ///   - step: the samples from one pixel to the next.
    ///   - count: the number of pixels.
    ///   - validity: a byte for each pixel.
    package func mark(
        _ samples: UnsafeRawPointer, step: Int, count: Int, into validity: UnsafeMutablePointer<UInt8>
    ) {
        switch value {
        case .eight(let value): mark(samples, UInt8.self, step, count, validity) { $0 != value }
        case .sixteen(let value): mark(samples, UInt16.self, step, count, validity) { $0 != value }
        case .thirtyTwo(let value): mark(samples, UInt32.self, step, count, validity) { $0 != value }
        case .sixtyFour(let value): mark(samples, UInt64.self, step, count, validity) { $0 != value }
        case .single(let range?):
            let low = range.lowerBound
            let high = range.upperBound
            mark(samples, Float.self, step, count, validity) { !($0 >= low && $0 <= high) }
        case .double(let range?):
            let low = range.lowerBound
            let high = range.upperBound
            mark(samples, Double.self, step, count, validity) { !($0 >= low && $0 <= high) }
        case .single(nil): mark(samples, Float.self, step, count, validity) { $0 == $0 }
        case .double(nil): mark(samples, Double.self, step, count, validity) { $0 == $0 }
        }
    }

    /// Writes the validity of interleaved pixels.
    ///
    /// - Parameters:
    ///   - pixels: the first sample, aligned.
    ///   - samplesPerPixel: the samples from one pixel to the next.
    ///   - colors: the number of color samples, which come first in a pixel.
    ///   - count: the number of pixels.
    ///   - validity: room for a byte for each pixel.
    package func write(
        _ pixels: UnsafeRawPointer, samplesPerPixel: Int, colors: Int, count: Int,
        into validity: UnsafeMutablePointer<UInt8>
    ) {
        if case .eight(let value) = value, colors == 3 {
            return writeRGB(pixels.assumingMemoryBound(to: UInt8.self), value, samplesPerPixel, count, validity)
        }
        Self.write(
            pixels, Array(repeating: self, count: colors), samplesPerPixel: samplesPerPixel, count: count,
            into: validity)
    }

    /// Writes the validity of interleaved pixels whose channels have values of their own.
    ///
    /// - Parameters:
    ///   - pixels: the first sample, aligned.
    ///   - tests: the tests of a pixel's first channels; nil for a channel that is not compared.
    ///   - samplesPerPixel: the samples from one pixel to the next.
    ///   - count: the number of pixels.
    ///   - validity: room for a byte for each pixel.
    package static func write(
        _ pixels: UnsafeRawPointer, _ tests: [NodataTest?], samplesPerPixel: Int, count: Int,
        into validity: UnsafeMutablePointer<UInt8>
    ) {
        if tests.count == 3, let test = tests[0], case .eight(let value) = test.value,
            tests.allSatisfy({ $0 == test })
        {
            return test.writeRGB(pixels.assumingMemoryBound(to: UInt8.self), value, samplesPerPixel, count, validity)
        }
        validity.update(repeating: 0, count: count)
        for (channel, test) in tests.enumerated() {
            guard let test else { continue }
            test.mark(pixels + channel * test.byteCount, step: samplesPerPixel, count: count, into: validity)
        }
    }

    /// The bytes of a sample.
    private var byteCount: Int {
        switch value {
        case .eight: 1
        case .sixteen: 2
        case .thirtyTwo, .single: 4
        case .sixtyFour, .double: 8
        }
    }

    @inline(__always)
    private func mark<Sample: BitwiseCopyable>(
        _ samples: UnsafeRawPointer, _: Sample.Type, _ step: Int, _ count: Int,
        _ validity: UnsafeMutablePointer<UInt8>, _ differs: (Sample) -> Bool
    ) {
        let samples = samples.assumingMemoryBound(to: Sample.self)
        if step == 1 {
            for x in 0..<count { validity[x] |= differs(samples[x]) ? 255 : 0 }
        } else {
            for x in 0..<count { validity[x] |= differs(samples[x &* step]) ? 255 : 0 }
        }
    }

    private func writeRGB(
        _ pixels: UnsafePointer<UInt8>, _ value: UInt8, _ step: Int, _ count: Int,
        _ validity: UnsafeMutablePointer<UInt8>
    ) {
        var pixel = pixels
        for x in 0..<count {
            validity[x] = (pixel[0] ^ value) | (pixel[1] ^ value) | (pixel[2] ^ value) == 0 ? 0 : 255
            pixel += step
        }
    }
}
