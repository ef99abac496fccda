import ChannelImages
import ImageMetadata
import TilePyramid

/// An image of any claimed size whose samples are all the same byte.
final class ClaimedImage: ChannelImage {
    let description: ChannelImageDescription
    private let block: PixelSize
    private let damagedRow: Int?

    init(
        _ width: Int, _ height: Int, _ type: SampleType = .uint8, channels: Int = 1, sections: Int = 1, times: Int = 1,
        block: PixelSize = PixelSize(width: 16, height: 16), damagedRow: Int? = nil
    ) {
        var description = ChannelImageDescription(
            levels: [PixelSize(width: width, height: height)], sampleType: type,
            channels: (0..<channels).map { ChannelDescription(name: "channel \($0)") })
        description.sectionCount = sections
        description.timeCount = times
        self.description = description
        self.block = block
        self.damagedRow = damagedRow
    }

    func blockSize(ofLevel level: Int) -> PixelSize { block }

    func read(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        if let damagedRow, rect.rows.contains(damagedRow), plane.channel == 0 {
            throw CodecError(.damaged, file: "image/\(plane.section)", "row \(damagedRow) is damaged.")
        }
        target.copyBytes(from: [UInt8](repeating: 5, count: target.count))
    }
}
