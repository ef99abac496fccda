extension ChannelRendering {
    /// The most channels that are shown at first.
    public static let initialLayerLimit = 6

    /// The rendering that an image has if nobody asks for another one.
    ///
    /// - A color picture is red, green and blue of the full range.
    /// - One channel is gray, or of its own color or colormap. An elevation has the range from the least value to the greatest.
    /// - Bands that are red, green and blue by their names or wavelengths are shown in these colors. Their range is common to
    ///   the three, so that hues stay: from the least of percentiles 2 to the greatest of percentiles 98.
    /// - Other channels are added: the first ``initialLayerLimit`` of those that the file shows, without alpha, and without
    ///   transmitted light if there is other. A color is that of the file, of the stain's name or of the wavelength, and one of
    ///   ``ChannelColor/usual(_:)`` if none of the channels has one. Of more than ``initialLayerLimit`` channels that have neither
    ///   names nor colors nor wavelengths the first three are shown, in red, green and blue, because more of them add up to gray.
    ///
    /// Ranges are those of the file, or else percentiles 0.1 and 99.9, or the full range of 8 bits.
    ///
    /// - Parameters:
    ///   - image: the image; samples are read where a range has to be measured.
    ///   - section: the optical section.
    ///   - time: the time point.
    ///   - workers: the most threads; as many as there are processors by default.
    /// - Returns: the rendering.
    /// - Throws: the errors of ``SampledStatistics/measure(_:of:section:time:workers:)``.
    public static func automatic(
        for image: any ChannelImage, section: Int = 0, time: Int = 0, workers: Int? = nil
    ) throws -> ChannelRendering {
        try automatic(ChannelRangeFinder(image, workers: workers), section: section, time: time)
    }

    /// The rendering that an image has if nobody asks for another one, with ranges that a finder finds.
    package static func automatic(
        _ finder: ChannelRangeFinder, section: Int = 0, time: Int = 0
    ) throws -> ChannelRendering {
        var rendering = ChannelRendering(.composite([]))
        rendering.section = section
        rendering.time = time
        rendering.mode = try InitialChoice(finder, section: section, time: time).mode()
        return rendering
    }

    /// The sum of channels.
    ///
    /// - Parameters:
    ///   - channels: the channels, counted from 0.
    ///   - colors: the colors of the channels; nil for red, green and blue of three channels of a multispectral scene or a
    ///     color picture, and else for the colors that ``automatic(for:section:time:workers:)`` gives them.
    ///   - ranges: the rules for the channels in their order; the last one holds for all others. With an empty list, ranges are
    ///     those that `automatic(for:section:time:workers:)` finds: three channels of a scene have a common one.
    ///   - image: the image; samples are read where a range has to be measured.
    ///   - section: the optical section.
    ///   - time: the time point.
    ///   - workers: the most threads; as many as there are processors by default.
    /// - Returns: the rendering.
    /// - Throws: the errors of ``SampledStatistics/measure(_:of:section:time:workers:)``.
    public static func composite(
        _ channels: [Int], colors: [ChannelColor]? = nil, ranges: [RangeRule] = [], of image: any ChannelImage,
        section: Int = 0, time: Int = 0, workers: Int? = nil
    ) throws -> ChannelRendering {
        try composite(
            channels, colors: colors, ranges: ranges, ChannelRangeFinder(image, workers: workers), section: section,
            time: time)
    }

    /// The sum of channels, with ranges that a finder finds.
    package static func composite(
        _ channels: [Int], colors: [ChannelColor]? = nil, ranges: [RangeRule] = [], _ finder: ChannelRangeFinder,
        section: Int = 0, time: Int = 0
    ) throws -> ChannelRendering {
        let description = finder.description
        let isTrueColor =
            channels.count == 3
            && (description.isColorPicture || SpectralBands.trueColor(description.channels) != nil)
        let colors =
            colors ?? (isTrueColor ? ChannelColor.usual(3) : InitialChoice.colors(of: channels, in: description))
        var rendering = ChannelRendering(.composite([]))
        rendering.section = section
        rendering.time = time
        let found =
            isTrueColor && ranges.isEmpty
            ? try InitialChoice(finder, section: section, time: time).trueColorRanges(of: channels)
            : try finder.ranges(ranges, of: channels, section: section, time: time)
        rendering.mode = .composite(
            zip(channels, found).enumerated().map { index, part in
                Layer(channel: part.0, range: part.1, color: index < colors.count ? colors[index] : .white)
            })
        return rendering
    }

    /// Finds the ranges of channels by rules; the last one holds for all others.
    ///
    /// Each channel is measured once, and only if its rule needs that.
    public static func ranges(
        _ rules: [RangeRule], of channels: [Int], in image: any ChannelImage, _ rendering: ChannelRendering,
        workers: Int? = nil
    ) throws -> [ClosedRange<Double>] {
        try ChannelRangeFinder(image, workers: workers)
            .ranges(rules, of: channels, section: rendering.section, time: rendering.time)
    }
}

/// The channels that are shown at first, and their colors.
private struct InitialChoice {
    private let finder: ChannelRangeFinder
    private let section: Int
    private let time: Int

    init(_ finder: ChannelRangeFinder, section: Int, time: Int) {
        self.finder = finder
        self.section = section
        self.time = time
    }

    private var description: ChannelImageDescription { finder.description }

    private func ranges(_ rule: RangeRule, of channels: [Int]) throws -> [ClosedRange<Double>] {
        try finder.ranges([rule], of: channels, section: section, time: time)
    }

    func mode() throws -> ChannelRendering.Mode {
        let all = description.channels
        func trueColor(_ bands: [Int]) throws -> ChannelRendering.Mode {
            composite(bands, ChannelColor.usual(3), try trueColorRanges(of: bands))
        }
        if description.isColorPicture, all.count >= 3 { return try trueColor([0, 1, 2]) }
        let shown = Self.shown(description)
        if shown.count == 1, let channel = shown.first {
            let isElevation = Self.isElevation(all[channel]) && all[channel].displayRange == nil
            let range = try ranges(isElevation ? .percentiles(0, 100) : .automatic, of: shown)[0]
            let layer = ChannelRendering.Layer(channel: channel, range: range, color: all[channel].color ?? .white)
            return all[channel].colormap.map { .colormap(layer, $0) } ?? .composite([layer])
        }
        if let bands = SpectralBands.trueColor(all) { return try trueColor(bands) }
        return composite(shown, Self.colors(of: shown, in: description), try ranges(.automatic, of: shown))
    }

    private func composite(
        _ channels: [Int], _ colors: [ChannelColor], _ ranges: [ClosedRange<Double>]
    ) -> ChannelRendering.Mode {
        .composite(
            channels.indices.map {
                ChannelRendering.Layer(channel: channels[$0], range: ranges[$0], color: colors[$0])
            })
    }

    /// The ranges of red, green and blue.
    func trueColorRanges(of bands: [Int]) throws -> [ClosedRange<Double>] {
        if let known = finder.knownRanges(of: bands) { return known }
        if description.isColorPicture { return try ranges(.full, of: bands) }
        let areStated = bands.allSatisfy { description.channels[$0].displayRange != nil }
        if areStated || description.sampleType == .uint8 { return try ranges(.automatic, of: bands) }
        let found = try ranges(.percentiles(2, 98), of: bands)
        let low = found.map(\.lowerBound).min() ?? 0
        let high = found.map(\.upperBound).max() ?? low
        return found.map { _ in low...max(low, high) }
    }

    /// The channels that are shown; at least one.
    private static func shown(_ description: ChannelImageDescription) -> [Int] {
        let channels = description.channels
        let visible = channels.indices.filter { channels[$0].isVisible && channels[$0].alpha == nil }
        let emitting = visible.filter { !StainColors.isTransmitted(channels[$0].name ?? "") }
        let shown = emitting.isEmpty ? visible : emitting
        let limit = ChannelRendering.initialLayerLimit
        let areNondescript = shown.allSatisfy {
            channels[$0].name == nil && channels[$0].color == nil && channels[$0].wavelength == nil
        }
        return shown.isEmpty ? [0] : Array(shown.prefix(shown.count > limit && areNondescript ? 3 : limit))
    }

    /// The colors of channels that are added.
    ///
    /// Colors of the file do not count if all of several channels have the same one. Channels without a color get those of the
    /// usual ones that no other channel has.
    static func colors(of channels: [Int], in description: ChannelImageDescription) -> [ChannelColor] {
        let parts = channels.map { description.channels[$0] }
        let stated = Set(parts.map(\.color))
        let ignoresStated = parts.count > 1 && stated.count == 1
        let known = parts.map { channel in
            (ignoresStated ? nil : channel.color) ?? channel.name.flatMap(StainColors.color(named:))
                ?? channel.wavelength.flatMap(StainColors.color(wavelength:))
        }
        guard known.contains(where: { $0 != nil }) else { return ChannelColor.usual(channels.count) }
        var free = ChannelColor.usual(8).filter { !known.contains($0) }
        return known.map { color in
            if let color { return color }
            return free.isEmpty ? .white : free.removeFirst()
        }
    }

    /// Whether a channel's values are heights: by its unit, or by a word of its name.
    private static func isElevation(_ channel: ChannelDescription) -> Bool {
        let units: Set<String> = ["m", "metre", "metres", "meter", "meters", "ft", "foot", "feet", "us survey foot"]
        if let unit = channel.unit, units.contains(unit.lowercased()) { return true }
        let words = (channel.name ?? "").prefix(100).lowercased().split { !$0.isLetter }
        return words.contains { ["elevation", "height", "altitude", "dem", "dtm", "dsm", "bathymetry"].contains($0) }
    }
}

extension ChannelRendering {
    /// The colors that channels have if they are added: those of the file, of stains and of wavelengths, or the usual ones.
    package static func colors(
        of channels: [Int], in description: ChannelImageDescription
    ) -> [ChannelColor] { InitialChoice.colors(of: channels, in: description) }
}
