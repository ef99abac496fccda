extension ChannelRendering {
    /// The rendering as text, which is equal only for equal renderings.
    ///
    /// It identifies what an interrupted run, or a shard of a cut, has made.
    package var statement: String {
        let what =
            switch mode {
            case .composite(let layers): "composite \(layers.map(\.statement).joined(separator: " "))"
            case .colormap(let layer, let colormap):
                "colormap \(layer.statement) \(colormap.name) \(colormap.colors.map(\.hexadecimal).joined())"
            case .hillshade(let channel, let light):
                "hillshade \(channel) azimuth \(light.azimuth) altitude \(light.altitude) exaggeration \(light.exaggeration) "
                    + "pixel \(light.pixelWidth) \(light.pixelHeight)"
            case .terrain(let channel, let encoding): "terrain \(channel) \(encoding.rawValue)"
            }
        return "\(what) section \(section) time \(time)"
    }
}

extension ChannelRendering.Layer {
    fileprivate var statement: String {
        "\(channel):\(range.lowerBound)...\(range.upperBound)^\(gamma)#\(color.hexadecimal)"
    }
}
