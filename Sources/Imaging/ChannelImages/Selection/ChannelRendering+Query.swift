extension ChannelRendering {
    /// Reads a rendering from its text form, as addresses and saved views have it: `composite=1,2&range=0..4000`.
    ///
    /// The names are those of ``ChannelSelection/QueryName``. What no item states is as in the automatic rendering: its
    /// channels, colors and ranges, optical section and time point.
    ///
    /// - Parameters:
    ///   - queryItems: the names and values, without escapes; items of other names are left out.
    ///   - description: the description of the image.
    ///   - automatic: the automatic rendering of the image.
    /// - Throws: `CodecError` for values that an item does not take, channels and planes that the image does not have, and
    ///   ranges that have to be measured, as percentiles have.
    public init(
        queryItems: [(name: String, value: String)], of description: ChannelImageDescription,
        automatic: ChannelRendering
    ) throws {
        let finder = ChannelRangeFinder(description, rangesOf: automatic) { channels, _, _ in
            let names = channels.map { description.name(ofChannel: $0) }.joined(separator: ", ")
            throw RenderingQuery.error(
                "the range of \(names) is not known without its samples. Give it in numbers, such as range=0..4000.")
        }
        try self.init(queryItems: queryItems, finder, automatic: automatic)
    }

    /// Reads a rendering from its text form, with ranges that a finder finds.
    package init(
        queryItems: [(name: String, value: String)], _ finder: ChannelRangeFinder, automatic: ChannelRendering
    ) throws {
        let selection = try ChannelSelection(queryItems: queryItems)
        self = try selection.rendering(
            finder, file: ChannelSelection.queryFile, initial: (automatic.section, automatic.time)
        ) { _, _ in automatic }
    }

    /// The text form of the rendering, which ``init(queryItems:of:automatic:)`` reads as the same rendering.
    ///
    /// All numbers are stated, so that the text does not depend on an automatic rendering. The values have no escapes: commas,
    /// percent signs and other characters get those of an address when they become part of one.
    ///
    /// The color of a layer that has a colormap is not written. A colormap that is neither a standard one nor that of the file
    /// has no text form; shades of the layer's color take its place. Numbers that cannot be asked for are clipped.
    ///
    /// - Parameter description: the description of the image, which has the channels of the rendering.
    /// - Returns: the names and values, in the order of ``ChannelSelection/QueryName``.
    public func queryItems(of description: ChannelImageDescription) -> [(name: String, value: String)] {
        var writer = RenderingWriter(description)
        writer.add(mode)
        if description.sectionCount > 1 || section != 0 { writer.add(.section, "\(section + 1)") }
        if description.timeCount > 1 || time != 0 { writer.add(.time, "\(time + 1)") }
        return writer.items
    }

    /// The layers; none for hillshades and elevations.
    fileprivate var layers: [Layer] {
        switch mode {
        case .composite(let layers): layers
        case .colormap(let layer, _): [layer]
        case .hillshade, .terrain: []
        }
    }
}

extension ChannelRangeFinder {
    /// Creates a finder that knows the ranges of an automatic rendering.
    ///
    /// - Parameters:
    ///   - description: the description of the image.
    ///   - automatic: the automatic rendering of the image.
    ///   - measure: measures other channels.
    package init(
        _ description: ChannelImageDescription, rangesOf automatic: ChannelRendering, measure: @escaping Measurement
    ) {
        let known = automatic.layers.map { ($0.channel, $0.range) }
        self.init(
            description, known: Dictionary(known, uniquingKeysWith: { first, _ in first }), measure: measure)
    }
}

/// Writes the items of a rendering.
private struct RenderingWriter {
    private let description: ChannelImageDescription
    private(set) var items: [(name: String, value: String)] = []

    init(_ description: ChannelImageDescription) {
        self.description = description
    }

    mutating func add(_ name: ChannelSelection.QueryName, _ value: String) {
        items.append((name.rawValue, value))
    }

    mutating func add(_ mode: ChannelRendering.Mode) {
        switch mode {
        case .composite(let layers):
            add(.channels, list(layers) { reference($0.channel) })
            guard !layers.isEmpty else { return }
            add(.colors, list(layers) { $0.color.hexadecimal.lowercased() })
            addLimits(of: layers)
        case .colormap(let layer, let colormap):
            if Colormap.named(colormap.name) == colormap {
                add(.channel, reference(layer.channel))
                add(.colormap, colormap.name)
                addLimits(of: [layer])
            } else if colormap == self.colormap(of: layer.channel) {
                add(.channel, reference(layer.channel))
                addLimits(of: [layer])
            } else {
                add(.composite([layer]))
            }
        case .hillshade(let channel, let light):
            add(.channel, reference(channel))
            add(.hillshade, "")
            add(light)
        case .terrain(let channel, let encoding):
            add(.channel, reference(channel))
            add(.terrain, encoding.rawValue)
        }
    }

    /// The items of a light that differ from those that it has by default.
    private mutating func add(_ light: Hillshade) {
        let usual = Hillshade()
        func text(_ value: Double, _ limits: ClosedRange<Double>, _ usual: Double) -> String {
            value.isNaN
                ? DecimalText.text(usual) : DecimalText.text(min(max(value, limits.lowerBound), limits.upperBound))
        }
        if light.azimuth != usual.azimuth {
            add(.azimuth, text(light.azimuth, Hillshade.azimuths, usual.azimuth))
        }
        if light.altitude != usual.altitude {
            add(.altitude, text(light.altitude, Hillshade.altitudes, usual.altitude))
        }
        if light.exaggeration != usual.exaggeration {
            add(.exaggeration, text(light.exaggeration, Hillshade.exaggerations, usual.exaggeration))
        }
        guard light.pixelWidth != usual.pixelWidth || light.pixelHeight != usual.pixelHeight else { return }
        let width = text(light.pixelWidth, Hillshade.pixelSides, usual.pixelWidth)
        let height = text(light.pixelHeight, Hillshade.pixelSides, usual.pixelHeight)
        add(.pixel, "\(width),\(height)")
    }

    /// The ranges and the exponents; one exponent for all if they are equal, and none for 1.
    private mutating func addLimits(of layers: [ChannelRendering.Layer]) {
        add(.range, list(layers) { RangeRule.values($0.range.lowerBound, $0.range.upperBound).addressText })
        let gammas = layers.map { layer in
            let limits = ChannelSelection.gammas
            return layer.gamma.isNaN ? 1 : min(max(layer.gamma, limits.lowerBound), limits.upperBound)
        }
        guard let first = gammas.first, gammas.contains(where: { $0 != 1 }) else { return }
        let areEqual = gammas.allSatisfy { $0 == first }
        add(.gamma, (areEqual ? [first] : gammas).map { DecimalText.text($0) }.joined(separator: ","))
    }

    private func list(
        _ layers: [ChannelRendering.Layer], _ text: (ChannelRendering.Layer) -> String
    ) -> String { layers.map(text).joined(separator: ",") }

    private func reference(_ channel: Int) -> String {
        ChannelReference(index: channel, in: description.channels).text
    }

    private func colormap(of channel: Int) -> Colormap? {
        description.channels.indices.contains(channel) ? description.channels[channel].colormap : nil
    }
}
