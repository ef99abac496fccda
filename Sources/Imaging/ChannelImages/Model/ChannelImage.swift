public import TilePyramid

/// A plane of samples: one channel at one level, section and time.
public struct ChannelPlane: Hashable, Sendable {
    /// The level, counted from full size; 0 by default.
    public var level = 0
    /// The channel, counted from 0; 0 by default.
    public var channel = 0
    /// The optical section (z), counted from 0; 0 by default.
    public var section = 0
    /// The time point (t), counted from 0; 0 by default.
    public var time = 0

    /// Creates a plane.
    public init(level: Int = 0, channel: Int = 0, section: Int = 0, time: Int = 0) {
        self.level = level
        self.channel = channel
        self.section = section
        self.time = time
    }
}

/// An image of many channels whose stored samples can be read anywhere.
///
/// Several threads may read at once.
public protocol ChannelImage: AnyObject, Sendable {
    /// The description of the image by its file.
    var description: ChannelImageDescription { get }

    /// Sentences about statements of the file that are not used, for people; none by default.
    var warnings: [String] { get }

    /// The size of the blocks in which a level is stored: reading whole blocks decodes nothing twice.
    func blockSize(ofLevel level: Int) -> PixelSize

    /// Reads the samples of a rectangle of a plane.
    ///
    /// Blocks while it reads and decodes. Samples that the file leaves out are the value that its format prescribes for them.
    ///
    /// - Parameters:
    ///   - rect: a rectangle within the level.
    ///   - plane: a plane of the image.
    ///   - target: room for the samples of the rectangle's rows, one after the other, of the image's type in the machine's
    ///     byte order.
    /// - Throws: `CodecError` when samples cannot be read.
    func read(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws

    /// Whether blocks have the samples of several channels, as those of interleaved pixels have.
    ///
    /// Reading the same rectangle of one channel after the other decodes such blocks once. The default is `false`.
    var hasInterleavedChannels: Bool { get }

    /// The meaning of the alpha that the file states for the pixels of a level; nil if it states none.
    ///
    /// Alpha holds for all channels, beside their no-data values. The default is that of the first channel that is alpha.
    func alphaMeaning(ofLevel level: Int) -> AlphaMeaning?

    /// Reads the alpha of a rectangle's pixels, on a level that has it.
    ///
    /// The default reads the first channel that is alpha.
    ///
    /// - Parameters:
    ///   - rect: a rectangle within the level.
    ///   - plane: a plane of the image, whose channel is not used.
    ///   - target: room for a byte for each pixel of the rectangle's rows, one after the other: 0 for pixels that are not valid,
    ///     255 for those that are opaque.
    /// - Throws: `CodecError` when samples cannot be read.
    func readAlpha(_ rect: PixelRect, of plane: ChannelPlane, into target: UnsafeMutableRawBufferPointer) throws
}

extension ChannelImage {
    /// The default is no sentences.
    public var warnings: [String] { [] }

    /// The default is `false`: each channel has blocks of its own.
    public var hasInterleavedChannels: Bool { false }
}
