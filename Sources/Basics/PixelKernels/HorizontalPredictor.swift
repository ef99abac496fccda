internal import CPixelKernels

/// TIFF's predictor 2: each sample of a row less the one of the pixel to its left (TIFF 6.0, section 14).
///
/// With samples of 8 bits it equals PNG's filter ``PNGFilter/sub``, which does the work.
package enum HorizontalPredictor {
    /// Writes the differences of a row to `output`.
    ///
    /// - Parameters:
    ///   - row: whole pixels, their samples in the machine's byte order; any alignment.
    ///   - width: the number of pixels; at least 1.
    ///   - layout: the layout of the pixels.
    ///   - output: room for as many bytes, apart from `row`.
    package static func apply(
        to row: UnsafeRawPointer, width: Int, layout: PixelLayout, into output: UnsafeMutableRawPointer
    ) {
        let step = layout.channels.rawValue
        subtract(row, bits: layout.depth.rawValue, count: width * step, step: step, into: output)
    }

    /// Writes the differences of each sample of a row and the sample `step` samples before it.
    ///
    /// - Parameters:
    ///   - row: `count` samples in the machine's byte order; any alignment.
    ///   - bits: the bits of a sample: 8, 16, 32 or 64.
    ///   - count: the number of samples, a multiple of `step`.
    ///   - step: the samples of a pixel; at least 1.
    ///   - output: room for as many samples, apart from `row`.
    package static func subtract(
        _ row: UnsafeRawPointer, bits: Int, count: Int, step: Int, into output: UnsafeMutableRawPointer
    ) {
        switch bits {
        case 8:
            // The row above is not used by this filter.
            PNGFilter.sub.apply(to: row, above: row, count: count, bytesPerPixel: step, into: output)
        case 16: subtract(row, of: UInt16.self, count, step, into: output)
        case 32: subtract(row, of: UInt32.self, count, step, into: output)
        case 64: subtract(row, of: UInt64.self, count, step, into: output)
        default: preconditionFailure("samples have 8, 16, 32 or 64 bits")
        }
    }

    private static func subtract<Sample: FixedWidthInteger & BitwiseCopyable>(
        _ row: UnsafeRawPointer, of type: Sample.Type, _ count: Int, _ step: Int,
        into output: UnsafeMutableRawPointer
    ) {
        let size = MemoryLayout<Sample>.size
        output.copyMemory(from: row, byteCount: min(step, count) &* size)
        var index = step
        while index < count {
            let sample = row.loadUnaligned(fromByteOffset: index &* size, as: Sample.self)
            let left = row.loadUnaligned(fromByteOffset: (index &- step) &* size, as: Sample.self)
            output.storeBytes(of: sample &- left, toByteOffset: index &* size, as: Sample.self)
            index &+= 1
        }
    }

    /// Replaces the differences of a row by its samples.
    ///
    /// - Parameters:
    ///   - row: the output of ``apply(to:width:layout:into:)``.
    ///   - width: the number of pixels; at least 1.
    ///   - layout: the layout of the pixels.
    package static func remove(from row: UnsafeMutableRawPointer, width: Int, layout: PixelLayout) {
        let step = layout.channels.rawValue
        accumulate(row, bits: layout.depth.rawValue, count: width * step, step: step)
    }

    /// Adds to each sample of a row the sample `step` samples before it.
    ///
    /// - Parameters:
    ///   - row: `count` samples in the machine's byte order; any alignment.
    ///   - bits: the bits of a sample: 8, 16, 32 or 64.
    ///   - count: the number of samples.
    ///   - step: the samples of a pixel; at least 1.
    package static func accumulate(_ row: UnsafeMutableRawPointer, bits: Int, count: Int, step: Int) {
        precondition(step > 0, "a pixel has samples")
        switch bits {
        case 8:
            let made = tk_accumulate_bytes(row.assumingMemoryBound(to: UInt8.self), count, step)
            guard made > 0 else { return accumulate(row, of: UInt8.self, count, step) }
            for index in made..<count {
                let left = row.load(fromByteOffset: index - step, as: UInt8.self)
                let sum = row.load(fromByteOffset: index, as: UInt8.self) &+ left
                row.storeBytes(of: sum, toByteOffset: index, as: UInt8.self)
            }
        case 16: accumulate(row, of: UInt16.self, count, step)
        case 32: accumulate(row, of: UInt32.self, count, step)
        case 64: accumulate(row, of: UInt64.self, count, step)
        default: preconditionFailure("samples have 8, 16, 32 or 64 bits")
        }
    }

    /// The usual numbers of samples have loops that keep the sums in registers.
    private static func accumulate<Sample: FixedWidthInteger & BitwiseCopyable>(
        _ row: UnsafeMutableRawPointer, of type: Sample.Type, _ count: Int, _ step: Int
    ) {
        let size = MemoryLayout<Sample>.size
        @inline(__always) func add(_ index: Int, to sum: inout Sample) {
            sum &+= row.loadUnaligned(fromByteOffset: index &* size, as: Sample.self)
            row.storeBytes(of: sum, toByteOffset: index &* size, as: Sample.self)
        }
        var first = Sample.zero
        var second = Sample.zero
        var third = Sample.zero
        var fourth = Sample.zero
        var index = 0
        switch step {
        case 1:
            while index < count {
                add(index, to: &first)
                index &+= 1
            }
        case 3:
            while index &+ 2 < count {
                add(index, to: &first)
                add(index &+ 1, to: &second)
                add(index &+ 2, to: &third)
                index &+= 3
            }
        case 4:
            while index &+ 3 < count {
                add(index, to: &first)
                add(index &+ 1, to: &second)
                add(index &+ 2, to: &third)
                add(index &+ 3, to: &fourth)
                index &+= 4
            }
        default:
            index = step
            while index < count {
                var sum = row.loadUnaligned(fromByteOffset: (index &- step) &* size, as: Sample.self)
                add(index, to: &sum)
                index &+= 1
            }
        }
    }
}
