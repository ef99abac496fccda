internal import ChannelImages
internal import ImageCodecs

extension CutPlan {
    /// The warnings about ranges in which no value of the samples' type is: what is shown by them has one color.
    ///
    /// - Parameter channels: the channels that are shown, with their ranges.
    /// - Returns: a sentence for each such channel.
    static func emptyRanges(of channels: RenderedChannels) -> [String] {
        let type = channels.description.sampleType
        let layers: [ChannelRendering.Layer]
        switch channels.rendering.mode {
        case .composite(let all): layers = all
        case .colormap(let layer, _): layers = [layer]
        case .hillshade, .terrain: return []
        }
        guard !type.isFloatingPoint else { return [] }
        return layers.filter { !$0.range.overlaps(type.fullRange) }.map { layer in
            EmptyRange.warning(
                layer.range, type: type.rawValue,
                of: "channel \(channels.description.name(ofChannel: layer.channel))")
        }
    }
}
