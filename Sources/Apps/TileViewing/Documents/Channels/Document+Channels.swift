public import ChannelImages
internal import Concurrency
internal import Dispatch
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
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
        stage: DocumentStage = .complete, isReadingDetails: Bool = false
    ) {
        let image = TiledImage(
            channels: channels.image, name: Self.name(of: path), rendering: channels.automatic)
        self.init(
            path: path, options: options, image: image, source: MixedTileSource(image, as: channels.automatic),
            state: DocumentState(stage: stage, metadata: metadata, isReadingDetails: isReadingDetails))
        mutableState.withLock { mutableState in
            mutableState.channels = channels
            mutableState.rendering = channels.automatic
        }
    }

    /// Opens the channels of a file, whose levels are shown as they are; further details are read in the background.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - options: the options of the document.
    ///   - channels: the channels.
    ///   - file: the file.
    ///   - stage: the stage, if there is further work.
    convenience init(
        path: String, options: DocumentOptions, _ channels: DocumentChannels, in file: ChannelFile,
        stage: DocumentStage = .complete
    ) {
        var metadata = DocumentMetadata(channels.description, format: file.format)
        metadata.fileBytes = DocumentMetadata.fileBytes(of: path)
        self.init(
            path: path, options: options, channels, metadata: metadata, stage: stage, isReadingDetails: !file.isZarr)
        observeReachability()
        guard !file.isZarr else { return }
        queue.async {
            // The channels can be shown already: this may fail.
            guard let image = try? openImage(.file(path), options: options.decoding) else {
                return self.update { $0.isReadingDetails = false }
            }
            let details = DocumentDetails(of: path, image.info, options)
            var metadata = DocumentMetadata(image.info, path: path, page: options.page)
            metadata.setChannels(of: channels.description)
            self.update { state in
                state.metadata = metadata
                state.add(details)
                // What is shown are the stored samples, and pages are channels, sections or times.
                state.metadata.storedSamples = nil
                if channels.description.planeCount > 1 { state.metadata.pages = nil }
            }
        }
    }
}
