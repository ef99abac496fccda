internal import Numbers

extension ChannelRendering {
    /// The rendering in one line: "channels DAPI (blue, 102…3811), FITC (green, 95…2901)".
    ///
    /// Channels without names have their numbers, counted from 1.
    ///
    /// - Parameter description: the description of the image.
    /// - Returns: the line, without control characters.
    public func summary(of description: ChannelImageDescription) -> String {
        var text: String
        switch mode {
        case .composite(let layers):
            let parts = layers.map { layer in
                let name = description.name(ofChannel: layer.channel)
                return "\(name) (\(layer.color.name), \(Self.text(of: layer)))"
            }
            text = (parts.count == 1 ? "channel " : "channels ") + parts.joined(separator: ", ")
            if parts.isEmpty { text = "no channels" }
        case .colormap(let layer, let colormap):
            text = "channel \(description.name(ofChannel: layer.channel)) (\(colormap.name), \(Self.text(of: layer)))"
        case .hillshade(let channel, let light):
            text =
                "hillshade of channel \(description.name(ofChannel: channel)), light from "
                + "\(Self.number(light.azimuth, digits: 1))°, \(Self.number(light.altitude, digits: 1))° high"
        case .terrain(let channel, let encoding):
            let name = encoding == .mapbox ? "Mapbox Terrain-RGB" : "Terrarium"
            text = "elevations of channel \(description.name(ofChannel: channel)) as \(name)"
        }
        if description.sectionCount > 1 { text += ", section \(section + 1) of \(description.sectionCount)" }
        if description.timeCount > 1 { text += ", time \(time + 1) of \(description.timeCount)" }
        return VisibleText.escaped(text)
    }

    /// The range and the gamma: "102…3811", "0…1 gamma 0.5".
    private static func text(of layer: Layer) -> String {
        let low = layer.range.lowerBound
        let high = layer.range.upperBound
        let span = high - low
        var digits = 0
        // Three significant digits of the span.
        while digits < 9, span > 0, span * power(digits) < 100 { digits += 1 }
        let range = "\(number(low, digits: digits))…\(number(high, digits: digits))"
        return layer.gamma == 1 ? range : "\(range) gamma \(number(layer.gamma, digits: 2))"
    }

    private static func power(_ digits: Int) -> Double { (0..<digits).reduce(1) { power, _ in power * 10 } }

    /// A number without zeros at the end.
    private static func number(_ value: Double, digits: Int) -> String {
        guard value.isFinite, value.magnitude < 1e8 else { return "\(value)" }
        var text = NumberText.decimal(value, digits: digits)
        guard text.contains(".") else { return text }
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text
    }
}
