public import ChannelImages
internal import ValuePyramids

/// The channels of a document: its stored samples, and the rendering with which they are shown at first.
public struct DocumentChannels: Sendable {
    /// The stored samples, with levels that the file may not have; several threads may read them at once.
    public let image: any ChannelImage
    /// The description of the image by its file.
    public let description: ChannelImageDescription
    /// The rendering that the image has unless another one is set.
    public let automatic: ChannelRendering

    /// Creates the channels of an image.
    ///
    /// - Parameters:
    ///   - image: the stored samples.
    ///   - automatic: the rendering that the image has at first.
    public init(_ image: any ChannelImage, automatic: ChannelRendering) {
        self.image = image
        description = image.description
        self.automatic = automatic
    }

    /// The image in which statistics are measured, the same as ``image`` once that has all levels.
    var measured: any ChannelImage { (image as? LeveledChannelImage)?.measured ?? image }

    /// Whether all levels have the means of full size, and not only a part of its samples.
    var hasAllLevels: Bool { (image as? LeveledChannelImage)?.coarse.isStored ?? true }

    /// Creates the channels of an image, and measures the ranges of its automatic rendering.
    ///
    /// Blocks while it reads samples.
    ///
    /// - Throws: `CodecError` when samples cannot be read, `OutOfMemory` when the system refuses memory.
    public init(measuring image: any ChannelImage) throws {
        self.init(image, automatic: try ChannelRendering.automatic(for: image))
    }
}
