internal import ImageCodecs
internal import TileCutting
internal import TilePyramid
internal import TileStores
internal import TiledLayers

/// Ends the decoding of a document that has been closed.
private struct Closed: Error {}

extension Document {
    /// Finds out what the file is and makes it visible; on the document's queue.
    func open() {
        do {
            if let pyramid = try Pyramids.open(path) {
                show(pyramid)
            } else {
                try openPlainImage()
            }
        } catch is Closed {
            return
        } catch {
            update { $0.stage = .failed(reason: "\(error)") }
        }
    }

    private func show(_ pyramid: OpenedPyramid) {
        update { state in
            state.image = TiledImage(pyramid.source, name: pyramid.name)
            state.facts = DocumentFacts(
                format: "\(pyramid.kind.rawValue), \(pyramid.format.rawValue) tiles", size: pyramid.source.pyramid.size)
            state.stage = .complete
        }
    }

    /// Shows a plain image: what the cache has of it, or a coarse picture until it is cut.
    private func openPlainImage() throws {
        let key = PyramidCacheKey(path)
        if let key, let entry = options.cache.completeEntry(for: key),
            let source = try? DeepZoomSource(opening: entry.descriptorPath)
        {
            return show(CachedTiles(source: source, entry: entry))
        }
        let picture = try ReducedImage(
            .file(path), pixelLimit: options.previewPixelLimit, options: options.decoding)
        let pyramid = Pyramid(size: picture.info.size, tileSize: options.cutting(for: picture.info).tileSize)
        let preview = PreviewPicture(level: pyramid.finestLevel.index - picture.halvings, of: pyramid)
        let tiles = GrowingTiles(preview, name: name)
        update { state in
            state.image = TiledImage(tiles, name: name)
            state.facts = DocumentFacts(picture.info)
            state.stage = .previewing(0)
        }
        try make(preview, from: picture)
        update { $0.warnings = picture.warnings }
        if picture.halvings == 0 {
            update { $0.stage = .complete }
        } else if let key {
            cut(tiles, of: picture.info, key: key)
        }
    }

    /// Shows what was cut when the image was opened an earlier time.
    private func show(_ tiles: CachedTiles) {
        update { state in
            state.image = TiledImage(tiles, name: name)
            state.stage = .complete
        }
        // The picture is there: the rest may take its time, and fail.
        if let image = try? ImageCodecs.openImage(.file(path), options: options.decoding) {
            update { state in
                state.facts = DocumentFacts(image.info)
                state.warnings = image.warnings
            }
        }
    }

    /// Decodes the coarse picture, and tells of its tiles a row of them at a time.
    private func make(_ preview: PreviewPicture, from picture: ReducedImage) throws {
        let (height, portion) = (picture.size.height, preview.pyramid.tileSize)
        try picture.readRows { [self] row, pixels in
            preview.add(row: row, pixels)
            guard (row + 1).isMultiple(of: portion) || row == height - 1 else { return }
            guard !isClosed else { throw Closed() }
            update { $0.stage = .previewing(preview.fraction) }
            state.image?.tilesHaveAppeared(preview.availableTiles)
        }
    }
}

/// Tiles from the cache, which are not removed as long as somebody reads them.
struct CachedTiles: TileSource {
    let source: DeepZoomSource
    let entry: PyramidCacheEntry

    var pyramid: Pyramid { source.pyramid }

    func read(_ index: TileIndex) throws -> EncodedTile? { try source.read(index) }
}

extension DocumentFacts {
    /// The facts of a plain image.
    init(_ image: ImageInfo) {
        self.init(format: image.container, size: image.size)
    }
}
