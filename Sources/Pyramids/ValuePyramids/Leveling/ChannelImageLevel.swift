package import ChannelImages
package import TilePyramid

/// A level of an image of many channels as an image of its own, which has no other levels.
package final class ChannelImageLevel: ChannelImage {
    /// The description of the image, with one level.
    package let description: ChannelImageDescription
    private let image: any ChannelImage
    private let level: Int

    /// Takes a level of an image.
    package init(_ image: any ChannelImage, level: Int) {
        var description = image.description
        description.levels = [description.levels[level]]
        self.description = description
        self.image = image
        self.level = level
    }

    package var warnings: [String] { image.warnings }

    package var hasInterleavedChannels: Bool { image.hasInterleavedChannels }

    package func blockSize(ofLevel _: Int) -> PixelSize { image.blockSize(ofLevel: level) }

    package func read(
        _ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer
    ) throws {
        try image.read(rect, of: own(plane), into: target)
    }

    package func alphaMeaning(ofLevel _: Int) -> AlphaMeaning? { image.alphaMeaning(ofLevel: level) }

    package func readAlpha(
        _ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer
    ) throws {
        try image.readAlpha(rect, of: own(plane), into: target)
    }

    private func own(_ plane: ChannelPlane) -> ChannelPlane {
        var plane = plane
        plane.level = level
        return plane
    }
}
