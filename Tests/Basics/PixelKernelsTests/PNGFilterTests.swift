import CPixelKernels
import PixelKernels
import TestSupport
import TestLimits
import Testing

@Suite("PNG filters", .timeLimited)
struct PNGFilterTests {
    @Test("subtract the predictor of the specification, for pixels of two bytes", arguments: PNGFilter.allCases)
    func handComputedValues(filter: PNGFilter) {
        let above: [UInt8] = [10, 200, 30, 100, 90, 90]
        let row: [UInt8] = [12, 190, 150, 110, 100, 1]
        let expected: [UInt8] =
            switch filter {
            case .none: [12, 190, 150, 110, 100, 1]
            case .sub: [12, 190, 138, 176, 206, 147]
            case .up: [2, 246, 120, 10, 10, 167]
            case .average: [7, 90, 129, 221, 236, 157]
            // Predicted: above four times, then left (150) and the corner (100).
            case .paeth: [2, 246, 120, 10, 206, 157]
            }
        #expect(apply(filter, row, above: above, bytesPerPixel: 2) == expected)
        #expect(applyScalar(filter, row, above: above, bytesPerPixel: 2) == expected)
    }

    @Test(
        "give the same bytes in vector and plain loops at any width", arguments: PNGFilter.allCases, [1, 2, 3, 4, 6, 8])
    func vectorsEqualPlain(filter: PNGFilter, bytesPerPixel: Int) {
        var random = RandomBytes(seed: UInt64(bytesPerPixel) * 31 + UInt64(filter.rawValue))
        for pixels in Array(1...40) + [255, 256, 257] {
            let count = pixels * bytesPerPixel
            for range in [UInt8(255), 3] {
                // Few different values make ties, on which Paeth's order of preference depends.
                let row = random.next(count, upTo: range)
                let above = random.next(count, upTo: range)
                #expect(
                    apply(filter, row, above: above, bytesPerPixel: bytesPerPixel)
                        == applyScalar(filter, row, above: above, bytesPerPixel: bytesPerPixel),
                    "\(pixels) pixels")
            }
        }
    }

    @Test("agree on Paeth's prediction for all neighbors on a grid of values")
    func paethExhaustively() {
        let values = (0...32).map { UInt8(min($0 * 8, 255)) }
        for left in values {
            for corner in values {
                // Pairs of bytes, so that each second byte has `left` before it and `corner` above that.
                let row: [UInt8] = values.flatMap { _ in [left, 77] }
                let above: [UInt8] = values.flatMap { [corner, $0] }
                #expect(
                    apply(.paeth, row, above: above, bytesPerPixel: 1)
                        == applyScalar(.paeth, row, above: above, bytesPerPixel: 1))
            }
        }
    }

    @Test("are undone by vector and plain loops", arguments: PNGFilter.allCases, [1, 2, 3, 4, 6, 8])
    func removal(filter: PNGFilter, bytesPerPixel: Int) {
        var random = RandomBytes(seed: UInt64(bytesPerPixel) * 37 + UInt64(filter.rawValue))
        for pixels in Array(1...40) + [255, 256, 257] {
            let count = pixels * bytesPerPixel
            for range in [UInt8(255), 3] {
                let row = random.next(count, upTo: range)
                let above = random.next(count, upTo: range)
                let filtered = applyScalar(filter, row, above: above, bytesPerPixel: bytesPerPixel)
                let padding = [UInt8](repeating: 0x5A, count: PNGFilter.padding)
                func portable(
                    _ row: UnsafeMutableRawPointer, above: UnsafeRawPointer, count: Int, bytesPerPixel: Int
                ) {
                    tk_png_unfilter_portable(
                        Int32(filter.rawValue), row.assumingMemoryBound(to: UInt8.self),
                        above.assumingMemoryBound(to: UInt8.self), count, bytesPerPixel)
                }
                let vectors = filter == .none ? [] : [portable]
                for unfilter in [filter.unfilter, filter.unfilterScalar] + vectors {
                    let found = output(count) { target in
                        target.copyMemory(from: filtered, byteCount: count)
                        unfilter(target, above + padding, count, bytesPerPixel)
                    }
                    #expect(found == row, "\(pixels) pixels")
                }
            }
        }
    }

    @Test("measures filtered bytes as signed numbers")
    func sumOfAbsoluteDifferences() {
        #expect(
            PNGFilter.sumOfAbsoluteDifferences([0, 1, 127, 128, 129, 255] as [UInt8], count: 6) == 1 + 127 + 128 + 127
                + 1)
    }

    private func apply(_ filter: PNGFilter, _ row: [UInt8], above: [UInt8], bytesPerPixel: Int) -> [UInt8] {
        output(row.count) {
            filter.apply(to: row, above: above, count: row.count, bytesPerPixel: bytesPerPixel, into: $0)
        }
    }

    private func applyScalar(_ filter: PNGFilter, _ row: [UInt8], above: [UInt8], bytesPerPixel: Int) -> [UInt8] {
        output(row.count) {
            filter.applyScalar(to: row, above: above, count: row.count, bytesPerPixel: bytesPerPixel, into: $0)
        }
    }

    /// Returns `count` written bytes; a write beyond them would change the guard after them.
    private func output(_ count: Int, _ write: (UnsafeMutableRawPointer) -> Void) -> [UInt8] {
        var bytes = [UInt8](repeating: 0xA5, count: count + 16)
        bytes.withUnsafeMutableBytes { buffer in
            if let base = buffer.baseAddress {
                write(base)
            }
        }
        #expect(bytes.suffix(16).allSatisfy { $0 == 0xA5 }, "no byte is written after the row")
        return Array(bytes.prefix(count))
    }
}

/// Returns a fixed sequence of bytes.
struct RandomBytes {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func next(_ count: Int, upTo limit: UInt8) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...limit, using: &random) }
    }
}
