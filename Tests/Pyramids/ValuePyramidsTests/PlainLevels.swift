import ChannelImages
import ImageMetadata
import PixelKernels
import TilePyramid

@testable import ValuePyramids

/// The levels of a plane, made of whole levels by the plain loops.
func plainLevels(_ image: GeneratedChannelImage, _ plane: ChannelPlane, count: Int) throws -> [[UInt8]] {
    let description = image.description
    let kernel = ValueDownsampling(description.sampleType, description.channels[plane.channel])
    let sampleBytes = description.sampleType.byteCount
    var levels = [try image.samples(of: plane)]
    var size = description.size
    while levels.count < count, let finer = levels.last {
        let half = size.halved
        var output = [UInt8](repeating: 0, count: half.area * sampleBytes)
        finer.withUnsafeBytes { finer in
            output.withUnsafeMutableBytes { output in
                guard let source = finer.baseAddress, let target = output.baseAddress else { return }
                for y in 0..<half.height {
                    let upper = source + 2 * y * size.width * sampleBytes
                    kernel.makeRowScalar(
                        upper: upper, lower: 2 * y + 1 < size.height ? upper + size.width * sampleBytes : nil,
                        width: size.width, into: target + y * half.width * sampleBytes)
                }
            }
        }
        levels.append(output)
        size = half
    }
    return levels
}

/// All full-size planes of a description.
func planes(of description: ChannelImageDescription) -> [ChannelPlane] {
    (0..<description.timeCount).flatMap { time in
        (0..<description.sectionCount).flatMap { section in
            description.channels.indices.map { ChannelPlane(channel: $0, section: section, time: time) }
        }
    }
}
