package import TilePyramid

/// An image of an OME-XML document: the element `Image` with its `Pixels`.
///
/// Source: the OME data model of 2016-06.
package struct OMEImage: Hashable, Sendable {
    /// A channel: the element `Channel`.
    ///
    /// Channels that the document leaves out have nothing stated.
    package struct Channel: Hashable, Sendable {
        /// The name, or else that of the stain (`Fluor`).
        package var name: String?
        /// The color, whose transparency is dropped.
        package var color: ChannelColor?
        /// The wavelength of the emitted light in nanometers.
        package var wavelength: Double?

        /// Creates a channel of which nothing is stated.
        package init() {}
    }

    /// The name; nil if none is stated.
    package var name: String?
    /// The size in pixels.
    package var size: PixelSize
    /// The type of samples; samples of one bit count as `uint8` with one significant bit.
    package var sampleType: SampleType
    /// The number of bits that samples use; nil for all.
    package var significantBits: Int?
    /// Whether the samples of a color are side by side in the pixels, as the document states it; the directory has precedence.
    package var isInterleaved = false
    /// The physical size of a pixel; nil if the document states none.
    package var pixelSpacing: ChannelImageDescription.PixelSpacing?
    /// The channels; those with the colors of a photograph have several samples each.
    package private(set) var channels: [Channel]
    /// The samples of each channel: 3 or 4 for the colors of a photograph, or else 1.
    package private(set) var samplesPerPixel: Int
    /// The directories of planes.
    package private(set) var planes: OMEPlanes
    /// Sentences about statements of the document that are not used.
    package var warnings: [String] = []

    /// The number of samples of a pixel (`SizeC`), each of which is a channel of a ``ChannelImage``.
    // Checked: limited by the number of channels of an image.
    package var sampleCount: Int { planes.channelCount * samplesPerPixel }

    /// Creates an image.
    ///
    /// - Parameters:
    ///   - size: the size in pixels.
    ///   - sampleType: the type of samples.
    ///   - channels: the channels; further ones are left out, and missing ones added.
    ///   - samplesPerPixel: the samples of each channel.
    ///   - planes: the directories of planes, and the number of channels.
    init(size: PixelSize, sampleType: SampleType, channels: [Channel], samplesPerPixel: Int, planes: OMEPlanes) {
        self.size = size
        self.sampleType = sampleType
        let missing = max(0, planes.channelCount - channels.count)
        self.channels = channels.prefix(planes.channelCount) + [Channel](repeating: Channel(), count: missing)
        self.samplesPerPixel = samplesPerPixel
        self.planes = planes
    }

    /// Returns the directory with a sample of the pixels.
    ///
    /// - Parameter plane: a plane whose channel counts samples one by one, as ``ChannelImageDescription/channels`` does; its
    ///   level is not used.
    /// - Returns: the directory; nil if no element states it.
    package func location(of plane: ChannelPlane) -> OMEPlanes.Location? {
        guard plane.channel >= 0 else { return nil }
        return planes.location(channel: plane.channel / samplesPerPixel, section: plane.section, time: plane.time)
    }

    /// Returns the position of a sample among those in its directory, counted from 0.
    package func sample(of plane: ChannelPlane) -> Int { plane.channel % samplesPerPixel }

    /// Returns the image with another number of samples for each channel, as directories state it; nil if ``sampleCount`` is no
    /// multiple of it.
    ///
    /// Some programs state 1 for the colors of a photograph, and a `SizeC` of 3.
    package func withSamplesPerPixel(_ count: Int) -> OMEImage? {
        guard count > 0, sampleCount.isMultiple(of: count),
            let planes = OMEPlanes(
                order: planes.order, channelCount: sampleCount / count, sectionCount: planes.sectionCount,
                timeCount: planes.timeCount, blocks: planes.blocks)
        else { return nil }
        var image = self
        image.planes = planes
        image.samplesPerPixel = count
        let missing = max(0, planes.channelCount - channels.count)
        image.channels = channels.prefix(planes.channelCount) + [Channel](repeating: Channel(), count: missing)
        return image
    }
}

/// The reason why an image or a document of OME-XML cannot be read or written, as a clause: "its pixels are complex numbers".
package struct OMERefusal: Error, Hashable, Sendable {
    /// The reason.
    package var reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
