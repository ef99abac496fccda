internal import Caching
internal import ChannelImages
internal import Concurrency
internal import ImageCodecs
internal import ImageMetadata
internal import TilePyramid
internal import ZarrArrays

/// Images of many channels, and their renderings.
extension OpenImages {
    /// Returns a rendering if it is prepared; it never blocks.
    func rendered(_ image: ServedImage, _ items: RenderingItems) -> ServedImage? {
        channels(of: image)?.renderings.value(for: items)
    }

    /// The rendering that a thread prepares; nil if none does.
    func rendering(_ image: ServedImage, _ items: RenderingItems) -> Promise<Result<ServedImage, any Error>>? {
        state.withLock { $0.rendering[RenderingKey(image: image.number, items: items)] }
    }

    /// Prepares a rendering unless another thread does that; blocks while channels are measured.
    ///
    /// - Throws: ``RequestError`` with status 400 for what the image does not have; errors of the file.
    func render(_ image: ServedImage, _ items: RenderingItems) throws -> Opening {
        let key = RenderingKey(image: image.number, items: items)
        let promise = Promise<Result<ServedImage, any Error>>()
        let other = state.withLock { state -> Promise<Result<ServedImage, any Error>>? in
            if let other = state.rendering[key] { return other }
            state.rendering[key] = promise
            return nil
        }
        if let other { return .elsewhere(other) }
        let result = Result {
            // Others wait for it as well, so that it does not end when the client leaves that came first.
            try Cancellation.$current.withValue(nil) { try renderNow(image, items) }
        }
        state.withLock { _ = $0.rendering.removeValue(forKey: key) }
        promise.fulfill(result)
        return .image(try result.get())
    }

    private func renderNow(_ image: ServedImage, _ items: RenderingItems) throws -> ServedImage {
        if let image = rendered(image, items) { return image }
        let key = RenderingKey(image: image.number, items: items)
        guard costlyRenderings.value(for: key) == nil else {
            throw CostlyAnswers.refusal(
                seconds: limits.answerSeconds, levelAdvice: ChannelTiles.levelAdvice)
        }
        do {
            return try ProcessorTimeBudget.$current.withValue(ProcessorTimeBudget(seconds: limits.answerSeconds)) {
                let channels = try self.channels(of: image) ?? openChannels(image)
                let rendering = try channels.rendering(items)
                let tiles = try tiles(of: channels, rendering, image.entry, number: nextNumber())
                let rendered = ServedImage(image, pixels: tiles)
                channels.renderings.insert(rendered, for: items, cost: 1)
                return rendered
            }
        } catch is ProcessorTimeBudget.Exhausted {
            costlyRenderings.insert(true, for: key, cost: 1)
            throw CostlyAnswers.refusal(
                seconds: limits.answerSeconds, levelAdvice: ChannelTiles.levelAdvice)
        }
    }

    private func nextNumber() -> UInt64 {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    /// The channels of an image, as far as they are open.
    private func channels(of image: ServedImage) -> ServedChannels? {
        image.channels ?? otherChannels.value(for: image.number)
    }

    /// Opens the channels of an image that is shown as a picture.
    private func openChannels(_ image: ServedImage) throws -> ServedChannels {
        guard image.entry.isSingleFile, image.margin == .zero,
            let found = try? openChannelImage(.file(image.entry.path), options: limits.decoding(of: image.entry)),
            found.description.size == image.size,
            !found.isDecodedAsWhole || image.size.area <= limits.previewPixels
        else { throw Self.hasNoChannels }
        let channels = try ServedChannels(
            found, groundSize: RenderedChannels.groundSize(of: .file(image.entry.path), image.size))
        otherChannels.insert(channels, for: image.number, cost: cost(ofBytes: channels.ownBytes))
        return channels
    }

    private static let hasNoChannels = RequestError(
        400,
        "the channels of this image cannot be chosen: it is stored as pictures, or too large to be read as a whole. Leave "
            + "channels, range and other choices out.")

    /// Opens an image that is shown by its channels: an OME-Zarr, or a TIFF of several; nil for others.
    func makeChannels(_ entry: CatalogEntry, _ number: UInt64) throws -> ServedImage? {
        let image: any ChannelImage
        var map: Result<ServedMap, RequestError>?
        var groundSize: (width: Double, height: Double)?
        if entry.isZarr {
            let arrays = try OMEZarrImage.open(entry.path, chunkCacheByteLimit: ServedChannels.chunkCacheBytes)
            image = arrays
            let size = arrays.description.size
            map = self.map(of: entry, size) { arrays.georeference }
            groundSize = arrays.georeference?.groundSize(of: size)
        } else {
            // What is wrong with the file is found when it is opened as a picture.
            guard entry.isSingleFile,
                let found = try? RenderedChannels.openUnasked(.file(entry.path), options: limits.decoding)
            else { return nil }
            image = found
            let size = found.description.size
            map = self.map(of: entry, size) { try self.place(of: entry) }
            groundSize = RenderedChannels.groundSize(of: .file(entry.path), size)
        }
        try limits.decoding.limits.check(pixels: image.description.size.area, file: entry.path)
        let channels = try ServedChannels(image, groundSize: groundSize)
        let tiles = try tiles(of: channels, channels.automatic, entry, number: number)
        return ServedImage(channels, pixels: tiles, entry: entry, openedAt: now(), map: map)
    }

    private func tiles(
        of channels: ServedChannels, _ rendering: ChannelRendering, _ entry: CatalogEntry, number: UInt64
    ) throws -> ChannelTiles {
        try ChannelTiles(
            channels.image, rendering, name: entry.name, number: number, ownBytes: channels.ownBytes,
            cache: decodedTiles)
    }
}
