package import ChannelImages
package import TilePyramid

extension ChannelImageDescription {
    /// Returns the description of a pyramid of some of the channels, whose levels are halved until one fits into a chunk.
    ///
    /// - Parameters:
    ///   - chunk: the size of a chunk in pixels.
    ///   - channels: the channels in the order of the pyramid; nil, the default, for all.
    /// - Returns: the description, whose channels are those that are chosen.
    package func pyramid(chunk: PixelSize, channels: [Int]? = nil) -> ChannelImageDescription {
        var result = self
        result.levels = ValuePyramidLayout.levelSizes(of: size, chunk: chunk)
        if let channels {
            result.channels = channels.map { self.channels[$0] }
            // Some of the colors are not a picture.
            result.isColorPicture = isColorPicture && channels.starts(with: 0..<3)
        }
        return result
    }
}
