import TestLimits
import Testing

@testable import PixelKernels

@Suite(.timeLimited)
struct BoxDownsamplingPartTests {
    @Test(arguments: [PixelLayout.Channels.gray, .rgb, .rgba], [2, 6, 34])
    func `a part of a row is made as the whole row is`(_ channels: PixelLayout.Channels, _ first: Int) {
        let layout = PixelLayout(channels)
        let bytes = layout.bytesPerPixel
        let rows = (0..<2).map { row in (0..<100 * bytes).map { UInt8(truncatingIfNeeded: $0 &* 29 &+ row &* 91) } }
        var whole = [UInt8](repeating: 0, count: 50 * bytes)
        var part = [UInt8](repeating: 0, count: (100 - first) / 2 * bytes)
        rows[0].withUnsafeBytes { upper in
            rows[1].withUnsafeBytes { lower in
                whole.withUnsafeMutableBytes { whole in
                    part.withUnsafeMutableBytes { part in
                        guard let above = upper.baseAddress, let below = lower.baseAddress,
                            let all = whole.baseAddress, let some = part.baseAddress
                        else { return }
                        BoxDownsampling.makeRow(
                            upper: above, lower: below, width: 100, layout: layout, into: all, outputRow: 7)
                        BoxDownsampling.makeRow(
                            upper: above + first * bytes, lower: below + first * bytes, width: 100 - first,
                            layout: layout, into: some, outputRow: 7, firstColumn: first / 2)
                    }
                }
            }
        }
        #expect(part == Array(whole[(first / 2 * bytes)...]))
    }
}
