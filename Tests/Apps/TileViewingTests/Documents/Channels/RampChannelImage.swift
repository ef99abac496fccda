import ChannelImages
import Concurrency
import TilePyramid

/// An image of channels of 16 bits, 512×512 pixels and half of that: a sample is the column, plus a hundred times the row, the
/// channel's thousands, and more for other sections.
final class RampChannelImage: ChannelImage {
    let description: ChannelImageDescription
    private let readCount = Locked(0)

    /// Creates an image with the names of its channels.
    init(_ names: [String], sections: Int = 1, change: (inout ChannelImageDescription) -> Void = { _ in }) {
        var description = ChannelImageDescription(
            levels: [PixelSize(width: 512, height: 512), PixelSize(width: 256, height: 256)], sampleType: .uint16,
            channels: names.map { ChannelDescription(name: $0) })
        description.sectionCount = sections
        change(&description)
        self.description = description
    }

    /// The number of rectangles that were read since the last call.
    func takeReadCount() -> Int {
        readCount.withLock { count in
            defer { count = 0 }
            return count
        }
    }

    /// The stored sample of a pixel.
    static func sample(_ x: Int, _ y: Int, _ plane: ChannelPlane) -> UInt16 {
        UInt16((x + 100 * y + 1000 * plane.channel + 10_000 * plane.section) & 0xFFFF)
    }

    /// A rendering whose layers are white from a sample on, and black below it.
    static func threshold(_ value: Double, channels: [Int] = [0], color: ChannelColor = .white) -> ChannelRendering {
        // No sample lies on the border.
        let border = value - 0.5
        return ChannelRendering(
            .composite(channels.map { ChannelRendering.Layer(channel: $0, range: border...border, color: color) }))
    }

    func blockSize(ofLevel level: Int) -> PixelSize { PixelSize(width: 128, height: 128) }

    func read(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        readCount.withLock { $0 += 1 }
        var offset = 0
        for y in rect.rows {
            for x in rect.columns {
                let scale = 1 << plane.level
                target.storeBytes(of: Self.sample(x * scale, y * scale, plane), toByteOffset: offset, as: UInt16.self)
                offset += 2
            }
        }
    }
}
