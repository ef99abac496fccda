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
    /// Channels that the image lacks are left out, and the section and time are the nearest ones that it has. The channels of
    /// hillshades and terrain encodings are shown in shades of gray.
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

    /// Prepares the mixing of a tile.
    ///
    /// - Parameters:
    ///   - size: the size of the tile in pixels.
    ///   - samples: the samples of channels, and the alpha; those of channels without samples count as 0.
    /// - Returns: the work, for any thread.
    mutating func work(_ size: PixelSize, _ samples: [Int: SampleTile]) -> TileMixing? {
        var part = rendering
        if case .composite(let layers) = rendering.mode {
            part.mode = .composite(layers.filter { samples[$0.channel] != nil })
        }
        let rows = part.channels.compactMap { samples[$0] }
        guard rows.count == part.channels.count else { return nil }
        let channels = Set(part.channels)
        guard let mixer = mixers[channels] ?? part.mixer(for: description, reusing: anyMixer) else { return nil }
        mixers[channels] = mixer
        return TileMixing(
            size: size, samples: rows, alpha: samples[ChannelTileSource.alphaChannel], mixer: mixer)
    }
}

/// The mixing of one tile.
struct TileMixing: Sendable {
    /// The size of the tile in pixels.
    let size: PixelSize
    /// The samples of the mixer's layers.
    let samples: [SampleTile]
    /// The alpha of the pixels; nil if the file states none.
    let alpha: SampleTile?
    /// Mixes the samples.
    let mixer: ChannelMixer

    /// Mixes the tile, and maps its colors.
    func mixed(_ steps: ColorSteps) -> PixelBuffer {
        PixelBuffer(size: size, isOpaque: mixer.isOpaque && alpha == nil ? true : nil) { target in
            withExtendedLifetime((samples, alpha)) {
                mixer.mix(samples.compactMap(\.firstSample), alpha: alpha?.firstSample, into: target)
                guard let room = target.baseAddress else { return }
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
            guard channels.contains(channel) else {
                rendering.mode = .composite([])
                break
            }
            let range = description.channels[channel].displayRange ?? description.fullRange
            rendering.mode = .composite([Layer(channel: channel, range: range, color: .white)])
        }
        return rendering
    }
}
