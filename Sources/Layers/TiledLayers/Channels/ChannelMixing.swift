internal import ChannelImages
internal import PixelKernels
internal import TilePyramid
internal import VectorDrawing

/// The mixing of stored samples by a rendering, also of tiles that lack some channels.
struct ChannelMixing {
    /// The rendering, with the channels that the image has.
    let rendering: ChannelRendering
    private let description: ChannelImageDescription
    /// The mixers that have been needed, by the channels that they mix.
    private var mixers: [Set<Int>: ChannelMixer] = [:]
    /// A mixer of the last rendering, whose curves are taken over.
    private let former: ChannelMixer?

    /// Prepares a rendering.
    ///
    /// Channels that the image lacks are left out, and the section and time are the nearest ones that it has.
    ///
    /// - Parameters:
    ///   - rendering: the rendering.
    ///   - description: the description of the image.
    ///   - last: the mixing of the last rendering; nil for none.
    init(_ rendering: ChannelRendering, of description: ChannelImageDescription, after last: ChannelMixing?) {
        self.rendering = rendering.limited(to: description)
        self.description = description
        former = last?.anyMixer
    }

    /// The mixer of the most channels.
    private var anyMixer: ChannelMixer? { mixers.max { $0.key.count < $1.key.count }?.value ?? former }

    /// The planes that are mixed, each once.
    var planes: [ChannelPlane] {
        var known: Set<Int> = []
        return rendering.channels.filter { known.insert($0).inserted }.map {
            ChannelPlane(channel: $0, section: rendering.section, time: rendering.time)
        }
    }

    /// Whether pixels depend on the samples around a tile.
    var needsNeighbors: Bool { if case .hillshade = rendering.mode { true } else { false } }

    /// Prepares the mixing of a tile.
    ///
    /// - Parameters:
    ///   - size: the size of the tile in pixels.
    ///   - level: the size of its level.
    ///   - samples: the samples of channels, and the alpha; those of channels without samples count as 0.
    ///   - neighbors: the samples around the tile, where ``needsNeighbors``.
    /// - Returns: the work, for any thread.
    mutating func work(
        _ size: PixelSize, ofLevel level: PixelSize, _ samples: [Int: SampleTile], _ neighbors: NeighborTiles
    ) -> TileMixing? {
        let alpha = samples[ChannelTileSource.alphaChannel]
        if let style = elevationStyle(ofLevel: level) {
            guard let channel = rendering.channels.first, let elevations = samples[channel] else { return nil }
            let tile = ElevationTile(
                style: style, description: description, channel: channel, samples: elevations, neighbors: neighbors)
            return TileMixing(
                size: size, alpha: alpha, isOpaque: !rendering.layout(for: description).channels.hasAlpha,
                content: .elevations(tile))
        }
        var part = rendering
        if case .composite(let layers) = rendering.mode {
            part.mode = .composite(layers.filter { samples[$0.channel] != nil })
        }
        let rows = part.channels.compactMap { samples[$0] }
        guard rows.count == part.channels.count else { return nil }
        let channels = Set(part.channels)
        guard let mixer = mixers[channels] ?? part.mixer(for: description, reusing: anyMixer) else { return nil }
        mixers[channels] = mixer
        return TileMixing(size: size, alpha: alpha, isOpaque: mixer.isOpaque, content: .mixture(mixer, rows))
    }

    /// The way in which elevations of a level are drawn; nil for channels that are mixed.
    private func elevationStyle(ofLevel level: PixelSize) -> ElevationTile.Style? {
        switch rendering.mode {
        case .composite, .colormap: return nil
        case .terrain(_, let encoding): return .numbers(encoding)
        case .hillshade(_, var light):
            light.pixelWidth *= Double(description.size.width) / Double(max(1, level.width))
            light.pixelHeight *= Double(description.size.height) / Double(max(1, level.height))
            return .shades(light)
        }
    }
}

/// The mixing of one tile.
struct TileMixing: Sendable {
    /// The source of the pixels.
    enum Content: Sendable {
        /// The sum of the mixer's layers.
        case mixture(ChannelMixer, [SampleTile])
        /// Elevations as light and shade, or as numbers.
        case elevations(ElevationTile)
    }

    /// The size of the tile in pixels.
    let size: PixelSize
    /// The alpha of the pixels; nil if the file states none.
    let alpha: SampleTile?
    /// Whether no pixel is transparent, apart from the alpha.
    let isOpaque: Bool
    /// The source of the pixels.
    let content: Content

    /// Mixes the tile, and maps its colors; a tile for which there is no memory is transparent.
    func mixed(_ steps: ColorSteps) -> PixelBuffer {
        PixelBuffer(size: size, isOpaque: isOpaque && alpha == nil ? true : nil) { target in
            guard let room = target.baseAddress else { return }
            withExtendedLifetime((content, alpha)) {
                switch content {
                case .mixture(let mixer, let samples):
                    mixer.mix(samples.compactMap(\.firstSample), alpha: alpha?.firstSample, into: target)
                case .elevations(let tile):
                    do { try tile.draw(into: target) } catch { target.update(repeating: 0) }
                    guard let alpha = alpha?.firstSample else { break }
                    Blending.keep(room, coverage: alpha.assumingMemoryBound(to: UInt8.self), count: target.count)
                }
                steps.map(room, count: target.count, to: room)
            }
        }
    }
}

extension ChannelRendering {
    /// The rendering with the channels, the section and the time that an image has, as one that can be mixed.
    fileprivate func limited(to description: ChannelImageDescription) -> ChannelRendering {
        let channels = description.channels.indices
        var rendering = self
        rendering.section = min(max(0, section), description.sectionCount - 1)
        rendering.time = min(max(0, time), description.timeCount - 1)
        switch mode {
        case .composite(let layers):
            rendering.mode = .composite(layers.filter { channels.contains($0.channel) })
        case .colormap(let layer, _):
            if !channels.contains(layer.channel) { rendering.mode = .composite([]) }
        case .hillshade(let channel, _), .terrain(let channel, _):
            if !channels.contains(channel) { rendering.mode = .composite([]) }
        }
        return rendering
    }
}
