import ImageSources
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import JPEGLossless

/// Parts of JPEGs, which have the samples that libjpeg gives the whole image.
@Suite(.timeLimited) struct JPEGSampleDecoderTests {
    private static let size = PixelSize(width: 70, height: 41)
    /// The bytes in the memory before an image is decoded into it.
    private static let untouched: UInt8 = 0x5A

    /// Chroma that libjpeg decodes at another scale than luma, and interpolates all the same.
    private static let storages =
        Libjpeg.Storage.all + [Libjpeg.Storage(name: "4:1:0", sampling: [(4, 2), (1, 1), (1, 1)])]

    /// Starts and extents along an axis: at both ends, beside the boundaries of blocks, and in the middle.
    private static func ranges(_ length: Int) -> [Range<Int>] {
        let starts = [0, 1, 7, 8, 15, 16, 17, 23, 30, 32, 33, 40, length - 1].filter { $0 < length }
        return starts.flatMap { start in
            [1, 2, 8, 15, 17, 33, length].map { start..<min(length, start + $0) }
        }
    }

    @Test(arguments: storages, DecodeScale.allCases)
    func `a part has the samples of the whole, wherever it lies`(
        _ storage: Libjpeg.Storage, _ scale: DecodeScale
    ) throws {
        let decoder = try JPEGSampleDecoder()
        let file = Libjpeg.encode(width: Self.size.width, height: Self.size.height, as: storage)
        let size = scale.size(of: Self.size)
        let channels = storage.sampling.count
        let stride = size.width * channels
        let expected = Libjpeg.samples(of: file, denominator: UInt32(scale.rawValue), interpolatesChroma: true).samples
        let columns = Self.ranges(size.width)
        for (index, rows) in Self.ranges(size.height).enumerated() {
            // Every range of rows with some of those of columns, so that all pairs of positions come up.
            for columns in columns.indices.filter({ ($0 + index).isMultiple(of: 5) }).map({ columns[$0] }) {
                let part = PixelRect(
                    x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
                var samples = [UInt8](repeating: Self.untouched, count: stride * size.height)
                try samples.withUnsafeMutableBytes { memory in
                    let base = try #require(memory.baseAddress)
                    try decoder.decode(
                        part, of: file, size: Self.size, scale: scale, into: (base: base, stride: stride))
                }
                let isRight = (0..<size.height).allSatisfy { y in
                    guard rows.contains(y) else {
                        return samples[y * stride..<(y + 1) * stride].allSatisfy { $0 == Self.untouched }
                    }
                    let range = y * stride + part.x * channels..<y * stride + columns.upperBound * channels
                    return samples[range] == expected[range]
                }
                #expect(isRight, "\(part)")
            }
        }
    }

    /// libjpeg keeps pointers to what the former image had, and follows some of them.
    @Test(arguments: storages, DecodeScale.allCases)
    func `an image and a part may follow each other in any order`(
        _ storage: Libjpeg.Storage, _ scale: DecodeScale
    ) throws {
        let decoder = try JPEGSampleDecoder()
        let file = Libjpeg.encode(width: Self.size.width, height: Self.size.height, as: storage)
        let size = scale.size(of: Self.size)
        let stride = size.width * storage.sampling.count
        let part = PixelRect(x: 0, y: 3, width: size.width, height: 2)
        func expect(
            rows: Range<Int>, interpolates: Bool, _ decode: (JPEGSampleDecoder.SampleBuffer) throws -> Void
        ) throws {
            let expected = Libjpeg.samples(
                of: file, denominator: UInt32(scale.rawValue), interpolatesChroma: interpolates
            ).samples
            var samples = [UInt8](repeating: Self.untouched, count: stride * size.height)
            try samples.withUnsafeMutableBytes { memory in
                try decode((base: #require(memory.baseAddress), stride: stride))
            }
            let range = rows.lowerBound * stride..<rows.upperBound * stride
            #expect(samples[range] == expected[range])
        }
        for interpolates in [false, true, false] {
            try expect(rows: 0..<size.height, interpolates: interpolates) {
                try decoder.decode(
                    file, size: Self.size, scale: scale, usesFancyUpsampling: interpolates, into: $0)
            }
            try expect(rows: part.y..<part.y + 2, interpolates: true) {
                try decoder.decode(part, of: file, size: Self.size, scale: scale, into: $0)
            }
        }
    }

    @Test(arguments: [
        PixelRect(x: 0, y: 0, width: 71, height: 41), PixelRect(x: 70, y: 0, width: 1, height: 1),
        PixelRect(x: 0, y: 40, width: 1, height: 2), PixelRect(x: 0, y: 0, width: 0, height: 1),
        PixelRect(x: 0, y: 0, width: 1, height: 0),
    ])
    func `a part that is not within the image is an error`(_ part: PixelRect) throws {
        let decoder = try JPEGSampleDecoder()
        let file = Libjpeg.encode(width: 70, height: 41, as: Libjpeg.Storage.all[4])
        var samples = [UInt8](repeating: Self.untouched, count: 70 * 41 * 3)
        try samples.withUnsafeMutableBytes { memory in
            let base = try #require(memory.baseAddress)
            #expect(throws: JPEGSampleDecoder.Failure.self) {
                try decoder.decode(
                    part, of: file, size: Self.size, scale: .full, into: (base: base, stride: 210))
            }
        }
        #expect(samples.allSatisfy { $0 == Self.untouched })
    }
}
