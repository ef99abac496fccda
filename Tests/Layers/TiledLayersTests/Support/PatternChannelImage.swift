import ChannelImages
import Concurrency
import ImageMetadata
import TilePyramid

/// An image of many channels whose samples are made by a function, and that records what is read.
final class PatternChannelImage: ChannelImage {
    let description: ChannelImageDescription
    private let block: Int
    private let damaged: Set<Int>
    private let alpha: (@Sendable (_ x: Int, _ y: Int) -> UInt8)?
    private let sample: @Sendable (_ plane: ChannelPlane, _ x: Int, _ y: Int) -> Int
    private let readings = Locked<[Reading]>([])

    /// A rectangle of a plane that was read.
    struct Reading: Hashable {
        var plane: ChannelPlane
        var rect: PixelRect
    }

    /// Creates an image of unsigned integers.
    ///
    /// - Parameters:
    ///   - levels: the widths and heights of the levels, which are squares, from full size on.
    ///   - type: the type of samples: `uint8`, `uint16` or `uint32`.
    ///   - channels: the number of channels.
    ///   - sections: the number of sections.
    ///   - times: the number of time points.
    ///   - block: the sides of blocks.
    ///   - damaged: the channels that cannot be read.
    ///   - alpha: the alpha of pixels in a level; nil if there is none.
    ///   - sample: the value of a sample.
    init(
        levels: [Int] = [256, 128], type: SampleType = .uint16, channels: Int = 2, sections: Int = 1, times: Int = 1,
        block: Int = 128, damaged: Set<Int> = [],
        alpha: (@Sendable (_ x: Int, _ y: Int) -> UInt8)? = nil,
        sample: @escaping @Sendable (_ plane: ChannelPlane, _ x: Int, _ y: Int) -> Int
    ) {
        var description = ChannelImageDescription(
            levels: levels.map { PixelSize(width: $0, height: $0) }, sampleType: type,
            channels: (0..<channels).map { ChannelDescription(name: "channel \($0)") })
        description.sectionCount = sections
        description.timeCount = times
        self.description = description
        self.block = block
        self.damaged = damaged
        self.alpha = alpha
        self.sample = sample
    }

    /// The rectangles that have been read since the last call, in their order.
    func takeReadings() -> [Reading] {
        readings.withLock { readings in
            defer { readings = [] }
            return readings
        }
    }

    func alphaMeaning(ofLevel level: Int) -> AlphaMeaning? { alpha == nil ? nil : .opacity }

    func readAlpha(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        guard let alpha else { return }
        for y in rect.rows {
            for x in rect.columns { target[(y - rect.y) * rect.size.width + x - rect.x] = alpha(x, y) }
        }
    }

    func blockSize(ofLevel level: Int) -> PixelSize { PixelSize(width: block, height: block) }

    func read(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        readings.withLock { $0.append(Reading(plane: plane, rect: rect)) }
        guard !damaged.contains(plane.channel) else {
            throw CodecError(.damaged, file: "pattern", "the channel \(plane.channel + 1) is damaged.")
        }
        for y in rect.rows {
            for x in rect.columns {
                let index = (y - rect.y) * rect.size.width + x - rect.x
                let value = sample(plane, x, y)
                switch description.sampleType {
                case .uint8: target.storeBytes(of: UInt8(value), toByteOffset: index, as: UInt8.self)
                case .uint32: target.storeBytes(of: UInt32(value), toByteOffset: 4 * index, as: UInt32.self)
                default: target.storeBytes(of: UInt16(value), toByteOffset: 2 * index, as: UInt16.self)
                }
            }
        }
    }
}

extension ChannelRendering {
    /// The first channels in red, green and blue of 0 to 255, so that samples are the components of pixels.
    static func components(_ channels: Int...) -> ChannelRendering {
        let colors = [
            ChannelColor(red: 255, green: 0, blue: 0), ChannelColor(red: 0, green: 255, blue: 0),
            ChannelColor(red: 0, green: 0, blue: 255),
        ]
        return ChannelRendering(
            .composite(channels.map { Layer(channel: $0, range: 0...255, color: colors[$0 % colors.count]) }))
    }
}
