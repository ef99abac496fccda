import ChannelImages
import Concurrency
import ImageMetadata
import TestSupport
import TilePyramid

/// An image of a single level whose samples are computed from their places.
final class GeneratedChannelImage: ChannelImage {
    let description: ChannelImageDescription
    let hasInterleavedChannels: Bool
    /// The channels and first rows of all reads, in their order.
    private let log = Locked<[(channel: Int, row: Int)]>([])
    private let block: PixelSize
    /// A row that cannot be read; nil if all can.
    private let damagedRow: Int?
    /// A sample that is one greater than it would be: its channel and place; nil if there is none.
    private let changed: (channel: Int, x: Int, y: Int)?

    init(
        _ width: Int, _ height: Int, _ type: SampleType, channels: Int = 1, sections: Int = 1, times: Int = 1,
        nodata: NodataValue? = nil, block: PixelSize = PixelSize(width: 8, height: 8), damagedRow: Int? = nil,
        isInterleaved: Bool = false, changed: (channel: Int, x: Int, y: Int)? = nil
    ) {
        var description = ChannelImageDescription(
            levels: [PixelSize(width: width, height: height)], sampleType: type,
            channels: (0..<channels).map { index in
                var channel = ChannelDescription(name: "channel \(index)")
                channel.nodata = nodata
                return channel
            })
        description.sectionCount = sections
        description.timeCount = times
        self.description = description
        self.block = block
        hasInterleavedChannels = isInterleaved
        self.damagedRow = damagedRow
        self.changed = changed
    }

    func blockSize(ofLevel level: Int) -> PixelSize { block }

    func read(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        precondition(plane.level == 0 && target.count == rect.size.area * description.sampleType.byteCount)
        log.withLock { $0.append((plane.channel, rect.y)) }
        var offset = 0
        for y in rect.rows {
            if y == damagedRow { throw CodecError(.damaged, file: "image", "row \(y) is damaged.") }
            for x in rect.columns {
                store(number(plane, x, y), to: target, at: offset)
                offset += description.sampleType.byteCount
            }
        }
    }

    var reads: [(channel: Int, row: Int)] { log.withLock { $0 } }

    /// All samples of a plane.
    func samples(of plane: ChannelPlane) throws -> [UInt8] {
        let size = description.size
        var bytes = [UInt8](repeating: 0, count: size.area * description.sampleType.byteCount)
        try bytes.withUnsafeMutableBytes {
            try read(PixelRect(x: 0, y: 0, width: size.width, height: size.height), of: plane, into: $0)
        }
        return bytes
    }

    private func number(_ plane: ChannelPlane, _ x: Int, _ y: Int) -> UInt64 {
        let place = ((plane.time * 7 + plane.section) * 7 + plane.channel) * 1_000_003 + y * 4099 + x
        var random = SeededRandom(seed: UInt64(place))
        let number = random.next()
        guard let changed, changed.channel == plane.channel, changed.x == x, changed.y == y else { return number }
        return number &+ 1
    }

    private func store(_ number: UInt64, to target: UnsafeMutableRawBufferPointer, at offset: Int) {
        switch description.sampleType {
        case .float32:
            target.storeBytes(of: Float(number % 4096) / 8 - 200, toByteOffset: offset, as: Float.self)
        case .float64:
            target.storeBytes(of: Double(number % 4096) / 8 - 200, toByteOffset: offset, as: Double.self)
        default:
            withUnsafeBytes(of: number.littleEndian) { bytes in
                for index in 0..<description.sampleType.byteCount { target[offset + index] = bytes[index] }
            }
        }
    }
}
