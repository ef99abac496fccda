extension ChannelRendering {
    /// The rendering that suits two images: each range goes from the lower of both beginnings to the higher of both ends.
    ///
    /// - Returns: nil if the renderings differ in more than their ranges.
    package func union(_ other: ChannelRendering) -> ChannelRendering? {
        var result = self
        switch (mode, other.mode) {
        case (.composite(var layers), .composite(let others)) where layers.count == others.count:
            for index in layers.indices { layers[index].range = layers[index].range.union(others[index].range) }
            result.mode = .composite(layers)
        case (.colormap(var layer, let colormap), .colormap(let otherLayer, _)):
            layer.range = layer.range.union(otherLayer.range)
            result.mode = .colormap(layer, colormap)
        case (.hillshade(let channel, _), .hillshade(let otherChannel, _)):
            return channel == otherChannel && section == other.section && time == other.time ? self : nil
        default: return self == other ? self : nil
        }
        // The same but for the ranges.
        return result.statement == other.withRanges(of: result).statement ? result : nil
    }

    /// This rendering with the ranges of another one that has as many layers.
    private func withRanges(of other: ChannelRendering) -> ChannelRendering {
        var result = self
        switch (mode, other.mode) {
        case (.composite(var layers), .composite(let others)):
            for (index, layer) in zip(layers.indices, others) { layers[index].range = layer.range }
            result.mode = .composite(layers)
        case (.colormap(var layer, let colormap), .colormap(let otherLayer, _)):
            layer.range = otherLayer.range
            result.mode = .colormap(layer, colormap)
        default: break
        }
        return result
    }
}

extension ClosedRange<Double> {
    fileprivate func union(_ other: ClosedRange<Double>) -> ClosedRange<Double> {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}
