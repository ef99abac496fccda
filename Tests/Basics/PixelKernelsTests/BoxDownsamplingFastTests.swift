import TestSupport
import TestLimits
import Testing

@testable import PixelKernels

/// The fast loops compared with the plain one, at the edges of memory.
@Suite(.timeLimited) struct BoxDownsamplingFastTests {
    static let layouts: [PixelLayout] = [
        PixelLayout(.gray), PixelLayout(.grayAlpha), PixelLayout(.rgb), PixelLayout(.rgba),
        PixelLayout(.gray, .sixteen), PixelLayout(.grayAlpha, .sixteen), PixelLayout(.rgb, .sixteen),
        PixelLayout(.rgba, .sixteen),
    ]

    /// Two finer rows at some offset in memory of exactly their size, with other bytes before and after them.
    struct Rows {
        static let canary: UInt8 = 0xA5
        let layout: PixelLayout
        let width: Int
        private let bytes: [UInt8]
        private let offset: Int

        init(width: Int, layout: PixelLayout, shift: Int) {
            var random = SeededRandom(seed: UInt64(width * 8 + shift))
            self.width = width
            self.layout = layout
            offset = shift * layout.depth.rawValue / 8
            bytes = (0..<(offset + 2 * width * layout.bytesPerPixel)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
        }

        /// The halved row with 16 bytes before and after it.
        func halved(
            isLast: Bool, outputRow: Int,
            by kernel: (UnsafeRawPointer, UnsafeRawPointer?, Int, PixelLayout, UnsafeMutableRawPointer, Int) -> Void
        ) throws -> [UInt8] {
            let byteCount = (width + 1) / 2 * layout.bytesPerPixel
            var output = [UInt8](repeating: Self.canary, count: 16 + byteCount + 16)
            // A copy of exactly these bytes, so that Address Sanitizer reports a read beyond them.
            let input = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
            defer { input.deallocate() }
            input.copyBytes(from: bytes)
            let upper = UnsafeRawPointer(try #require(input.baseAddress)) + offset
            try output.withUnsafeMutableBytes { output in
                let target = try #require(output.baseAddress) + 16
                kernel(
                    upper, isLast ? nil : upper + width * layout.bytesPerPixel, width, layout, target, outputRow)
            }
            #expect(output.prefix(16).allSatisfy { $0 == Self.canary })
            #expect(output.suffix(16).allSatisfy { $0 == Self.canary })
            return output
        }
    }

    @Test(arguments: layouts)
    func `the fast loops give the same bytes as the plain loop, and write no others`(layout: PixelLayout) throws {
        for width in 1...70 {
            for shift in [0, 1, 3] {
                let rows = Rows(width: width, layout: layout, shift: shift)
                for isLast in [false, true] {
                    for outputRow in 0...1 {
                        let fast = try rows.halved(isLast: isLast, outputRow: outputRow) {
                            BoxDownsampling.makeRow(
                                upper: $0, lower: $1, width: $2, layout: $3, into: $4, outputRow: $5)
                        }
                        let plain = try rows.halved(isLast: isLast, outputRow: outputRow) {
                            BoxDownsampling.makeRowScalar(
                                upper: $0, lower: $1, width: $2, layout: $3, into: $4, outputRow: $5)
                        }
                        #expect(fast == plain, "width \(width), shift \(shift), last \(isLast), row \(outputRow)")
                    }
                }
            }
        }
    }

    @Test func `the loop for processors without byte shuffles gives the same bytes as the plain loop`() throws {
        let layout = PixelLayout(.rgb)
        for width in 1...90 {
            let rows = Rows(width: width, layout: layout, shift: 1)
            for outputRow in 0...1 {
                let actual = try rows.halved(isLast: false, outputRow: outputRow) {
                    upper, lower, width, layout, output, row in
                    guard let lower else { return }
                    let done = BoxDownsampling.downsampleRGB(
                        upper, lower, width / 2, output, BoxDownsampling.phase(column: 0, row: row))
                    #expect(done == width / 16 * 8)
                    BoxDownsampling.makeRowScalar(
                        upper: upper + 6 * done, lower: lower + 6 * done, width: width - 2 * done, layout: layout,
                        into: output + 3 * done, outputRow: row, firstColumn: done)
                }
                let plain = try rows.halved(isLast: false, outputRow: outputRow) {
                    BoxDownsampling.makeRowScalar(upper: $0, lower: $1, width: $2, layout: $3, into: $4, outputRow: $5)
                }
                #expect(actual == plain, "width \(width), row \(outputRow)")
            }
        }
    }
}
