public import TilePyramid

/// The description of an image of many channels by its file, without its pixels.
public struct ChannelImageDescription: Hashable, Sendable {
    /// The size of a pixel along each axis.
    public struct PixelSpacing: Hashable, Sendable {
        /// The distances of the centers of neighbors in micrometers; nil for z if the file states none.
        public var x: Double, y: Double, z: Double?

        /// Creates a spacing from distances in micrometers.
        public init(x: Double, y: Double, z: Double? = nil) {
            self.x = x
            self.y = y
            self.z = z
        }
    }

    /// The sizes of the levels in pixels, from full size to the coarsest; there is at least one.
    public var levels: [PixelSize]
    /// The type of all samples.
    public var sampleType: SampleType
    /// The number of bits that samples use, such as 12 in 16; nil for all.
    public var significantBits: Int?
    /// The channels in the order of the file; there is at least one.
    public var channels: [ChannelDescription]
    /// The number of optical sections (z); 1 by default.
    public var sectionCount = 1
    /// The number of time points (t); 1 by default.
    public var timeCount = 1
    /// The physical size of a pixel; nil if the file states none.
    public var pixelSpacing: PixelSpacing?
    /// Whether the first three channels are red, green and blue, as in a photograph.
    public var isColorPicture = false

    /// The most channels of an image.
    public static let channelLimit = 1024
    /// The most sections, and the most time points.
    public static let planeLimit = 1 << 20

    /// The size of the image in pixels.
    public var size: PixelSize { levels[0] }

    /// Creates a description; there are at least one level and one channel.
    public init(levels: [PixelSize], sampleType: SampleType, channels: [ChannelDescription]) {
        precondition(!levels.isEmpty && !channels.isEmpty, "an image has a size and a channel")
        self.levels = levels
        self.sampleType = sampleType
        self.channels = channels
    }
}
