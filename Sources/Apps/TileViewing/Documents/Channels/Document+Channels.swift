public import ChannelImages
internal import Concurrency
internal import TilePyramid
internal import TiledLayers

extension Document {
    /// The channels of the image; nil for one that consists of pictures.
    public var channels: DocumentChannels? { mutableState.withLock(\.channels) }

    /// The rendering with which the channels are drawn; nil if there are none.
    ///
    /// Exports, copies and thumbnails that begin from now on have it. It begins as the automatic one. Layers have their own, see
    /// ``/TiledLayers/TiledLayer/channels``.
    public internal(set) var channelRendering: ChannelRendering? {
        get { mutableState.withLock(\.rendering) }
        set {
            mutableState.withLock { mutableState in
                guard mutableState.channels != nil, let newValue else { return }
                mutableState.rendering = newValue
            }
        }
    }

    /// Creates a complete document from an image of many channels, whose levels are shown as they are.
    ///
    /// - Parameters:
    ///   - path: the path or address that identifies the document; exports are written to the same folder.
    ///   - channels: the image, and its automatic rendering.
    ///   - format: the name of the file's format.
    ///   - options: the options of the document.
    public convenience init(
        path: String, channels: DocumentChannels, format: String, options: DocumentOptions = DocumentOptions()
    ) {
        self.init(
            path: path, options: options, channels,
            metadata: DocumentMetadata(channels.description, format: format))
    }

    /// Creates a complete document of channels.
    convenience init(
        path: String, options: DocumentOptions, _ channels: DocumentChannels, metadata: DocumentMetadata,
        isReadingDetails: Bool = false
    ) {
        let image = TiledImage(channels: channels.image, name: Self.name(of: path))
        self.init(
            path: path, options: options, image: image, source: MixedTileSource(image, as: channels.automatic),
            state: DocumentState(stage: .complete, metadata: metadata, isReadingDetails: isReadingDetails))
        mutableState.withLock { mutableState in
            mutableState.channels = channels
            mutableState.rendering = channels.automatic
        }
    }
}

extension DocumentMetadata {
    /// The metadata of an image of many channels.
    ///
    /// - Parameters:
    ///   - image: the description of the image.
    ///   - format: the name of the file's format.
    init(_ image: ChannelImageDescription, format: String) {
        self.init(format: format, size: image.size)
        samples = Self.samples(of: image)
        if let spacing = image.pixelSpacing, spacing.x > 0, abs(spacing.x - spacing.y) <= 0.001 * spacing.x {
            millimetersPerPixel = spacing.x / 1000
        }
    }

    /// The number of channels and their depth: "4 channels, 12 of 16 bits".
    static func samples(of image: ChannelImageDescription) -> String {
        let count = image.channels.count
        let bits = 8 * image.sampleType.byteCount
        let significant = image.significantBits.map { $0 < bits ? "\($0) of " : "" } ?? ""
        let kind = image.sampleType.isFloatingPoint ? ", floating point" : image.sampleType.isSigned ? ", signed" : ""
        return "\(count == 1 ? "1 channel" : "\(count) channels"), \(significant)\(bits) bits\(kind)"
    }
}
