internal import ChannelImages
internal import Dispatch
internal import Concurrency
internal import FilePyramids
internal import ImageCodecs
internal import ImageMetadata
internal import ImageSources
internal import Networking
internal import RemotePyramids
internal import TileContainers
internal import TileCutting
internal import TilePyramid
internal import TileStores
internal import TiledLayers

/// Ends the decoding for a document that was closed.
private struct Closed: Error {}

extension Document {
    /// Opens a file or folder, or a pyramid over the network.
    ///
    /// Blocks while it reads the format and the size, so call it on a worker. All further work is done in the background.
    /// Requests to a server end when the thread's current `Cancellation` is canceled.
    ///
    /// - Parameters:
    ///   - path: a pyramid, a file of one, a folder that contains one, or an image; or the address of a pyramid, which begins
    ///     with `https://` or `http://`.
    ///   - options: the options of the document.
    /// - Throws: `StoreError` or `CodecError`, which name the file, the fault and the remedy.
    public convenience init(opening path: String, options: DocumentOptions = DocumentOptions()) throws {
        var options = options
        // A file that changes while it is opened has another key.
        let valuesKey = PyramidCacheKey(path, contents: .values)
        if let file = try ChannelFile.open(path, options: options), let channels = try file.channels() {
            if file.isShownDirectly(options) {
                self.init(path: path, options: options, channels, in: file)
                return
            }
            if file.isOpenedByChannels(options), let valuesKey {
                self.init(path: path, options: options, addingLevelsTo: channels, in: file, key: valuesKey)
                return
            }
            // Its tiles are cut by its channels, and the preview has the same colors.
            if file.image.description.channels.count > 1 { options.rendering = channels.automatic }
        }
        let location = PyramidLocation(path)
        if options.page == 1 || location.isRemote,
            let pyramid = try Pyramids.openBlocking(location, network: options.network)
        {
            // A preview would request all tiles of a level, so that those of servers are composed as they are needed.
            if !location.isRemote, PreviewedTiles.areNeeded(for: pyramid.source.pyramid) {
                try self.init(path: path, options: options, addingPreviewTo: pyramid)
            } else if let source = pyramid.source as? any AsynchronousTileSource, options.beforeRead == nil,
                ComposedTiles.areNeeded(for: source.pyramid)
            {
                self.init(path: path, options: options, composing: source, of: pyramid)
            } else {
                self.init(path: path, options: options, pyramid)
            }
        } else if let key = PyramidCacheKey(path, page: options.page),
            let tiles = CachedTiles(of: key, in: options.cache)
        {
            self.init(path: path, options: options, tiles)
        } else {
            try self.init(path: path, options: options, decoding: .file(path))
        }
    }

    private convenience init(path: String, options: DocumentOptions, _ pyramid: OpenedPyramid) {
        self.init(path: path, options: options, options.observingReads(of: pyramid.source), of: pyramid)
    }

    /// Opens a pyramid of a server that has no coarse levels, which are composed of its tiles as they are needed.
    private convenience init(
        path: String, options: DocumentOptions, composing source: any AsynchronousTileSource, of pyramid: OpenedPyramid
    ) {
        let document = Locked<WeakDocument>(WeakDocument())
        let tiles = ComposedTiles(source, name: pyramid.name) { reason in
            document.withLock(\.document)?.addWarning(ComposedTiles.failureLead + reason)
        }
        self.init(path: path, options: options, tiles, of: pyramid)
        document.withLock { $0.document = self }
    }

    /// A document that has not been made when its tiles are.
    private struct WeakDocument {
        weak var document: Document?
    }

    /// The most warnings about tiles of a document.
    private static let warningLimit = 3

    /// Adds a warning, unless there are many already.
    private func addWarning(_ text: String) {
        update { state in
            if state.warnings.count < Self.warningLimit, !state.warnings.contains(text) { state.warnings.append(text) }
        }
    }

    private convenience init(
        path: String, options: DocumentOptions, _ source: any TileSource, of pyramid: OpenedPyramid
    ) {
        self.init(
            path: path, options: options, image: TiledImage(source, name: pyramid.name), source: source,
            state: DocumentState(
                stage: .complete, metadata: DocumentMetadata(pyramid),
                warnings: (pyramid.source as? RemoteTileSource)?.warnings ?? [],
                isReadingDetails: Self.hasDetails(pyramid)))
        observeReachability()
        readDetails(of: pyramid)
    }

    /// Notifies from now on when the server of an address can no longer be reached, or can again.
    func observeReachability() {
        guard isRemote else { return }
        let reachability = options.network.client.observeReachability { [weak self] in self?.update { _ in } }
        mutableState.withLock { $0.reachability = reachability }
    }

    /// Opens a pyramid without coarse levels, and makes a preview for them in memory.
    private convenience init(path: String, options: DocumentOptions, addingPreviewTo pyramid: OpenedPyramid) throws {
        let tiles = try PreviewedTiles(
            options.observingReads(of: pyramid.source), listedBy: pyramid.source, name: pyramid.name,
            pixelLimit: options.previewPixelLimit)
        self.init(
            path: path, options: options, image: TiledImage(tiles as any TileDrawing, name: pyramid.name),
            source: tiles,
            state: DocumentState(
                stage: .previewing(0), metadata: DocumentMetadata(pyramid), isReadingDetails: Self.hasDetails(pyramid)))
        readDetails(of: pyramid)
        queue.async {
            do {
                try tiles.makePreview { try self.notifyPreviewRows(in: tiles.preview) }
                self.update { $0.stage = .complete }
            } catch is Closed {
            } catch {
                self.fail(error)
            }
        }
    }

    /// Opens an image that was cut earlier.
    private convenience init(path: String, options: DocumentOptions, _ tiles: CachedTiles) {
        let source = options.observingReads(of: tiles)
        self.init(
            path: path, options: options, image: TiledImage(source, name: FilePath.name(of: path)), source: source,
            state: DocumentState(
                stage: .complete, metadata: DocumentMetadata(format: "image", size: tiles.pyramid.size),
                isReadingDetails: true))
        queue.async {
            // The tiles can be shown already: this may be slow, or fail.
            guard let image = try? openImage(.file(path), options: options.decoding) else {
                return self.update { $0.isReadingDetails = false }
            }
            let details = DocumentDetails(of: path, image.info, options)
            self.update { state in
                state.metadata = DocumentMetadata(image.info, path: path, page: self.options.page)
                state.add(details)
                state.warnings = image.warnings
            }
        }
    }

    /// Opens an image that is first decoded into a preview and then cut.
    private convenience init(path: String, options: DocumentOptions, decoding input: ImageInput) throws {
        let reducedImage = try ReducedImage(input, pixelLimit: options.previewPixelLimit, options: options.decoding)
        let pyramid = Pyramid(size: reducedImage.info.size, tileSize: options.cutting(for: reducedImage.info).tileSize)
        let info = reducedImage.info
        let preview = try PreviewImage(level: pyramid.finestLevel.index - reducedImage.halvings, of: pyramid)
        let name = FilePath.name(of: path)
        let tiles = ProgressiveTiles(preview, name: name, beforeRead: options.beforeRead)
        self.init(
            path: path, options: options, image: TiledImage(tiles as any TileDrawing, name: name), source: tiles,
            state: DocumentState(
                stage: .previewing(0), metadata: DocumentMetadata(reducedImage.info, path: path, page: options.page),
                warnings: reducedImage.warnings, isReadingDetails: true))
        queue.async {
            self.readDetails(of: info)
            guard let cancellation = self.makeCancellation() else { return }
            Cancellation.$current.withValue(cancellation) { self.previewAndCut(input, tiles) }
        }
    }

    /// Decodes the preview, then cuts the image; runs on the document's queue.
    private func previewAndCut(_ input: ImageInput, _ tiles: ProgressiveTiles) {
        let reducedImage: ReducedImage
        do {
            // Opened again, which is cheap, because a decoder belongs to one thread.
            reducedImage = try ReducedImage(input, pixelLimit: options.previewPixelLimit, options: options.decoding)
            guard reducedImage.info.size == size else { throw Self.changed(path) }
            try decodePreview(tiles.preview, from: reducedImage)
            update { $0.warnings = reducedImage.warnings }
        } catch is Closed {
            return
        } catch {
            return fail(error)
        }
        if reducedImage.halvings == 0 {
            update { $0.stage = .complete }
        } else if let key = PyramidCacheKey(path, page: options.page) {
            cut(tiles, of: reducedImage.info, key: key)
        } else {
            fail(CodecError(.unreadable, file: path, "the file is missing. Open it again when it is back."))
        }
    }

    /// Decodes the preview, and notifies after each row of tiles.
    private func decodePreview(_ preview: PreviewImage, from reducedImage: ReducedImage) throws {
        let height = reducedImage.size.height
        let portion = preview.pyramid.tileSize
        try reducedImage.readRows { [self] row, pixels in
            preview.add(row: row, pixels)
            if (row + 1).isMultiple(of: portion) || row == height - 1 {
                try notifyPreviewRows(in: preview)
            }
        }
    }

    /// Notifies of the tiles that are new in a preview; throws ``Closed`` if the document was closed.
    private func notifyPreviewRows(in preview: PreviewImage) throws {
        guard !isClosed else { throw Closed() }
        let tiles = preview.takeNewTiles()
        guard !tiles.isEmpty else { return }
        update { $0.stage = .previewing(preview.fraction) }
        image.retryAbsentTiles(tiles)
    }
}
