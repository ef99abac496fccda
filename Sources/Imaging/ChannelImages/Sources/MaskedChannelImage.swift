internal import ImageMetadata
internal import ImageSources
package import TilePyramid

/// An image whose mask, or other alpha beside its channels, is a further channel with its meaning.
package final class MaskedChannelImage: ChannelImage {
    /// The description of the image, with a further channel.
    package let description: ChannelImageDescription
    private let image: any ChannelImage
    private let channel: Int
    /// The bytes of a sample for each alpha from 0 to 255.
    private let samples: [[UInt8]]

    /// Adds a channel to an image.
    ///
    /// - Returns: nil if the image states no alpha, or has it as a channel.
    package init?(_ image: any ChannelImage) {
        var description = image.description
        guard description.alphaChannel == nil, let meaning = image.alphaMeaning(ofLevel: 0),
            description.channels.count < ChannelImageDescription.channelLimit
        else { return nil }
        self.image = image
        channel = description.channels.count
        description.channels.append(ChannelDescription(alpha: meaning))
        self.description = description
        let type = description.sampleType
        // The greatest number of 64 bits is none of floating point.
        let greatest = description.fullRange.upperBound
        let opaque = type.byteCount == 8 && !type.isFloatingPoint ? greatest.nextDown : greatest
        samples = (0...255).map { alpha in
            let value = alpha == 255 ? opaque : opaque * Double(alpha) / 255
            let text = "\(type.isFloatingPoint ? value : value.rounded())"
            return NodataValue(text)?.sample(of: type) ?? [UInt8](repeating: 0, count: type.byteCount)
        }
    }

    package var warnings: [String] { image.warnings }

    package var hasInterleavedChannels: Bool { image.hasInterleavedChannels }

    package func blockSize(ofLevel level: Int) -> PixelSize { image.blockSize(ofLevel: level) }

    /// Reads the samples of a rectangle; those of the further channel are from 0 to the greatest one of the type.
    package func read(
        _ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer
    ) throws {
        guard plane.channel == channel else { return try image.read(rect, of: plane, into: target) }
        let count = rect.size.area
        let byteCount = description.sampleType.byteCount
        precondition(target.count >= count * byteCount, "there is room for the samples")
        guard count > 0 else { return }
        var memory = ScratchBuffer()
        let alpha = UnsafeMutableRawBufferPointer(start: try memory.reserve(count), count: count)
        var first = plane
        first.channel = 0
        try image.readAlpha(rect, of: first, into: alpha)
        for index in 0..<count {
            let sample = samples[Int(alpha[index])]
            for byte in 0..<byteCount { target[index * byteCount + byte] = sample[byte] }
        }
    }

    package func alphaMeaning(ofLevel level: Int) -> AlphaMeaning? { image.alphaMeaning(ofLevel: level) }

    package func readAlpha(
        _ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer
    ) throws {
        var first = plane
        first.channel = 0
        try image.readAlpha(rect, of: first, into: target)
    }
}
