internal import ImageMetadata

extension ChannelSelection {
    /// Finds the channels of an image, and measures the ranges that depend on its values.
    ///
    /// The same image and selection give the same rendering, whatever the number of threads is.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - file: the file's name in errors.
    ///   - threads: the number of threads that read samples; nil for one for each processor.
    /// - Returns: what is shown, in numbers.
    /// - Throws: `CodecError` for a channel that does not exist, options that do not suit the image, and samples that cannot be
    ///   read.
    package func rendering(of image: any ChannelImage, file: String, threads: Int? = nil) throws -> ChannelRendering {
        try rendering(ChannelRangeFinder(image, workers: threads), file: file) { section, time in
            try ChannelRendering.automatic(for: image, section: section, time: time, workers: threads)
        }
    }

    /// Finds the channels of an image, with ranges that a finder finds.
    ///
    /// - Parameters:
    ///   - finder: finds the ranges; it has the description of the image.
    ///   - file: the file's name in errors.
    ///   - initial: the optical section and the time point where none is chosen, counted from 0.
    ///   - automatic: the rendering of an image of which no channels are chosen, at an optical section and a time point.
    /// - Returns: what is shown, in numbers.
    /// - Throws: `CodecError` for a channel that does not exist and options that do not suit the image, and the errors of the
    ///   finder.
    package func rendering(
        _ finder: ChannelRangeFinder, file: String, initial: (section: Int, time: Int) = (0, 0),
        automatic: (_ section: Int, _ time: Int) throws -> ChannelRendering
    ) throws -> ChannelRendering {
        let description = finder.description
        let channels = ChannelFinder(description.channels, file: file)
        let section = try Self.index(section, of: description.sectionCount, "optical section", file) ?? initial.section
        let time = try Self.index(time, of: description.timeCount, "time point", file) ?? initial.time
        func composite(_ found: [Int], colors: [ChannelColor]? = nil) throws -> ChannelRendering {
            try ChannelRendering.composite(
                found, colors: colors, ranges: ranges == [.automatic] ? [] : try rules(for: found.count, file),
                finder, section: section, time: time)
        }
        var rendering: ChannelRendering
        switch mode {
        case .automatic:
            rendering = try automatic(section, time)
            if ranges != [.automatic] {
                let rules = try rules(for: rendering.channels.count, file)
                rendering.setRanges(
                    try finder.ranges(rules, of: rendering.channels, section: section, time: time))
            }
        case .colors(let references):
            let found = try references.map { try channels.index(of: $0) }
            guard found.count == 1 || found.count == 3 else {
                throw CodecError(
                    .invalidRequest, file: file,
                    "channels takes one channel for gray, or three for red, green and blue, not \(found.count). Add "
                        + "composite, which adds channels up in their colors, or give colors.")
            }
            rendering = try composite(found, colors: found.count == 1 ? [.white] : ChannelColor.usual(3))
            if found.count == 1, let colormap = description.channels[found[0]].colormap { rendering.set(colormap) }
        case .composite(let references):
            let found = try references?.map { try channels.index(of: $0) } ?? channels.shown
            if let colors {
                guard colors.count == found.count else {
                    throw CodecError(
                        .invalidRequest, file: file,
                        "\(colors.count == 1 ? "one color is" : "\(colors.count) colors are") given for \(Self.text(found.count)). Give one for each."
                    )
                }
            } else if description.channels.count < 2 {
                throw CodecError(
                    .invalidRequest, file: file,
                    "it has one channel, and none to add to it. Choose a colormap instead.")
            }
            rendering = try composite(found, colors: colors)
        case .colormap(let reference, let colormap):
            rendering = try composite([try channels.only(reference, as: "a colormap")])
            rendering.set(colormap)
        case .hillshade(let reference, let light):
            rendering = ChannelRendering(.hillshade(channel: try channels.only(reference, as: "a hillshade"), light))
        case .terrain(let reference, let encoding):
            rendering = ChannelRendering(
                .terrain(channel: try channels.only(reference, as: "a terrain encoding"), encoding))
        }
        try setGamma(of: &rendering, file)
        rendering.section = section
        rendering.time = time
        return rendering
    }

    /// The rules for the ranges of some channels.
    private func rules(for count: Int, _ file: String) throws -> [RangeRule] {
        guard ranges.count == 1 || ranges.count == count else {
            throw CodecError(
                .invalidRequest, file: file,
                "\(ranges.count) ranges are given for \(Self.text(count)). Give one for all, or one for each."
            )
        }
        for case .values(let low, let high) in ranges where low > high {
            throw CodecError(
                .invalidRequest, file: file,
                "the range of a channel goes from the lower to the higher value: \(high),\(low).")
        }
        return ranges
    }

    /// Sets the exponents of the layers.
    private func setGamma(of rendering: inout ChannelRendering, _ file: String) throws {
        let count = rendering.channels.count
        guard !layerGammas.isEmpty else {
            rendering.changeLayers { _, layer in if gamma != 1 { layer.gamma = gamma } }
            return
        }
        guard layerGammas.count == 1 || layerGammas.count == count else {
            throw CodecError(
                .invalidRequest, file: file,
                "\(layerGammas.count) exponents (gamma) are given for \(Self.text(count)). Give one for all, or one for each."
            )
        }
        rendering.changeLayers { index, layer in layer.gamma = layerGammas[layerGammas.count == 1 ? 0 : index] }
    }

    /// The number of channels in words.
    private static func text(_ count: Int) -> String { count == 1 ? "one channel" : "\(count) channels" }

    /// The index of an optical section or a time point, counted from 0; nil if none is chosen.
    private static func index(_ number: Int?, of count: Int, _ name: String, _ file: String) throws -> Int? {
        guard let number else { return nil }
        guard (1...count).contains(number) else {
            throw CodecError(
                .invalidRequest, file: file,
                "it has \(count == 1 ? "one \(name)" : "\(count) \(name)s"); there is no \(name) \(number).")
        }
        return number - 1
    }
}

extension ChannelRendering {
    /// Replaces the ranges of the layers, in their order.
    fileprivate mutating func setRanges(_ ranges: [ClosedRange<Double>]) {
        changeLayers { index, layer in layer.range = ranges[index] }
    }

    /// Shows the only layer with the colors of a scale.
    fileprivate mutating func set(_ colormap: Colormap) {
        guard case .composite(let layers) = mode, layers.count == 1 else { return }
        mode = .colormap(layers[0], colormap)
    }

    /// Changes the layers in their order.
    fileprivate mutating func changeLayers(_ change: (_ index: Int, inout Layer) -> Void) {
        switch mode {
        case .composite(var layers):
            for index in layers.indices { change(index, &layers[index]) }
            mode = .composite(layers)
        case .colormap(var layer, let colormap):
            change(0, &layer)
            mode = .colormap(layer, colormap)
        case .hillshade, .terrain: break
        }
    }
}

/// Finds the channels of an image by their numbers and names.
private struct ChannelFinder {
    private let channels: [ChannelDescription]
    private let file: String

    /// The most channels that an error lists.
    private static let listLimit = 24

    init(_ channels: [ChannelDescription], file: String) {
        self.channels = channels
        self.file = file
    }

    /// The channels that the file shows at first; all if it hides every one.
    var shown: [Int] {
        let visible = channels.indices.filter { channels[$0].isVisible }
        return visible.isEmpty ? Array(channels.indices) : visible
    }

    /// The index of a channel.
    func index(of reference: ChannelReference) throws -> Int {
        if let index = reference.index(in: channels) { return index }
        throw CodecError(.invalidRequest, file: file, "there is no channel \(reference.text); \(list).")
    }

    /// The index of a channel, or of the only one beside alpha where none is named.
    func only(_ reference: ChannelReference?, as phrase: String) throws -> Int {
        if let reference { return try index(of: reference) }
        let values = channels.indices.filter { channels[$0].alpha == nil }
        guard channels.count > 1, values.count != 1 else { return values.first ?? 0 }
        throw CodecError(
            .invalidRequest, file: file,
            "\(phrase) shows one channel, and \(list). Name the channel.")
    }

    /// The channels in words: "it has the channels 1 DAPI, 2 FITC".
    private var list: String {
        let names = channels.prefix(Self.listLimit).enumerated().map { index, channel in
            "\(index + 1)\(channel.name.map { " \($0)" } ?? "")"
        }
        let more = channels.count > names.count ? " and \(channels.count - names.count) more" : ""
        return "it has \(channels.count == 1 ? "the channel" : "the channels") \(names.joined(separator: ", "))\(more)"
    }
}
