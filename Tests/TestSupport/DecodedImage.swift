internal import PixelKernels
internal import Testing
internal import TilePyramid

package import ImageSources

/// A whole image from a source.
package struct DecodedImage {
    package let info: ImageInfo
    package let warnings: [String]
    /// All samples, row by row.
    package let samples: [Int]

    /// Reads a source to its end, and checks that every row came once and in order.
    package init(_ source: any ImageSource) throws {
        info = source.info
        let size = info.size
        let layout = info.layout
        var samples: [Int] = []
        var next = 0
        try source.readBands { band in
            #expect(band.rows.lowerBound == next)
            #expect(band.stride >= size.width * layout.bytesPerPixel)
            next = band.rows.upperBound
            for y in band.rows {
                let row = band.row(y)
                for index in 0..<(size.width * layout.channels.rawValue) {
                    samples.append(
                        layout.depth == .eight
                            ? Int(row.load(fromByteOffset: index, as: UInt8.self))
                            : Int(row.load(fromByteOffset: index * 2, as: UInt16.self)))
                }
            }
        }
        #expect(next == size.height)
        self.samples = samples
        warnings = source.warnings
    }

    /// The samples of a pixel.
    package func pixel(_ x: Int, _ y: Int) -> [Int] {
        let count = info.layout.channels.rawValue
        let start = (y * info.size.width + x) * count
        return Array(samples[start..<(start + count)])
    }

    /// The samples at the centers of the four quarters, row by row.
    package var quarters: [[Int]] {
        let width = info.size.width
        let height = info.size.height
        return [(1, 1), (3, 1), (1, 3), (3, 3)].map { pixel(width * $0.0 / 4, height * $0.1 / 4) }
    }

    /// The largest difference from the samples of a reference, a function of pixel and channel.
    package func difference(_ sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int) -> Int {
        let count = info.layout.channels.rawValue
        return samples.indices.map { index in
            let pixel = index / count
            return abs(samples[index] - sample(pixel % info.size.width, pixel / info.size.width, index % count))
        }.max() ?? 0
    }
}

/// The largest difference between samples; `Int.max` when their numbers differ.
package func difference(_ first: [[Int]], _ second: [[Int]]) -> Int {
    guard first.map(\.count) == second.map(\.count) else { return .max }
    return zip(first.joined(), second.joined()).map { abs($0 - $1) }.max() ?? 0
}
