import ChannelImages
import TilePyramid

/// Four discs of 16 bits, which shrink from section to section.
final class Discs: ChannelImage {
    let description: ChannelImageDescription

    init() {
        var description = ChannelImageDescription(
            levels: [1024, 512, 256].map { PixelSize(width: $0, height: $0) }, sampleType: .uint16,
            channels: ["DAPI", "FITC", "TRITC", "Cy5"].map { ChannelDescription(name: $0) })
        description.sectionCount = 20
        self.description = description
    }

    func blockSize(ofLevel level: Int) -> PixelSize { PixelSize(width: 256, height: 256) }

    func read(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws {
        let samples = target.bindMemory(to: UInt16.self)
        let radius = 200 - 10 * plane.section
        for (index, y) in rect.rows.enumerated() {
            for (column, x) in rect.columns.enumerated() {
                let across = x << plane.level - 362 - 300 * (plane.channel % 2)
                let down = y << plane.level - 362 - 300 * (plane.channel / 2)
                let isInside = across * across + down * down < radius * radius
                samples[index * rect.size.width + column] = isInside ? 3000 : 100
            }
        }
    }
}
