internal import ChannelImages
internal import Concurrency
internal import LayerTree
internal import TilePyramid
internal import TiledLayers
internal import VectorDrawing

/// The statistics of the pixels of a region: each channel's values.
///
/// They are those of the colors in 8 bits for each channel, as tiles are decoded, and those of the stored values of an image of many
/// channels. Transparent pixels do not count.
struct RegionStatistics: Hashable, Sendable {
    private(set) var red = ChannelStatistics()
    private(set) var green = ChannelStatistics()
    private(set) var blue = ChannelStatistics()
    /// Whether all pixels are gray, so that the channels are equal.
    private(set) var isGray = true
    /// The level whose pixels were counted, and its part.
    let source: SampledLevel
    /// The number of pixels whose tiles are absent, or could not be read.
    private(set) var missingPixels = 0

    /// The stored values of the channels that are shown; nil for pictures, which have colors.
    private(set) var stored: [StoredStatistics]?
    private var storedCount = 0

    /// The number of pixels that were counted.
    var count: Int { stored == nil ? red.count : storedCount }

    /// Counts the pixels of a part of a level; nil if that was stopped.
    ///
    /// Blocks while tiles are read and decoded; those in the cache are not.
    ///
    /// - Parameters:
    ///   - source: the part of a level.
    ///   - document: the document of the image.
    ///   - cache: the tiles that are decoded already.
    ///   - cancellation: stops the counting at the next tile, and the wait for one.
    init?(of source: SampledLevel, in document: Document, cache: TileCache, cancellation: Cancellation) {
        self.source = source
        let pyramid = document.image.pyramid
        let shown = ShownChannels(document)
        stored = shown?.channels.map { StoredStatistics($0) }
        for index in source.tiles {
            guard !cancellation.isCancelled, !document.isClosed else { return nil }
            let part = pyramid.interior(of: index).intersection(source.rect)
            if let shown {
                add(part, of: shown)
                continue
            }
            guard let tile = document.pixels(of: index, cache: cache, cancellation: cancellation) else {
                missingPixels += part.size.area
                continue
            }
            add(part, of: tile, at: pyramid.rect(of: index))
        }
        guard !cancellation.isCancelled else { return nil }
    }

    /// Counts the stored values of a part of a tile.
    private mutating func add(_ part: PixelRect, of shown: ShownChannels) {
        guard var next = stored else { return }
        do {
            storedCount += try shown.read(part, level: source.level.index) { channel, _, values in
                next[channel].add(values)
            }
            stored = next
        } catch {
            missingPixels += part.size.area
        }
    }

    /// Counts the pixels of a tile that lie in a rectangle of the level.
    private mutating func add(_ part: PixelRect, of tile: PixelBuffer, at rect: PixelRect) {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * 256) { counts in
            counts.initialize(repeating: 0)
            tile.withPixels { pixels in
                for row in part.rows {
                    let start = (row - rect.y) * tile.size.width - rect.x
                    for column in part.columns {
                        guard let pixel = StraightPixel(premultiplied: pixels[start + column]) else { continue }
                        counts[Int(pixel.red)] += 1
                        counts[256 + Int(pixel.green)] += 1
                        counts[512 + Int(pixel.blue)] += 1
                        if !pixel.isGray { isGray = false }
                    }
                }
            }
            for value in 0..<256 {
                red.counts[value] += counts[value]
                green.counts[value] += counts[256 + value]
                blue.counts[value] += counts[512 + value]
            }
        }
    }
}

extension Document {
    /// The pixels of a tile: those in a cache, or else read and decoded; nil where there are none.
    ///
    /// Blocks while it reads, unless that is canceled: call it off the main thread.
    func pixels(of index: TileIndex, cache: TileCache, cancellation: Cancellation) -> PixelBuffer? {
        if let rendering = channelRendering {
            return try? image.mixedTile(index, as: rendering, cache: cache)
        }
        let buffer =
            cache.tile(TileKey(image: image.id, index: index))?.buffer
            ?? (try? decodedTile(index, cancellation: cancellation))
        return buffer?.size == image.pyramid.rect(of: index).size ? buffer : nil
    }
}
