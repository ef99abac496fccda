import TestLimits
import Testing

@testable import PixelKernels

@Suite(.timeLimited) struct CoverageRowsTests {
    private let all = (0...255).map { UInt8($0) }

    private func product(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: first.count) { target, count in
            first.withUnsafeBufferPointer { first in
                second.withUnsafeBufferPointer { second in
                    guard let a = first.baseAddress, let b = second.baseAddress, let c = target.baseAddress else {
                        return
                    }
                    CoverageRows.multiply(a, b, count: first.count, into: c)
                    count = first.count
                }
            }
        }
    }

    @Test func `each product of two coverages is rounded to nearest`() {
        for factor in all {
            let expected = all.map { UInt8((Int($0) * Int(factor) + 127) / 255) }
            #expect(product(all, [UInt8](repeating: factor, count: 256)) == expected)
            var scaled = all
            scaled.withUnsafeMutableBufferPointer { row in
                if let base = row.baseAddress { CoverageRows.multiply(base, by: factor, count: row.count) }
            }
            #expect(scaled == expected)
        }
    }

    @Test func `rows of any small length are multiplied as a whole`() {
        for count in 0...40 {
            let row = [UInt8](repeating: 128, count: count)
            #expect(product(row, row) == [UInt8](repeating: 64, count: count))
        }
    }

    @Test func `alpha is the highest byte of a pixel`() {
        let pixels: [UInt32] = [0, 0x0102_0304, 0x7F00_0000, 0xFFFF_FFFF]
        var alpha = [UInt8](repeating: 9, count: 4)
        pixels.withUnsafeBufferPointer { pixels in
            alpha.withUnsafeMutableBufferPointer { alpha in
                guard let source = pixels.baseAddress, let target = alpha.baseAddress else { return }
                CoverageRows.copyAlpha(of: source, count: 4, into: target)
            }
        }
        #expect(alpha == [0, 1, 0x7F, 0xFF])
    }
}
