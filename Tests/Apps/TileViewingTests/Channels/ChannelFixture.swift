import ChannelImages
import Concurrency
import TilePyramid

@testable import TileViewing

/// Descriptions and statistics of channels for tests.
enum ChannelFixture {
    /// An image of channels with names.
    static func description(
        _ names: [String?] = ["DAPI", "FITC", "Cy5"], type: SampleType = .uint16, sections: Int = 1, times: Int = 1
    ) -> ChannelImageDescription {
        var description = ChannelImageDescription(
            levels: [PixelSize(width: 64, height: 64)], sampleType: type,
            channels: names.map { ChannelDescription(name: $0) })
        description.sectionCount = sections
        description.timeCount = times
        return description
    }

    /// The sum of channels in blue, green and red, of the same range.
    static func composite(_ channels: [Int], range: ClosedRange<Double> = 0...255) -> ChannelRendering {
        let colors: [ChannelColor] = [.blue, .green, .red]
        return ChannelRendering(
            .composite(
                channels.map { ChannelRendering.Layer(channel: $0, range: range, color: colors[$0 % colors.count]) }))
    }

    /// The choice of an image whose first channels are added.
    static func mix(
        _ names: [String?] = ["DAPI", "FITC", "Cy5"], type: SampleType = .uint16, sections: Int = 1, times: Int = 1,
        shown: [Int] = [0, 1], range: ClosedRange<Double> = 0...255
    ) -> ChannelMix {
        ChannelMix(
            description(names, type: type, sections: sections, times: times), automatic: composite(shown, range: range))
    }

    /// Statistics of whole numbers, each once.
    static func statistics(_ values: ClosedRange<Int>) -> SampledStatistics {
        SampledStatistics(values: values.map { Double($0) })
    }
}

/// An image whose samples are the sums of column, row, and 10 times the channel, the section and the time; it counts readings.
final class CountedChannelImage: ChannelImage {
    let description: ChannelImageDescription
    private let readings = Locked(0)

    init(_ description: ChannelImageDescription) {
        self.description = description
    }

    /// The number of rectangles that were read.
    var readingCount: Int { readings.withLock(\.self) }

    func blockSize(ofLevel level: Int) -> PixelSize { description.levels[level] }

    func read(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        readings.withLock { $0 += 1 }
        let start = 10 * (plane.channel + plane.section + plane.time)
        for y in rect.rows {
            for x in rect.columns {
                let index = (y - rect.y) * rect.size.width + x - rect.x
                let value = min(start + x + y, 255)
                if description.sampleType == .uint8 {
                    target.storeBytes(of: UInt8(value), toByteOffset: index, as: UInt8.self)
                } else {
                    target.storeBytes(of: UInt16(value), toByteOffset: 2 * index, as: UInt16.self)
                }
            }
        }
    }
}
