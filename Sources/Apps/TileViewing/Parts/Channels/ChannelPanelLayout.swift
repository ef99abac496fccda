internal import VectorDrawing

/// The lines of the channel panel from top to bottom, and the parts of each that can be pressed; lengths are in points.
struct ChannelPanelLayout: Equatable, Sendable {
    /// A line of the panel, as wide as the panel.
    enum Line: Hashable, Sendable {
        /// The ways in which channels become colors.
        case modes
        /// The presets of ranges.
        case presets
        /// The scales of colors.
        case colormaps
        case slider(ChannelSlider)
        /// The name of a channel, whether it is shown, and its color.
        case title(Int)
        /// The colors to choose from for a channel.
        case palette(Int)
        /// The histogram of a channel with the handles of its range, and the ends of the range as numbers.
        case range(Int)

        var height: Double {
            switch self {
            case .modes, .presets: 28
            case .colormaps: 42
            case .slider, .title, .palette: 26
            case .range: 58
            }
        }
    }

    /// A part of the panel that can be pressed.
    enum Target: Hashable, Sendable {
        case mode(ChannelMix.Mode)
        /// The rendering that the image has at first.
        case reset
        case preset(ChannelPreset)
        /// A scale, by its index.
        case colormap(Int)
        case slider(ChannelSlider)
        /// The value of a slider, which can be typed.
        case value(ChannelSlider)
        /// Shows and hides a channel.
        case channel(Int)
        /// The color of a channel, which opens the palette.
        case swatch(Int)
        case solo(Int)
        /// A color for a channel, by its index.
        case color(Int, of: Int)
        /// A color that is typed.
        case otherColor(of: Int)
        /// The histogram, on which the handles are dragged.
        case histogram(Int)
        /// An end of a range, which can be typed.
        case end(Int, isUpper: Bool)
    }

    /// The lines.
    let lines: [Line]
    /// The upper edge of each line.
    let tops: [Double]
    /// The height of all lines and the padding.
    let height: Double

    static let padding = 12.0
    /// The width of a histogram: a point from each position of a handle to the next.
    static let innerWidth = Double(ChannelAxis.positionCount - 1)
    static let width = innerWidth + 2 * padding

    /// Lays out the panel for a choice.
    ///
    /// - Parameters:
    ///   - mix: the choice.
    ///   - palette: the channel for which a color is being chosen; nil for none.
    init(_ mix: ChannelMix, palette: Int?) {
        var lines: [Line] = [.modes, .presets]
        if mix.mode == .single { lines.append(.colormaps) }
        lines += [ChannelSlider.section, .time, .gamma].filter { $0.isUseful(for: mix) }.map { .slider($0) }
        for channel in mix.channels.indices {
            lines.append(.title(channel))
            if palette == channel { lines.append(.palette(channel)) }
            if mix.isShown(channel) { lines.append(.range(channel)) }
        }
        var top = Self.padding
        var tops: [Double] = []
        tops.reserveCapacity(lines.count)
        for line in lines {
            tops.append(top)
            top += line.height
        }
        self.lines = lines
        self.tops = tops
        height = top + Self.padding
    }

    /// The indices of the lines in a part of the panel.
    func lines(from top: Double, to bottom: Double) -> Range<Int> {
        let first = firstIndex { tops[$0] + lines[$0].height > top }
        return first..<max(first, firstIndex { tops[$0] >= bottom })
    }

    /// The first line for which a condition holds, as it does for all after it.
    private func firstIndex(where isTrue: (Int) -> Bool) -> Int {
        var low = 0
        var high = lines.count
        while low < high {
            let middle = (low + high) / 2
            if isTrue(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The upper edge of a line; nil if the panel has no such line.
    func top(of line: Line) -> Double? { lines.firstIndex(of: line).map { tops[$0] } }

    /// Returns the target at a point of the panel; nil if there is nothing to press.
    func target(at point: Point, in mix: ChannelMix) -> Target? {
        guard point.x >= 0, point.x < Self.width, let index = lines(from: point.y, to: point.y + 1e-9).first else {
            return nil
        }
        let local = point - Point(x: 0, y: tops[index])
        guard local.y >= 0 else { return nil }
        return lines[index].targets(in: mix).first { $0.area.contains(local) }?.target
    }
}

extension ChannelPanelLayout.Line {
    /// A part that can be pressed.
    struct Part: Hashable, Sendable {
        var target: ChannelPanelLayout.Target
        /// The rectangle that is drawn, from the upper left corner of the line.
        var box: Rect
        /// The rectangle in which a press belongs to the part.
        var area: Rect
    }

    private typealias Layout = ChannelPanelLayout
    private typealias Target = ChannelPanelLayout.Target

    /// The parts that can be pressed, of which no two have a point in common.
    func targets(in mix: ChannelMix) -> [Part] {
        switch self {
        case .modes:
            return row([.mode(.composite), .mode(.single), .reset], gap: 6, y: 3, height: 22)
        case .presets:
            return row(ChannelPreset.allCases.map { .preset($0) }, gap: 5, y: 3, height: 22).filter { part in
                if case .preset(let preset) = part.target { mix.canApply(preset) } else { true }
            }
        case .colormaps: return row(mix.colormaps.indices.map { .colormap($0) }, gap: 3, y: 20, height: 18)
        case .slider(let slider):
            let field = Self.field
            let track = Self.track
            return [
                Part(
                    target: .slider(slider), box: track,
                    area: Rect(x: track.minX - 10, y: 0, width: track.size.width + 18, height: height)),
                part(.value(slider), field),
            ]
        case .title(let channel):
            let swatch = Rect(x: Layout.padding + 26, y: 4, width: 18, height: 18)
            let solo = Rect(
                x: Layout.padding + Layout.innerWidth - 44, y: 3, width: 44, height: 20)
            let name = Self.name
            let all = [
                part(.channel(channel), Self.checkbox, from: 0, to: swatch.minX - 4),
                part(.swatch(channel), swatch, from: swatch.minX - 4, to: name.minX - 2),
                part(.channel(channel), name, from: name.minX - 2, to: solo.minX - 4),
                part(.solo(channel), solo, from: solo.minX - 4, to: Layout.width),
            ]
            // In the colors of a scale, that of a channel is not used, and one is shown alone anyway.
            return mix.mode == .composite ? all : [all[0], all[2]]
        case .palette(let channel):
            let colors = mix.palette(of: channel).indices.map { Target.color($0, of: channel) }
            return row(colors + [.otherColor(of: channel)], gap: 4, y: 4, height: 18)
        case .range(let channel):
            let low = Rect(x: Layout.padding, y: 36, width: 84, height: 18)
            let high = Rect(x: Layout.padding + Layout.innerWidth - 84, y: 36, width: 84, height: 18)
            return [
                Part(
                    target: .histogram(channel), box: Self.histogram,
                    area: Rect(x: 0, y: 0, width: Layout.width, height: 34)),
                Part(
                    target: .end(channel, isUpper: false), box: low,
                    area: Rect(x: 0, y: 34, width: low.maxX + 4, height: 24)),
                Part(
                    target: .end(channel, isUpper: true), box: high,
                    area: Rect(x: high.minX - 4, y: 34, width: Layout.width - high.minX + 4, height: 24)),
            ]
        }
    }

    /// The middle of a slider, from its first position to its last.
    static let track = Rect(x: Layout.padding + 52, y: 13, width: 127, height: 0)
    private static let field = Rect(x: Layout.padding + Layout.innerWidth - 68, y: 3, width: 68, height: 20)
    /// The histogram of a channel, with the handles at its edges.
    static let histogram = Rect(x: Layout.padding, y: 2, width: Layout.innerWidth, height: 30)
    /// The mark that says whether a channel is shown.
    static let checkbox = Rect(x: Layout.padding + 2, y: 5, width: 16, height: 16)
    /// The name of a channel.
    static let name = Rect(x: Layout.padding + 52, y: 3, width: 155, height: 20)

    /// A part whose area is as high as the line and, unless that is stated, as wide as the box.
    private func part(
        _ target: ChannelPanelLayout.Target, _ box: Rect, from start: Double? = nil, to end: Double? = nil
    ) -> Part {
        let start = start ?? box.minX
        return Part(
            target: target, box: box, area: Rect(x: start, y: 0, width: (end ?? box.maxX) - start, height: height))
    }

    /// Parts of the same width side by side; half of the gaps between them belongs to each.
    private func row(
        _ targets: [ChannelPanelLayout.Target], gap: Double, y: Double, height boxHeight: Double
    ) -> [Part] {
        let pitch = ((Layout.innerWidth + gap) / Double(max(1, targets.count))).rounded(.down)
        return targets.enumerated().map { index, target in
            let x = Layout.padding + Double(index) * pitch
            return part(
                target, Rect(x: x, y: y, width: pitch - gap, height: boxHeight), from: x - gap / 2,
                to: x + pitch - gap / 2)
        }
    }
}
