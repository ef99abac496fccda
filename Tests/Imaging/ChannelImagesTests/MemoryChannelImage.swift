import ChannelImages
import Concurrency
import ImageMetadata
import TilePyramid

/// An image of many channels in memory.
final class MemoryChannelImage: ChannelImage {
    let description: ChannelImageDescription
    private let block: PixelSize
    private let planes: [ChannelPlane: [UInt8]]
    private let alpha: (meaning: AlphaMeaning, bytes: [UInt8])?
    private let readings = Locked<[ChannelPlane: [PixelRect]]>([:])

    /// Creates an image from the samples of its planes.
    ///
    /// - Parameters:
    ///   - description: the description; the planes are those that it says.
    ///   - block: the size of the blocks of all levels.
    ///   - planes: the samples of each plane, row by row; those of other planes are 0.
    ///   - alpha: the alpha of full size; nil for none.
    init<Sample: BitwiseCopyable>(
        _ description: ChannelImageDescription, block: PixelSize, planes: [ChannelPlane: [Sample]],
        alpha: (meaning: AlphaMeaning, bytes: [UInt8])? = nil
    ) {
        self.alpha = alpha
        self.description = description
        self.block = block
        self.planes = planes.mapValues { samples in samples.withUnsafeBytes { Array($0) } }
    }

    /// Creates an image of one level from the samples of its channels.
    convenience init<Sample: BitwiseCopyable>(
        width: Int, type: SampleType, block: PixelSize = PixelSize(width: 4, height: 4), channels: [[Sample]],
        described: [ChannelDescription]? = nil, alpha: (meaning: AlphaMeaning, bytes: [UInt8])? = nil
    ) {
        let size = PixelSize(width: width, height: (channels.first?.count ?? 0) / width)
        let description = ChannelImageDescription(
            levels: [size], sampleType: type, channels: described ?? channels.map { _ in ChannelDescription() })
        var planes: [ChannelPlane: [Sample]] = [:]
        for (index, samples) in channels.enumerated() { planes[ChannelPlane(channel: index)] = samples }
        self.init(description, block: block, planes: planes, alpha: alpha)
    }

    /// The rectangles that were read of a plane.
    func rects(of plane: ChannelPlane) -> [PixelRect] { readings.withLock { $0[plane] ?? [] } }

    func blockSize(ofLevel level: Int) -> PixelSize { block }

    func alphaMeaning(ofLevel level: Int) -> AlphaMeaning? { level == 0 ? alpha?.meaning : nil }

    func readAlpha(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        let bytes = alpha?.bytes ?? []
        let width = description.size.width
        target.copyBytes(from: rect.rows.flatMap { y in rect.columns.map { x in bytes[y * width + x] } })
    }

    func read(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        let size = description.levels[plane.level]
        let bytes = description.sampleType.byteCount
        guard rect.x >= 0, rect.y >= 0, rect.columns.upperBound <= size.width, rect.rows.upperBound <= size.height,
            target.count == rect.size.area * bytes
        else {
            throw CodecError(.invalidRequest, file: "memory", "the rectangle or its memory does not fit.")
        }
        readings.withLock { $0[plane, default: []].append(rect) }
        guard let samples = planes[plane] else {
            target.initializeMemory(as: UInt8.self, repeating: 0)
            return
        }
        for (index, y) in rect.rows.enumerated() {
            let start = (y * size.width + rect.x) * bytes
            let row = UnsafeMutableRawBufferPointer(
                rebasing: target[index * rect.size.width * bytes..<(index + 1) * rect.size.width * bytes])
            row.copyBytes(from: samples[start..<start + rect.size.width * bytes])
        }
    }
}
