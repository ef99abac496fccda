import ImageSources
import PixelKernels
import TestLimits
import Testing
import TilePyramid

@testable import ImageCodecs

@Suite(.timeLimited) struct `Converting an image to planar YCbCr` {
    private typealias Numbered = `Turning images upright`.Numbered

    private struct Stop: Error {}

    /// The planes of the whole image, converted two rows at a time.
    private static func expected(_ size: PixelSize) -> [[UInt8]] {
        let rows = (0..<size.height).map { y in
            (0..<size.width).flatMap { x in (0..<3).map { Numbered.byte(x, y, $0) } }
        }
        let chromaWidth = (size.width + 1) / 2
        var planes: [[UInt8]] = [[], [], []]
        for y in stride(from: 0, to: size.height, by: 2) {
            let lower = y + 1 < size.height ? y + 1 : y
            var made = [UInt8](repeating: 0, count: 2 * size.width + 2 * chromaWidth)
            made.withUnsafeMutableBytes { made in
                guard let made = made.baseAddress else { return }
                rows[y].withUnsafeBytes { upper in
                    rows[lower].withUnsafeBytes { lower in
                        guard let upper = upper.baseAddress, let lower = lower.baseAddress else { return }
                        RGBToYCbCr420.convertRowsScalar(
                            upper: upper, lower: lower, width: size.width, upperLuma: made,
                            lowerLuma: made + size.width, cb: made + 2 * size.width,
                            cr: made + 2 * size.width + chromaWidth)
                    }
                }
            }
            planes[0] += made.prefix((lower - y + 1) * size.width)
            planes[1] += made.dropFirst(2 * size.width).prefix(chromaWidth)
            planes[2] += made.suffix(chromaWidth)
        }
        return planes
    }

    @Test(arguments: [1, 2, 3, 7, 15, 16, 17, 32, 40])
    func `bands of any height give the same planes, in bands of an even number of rows up to 16`(bandRows: Int) throws {
        for (width, height) in [(1, 1), (2, 1), (1, 2), (3, 3), (5, 16), (16, 17), (33, 34), (41, 47), (100, 48)] {
            let size = PixelSize(width: width, height: height)
            let source = YCbCr420Source(Numbered(size, PixelLayout(.rgb), bandRows: bandRows))
            #expect(source.hasPlanes)
            #expect(source.info.size == size)
            #expect(source.warnings == ["as stored"])
            var planes: [[UInt8]] = [[], [], []]
            var next = 0
            try source.readPlanes { band in
                let rows = band.planes[0].rows
                #expect(rows.lowerBound == next)
                #expect(rows.count <= 16)
                #expect(rows.count.isMultiple(of: 2) || rows.upperBound == height)
                next = rows.upperBound
                for (number, plane) in band.planes.enumerated() {
                    #expect(number == 0 || plane.rows == rows.lowerBound / 2..<(rows.upperBound + 1) / 2)
                    for y in plane.rows {
                        planes[number] += UnsafeRawBufferPointer(
                            start: plane.row(y), count: number == 0 ? width : (width + 1) / 2)
                    }
                }
            }
            #expect(next == height)
            #expect(planes == Self.expected(size), "\(width)×\(height)")
        }
    }

    @Test func `an error of the receiver ends the reading`() throws {
        let size = PixelSize(width: 10, height: 50)
        var bands = 0
        #expect(throws: Stop.self) {
            try YCbCr420Source(Numbered(size, PixelLayout(.rgb), bandRows: 20)).readPlanes { _ in
                bands += 1
                throw Stop()
            }
        }
        #expect(bands == 1)
    }

    @Test func `pixels can still be read instead of planes`() throws {
        let size = PixelSize(width: 3, height: 3)
        var bytes: [UInt8] = []
        try YCbCr420Source(Numbered(size, PixelLayout(.rgb), bandRows: 2)).readBands { band in
            for y in band.rows {
                bytes += UnsafeRawBufferPointer(start: band.row(y), count: 9)
            }
        }
        let expected = (0..<3).flatMap { y in (0..<3).flatMap { x in (0..<3).map { Numbered.byte(x, y, $0) } } }
        #expect(bytes == expected)
    }
}
