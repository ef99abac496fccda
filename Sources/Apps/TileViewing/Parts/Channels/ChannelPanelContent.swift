internal import ChannelImages
internal import VectorDrawing

/// The part of the channel panel that is seen, as values that can be drawn on any thread; lengths are in points.
///
/// It has the lines in view, so that an image of thousands of channels costs no more than its panel.
struct ChannelPanelContent: Hashable, Sendable {
    /// The look of a box with a text.
    enum BoxStyle: Hashable, Sendable {
        /// A button.
        case button
        /// The button of what is chosen.
        case chosen
        /// A value that can be typed.
        case field
    }

    /// A thing that is drawn, at its place in the panel.
    enum Item: Hashable, Sendable {
        case box(Rect, String, BoxStyle)
        /// A text that begins at the left edge of a rectangle and is cut at its right one.
        case text(Rect, String, isDim: Bool)
        case swatch(Rect, ChannelColor, isChosen: Bool)
        case colormap(Rect, Colormap, isChosen: Bool)
        case slider(Rect, position: Double)
        /// A mark that is set or not: round ones exclude each other.
        case mark(Rect, isSet: Bool, isRound: Bool)
        /// A histogram, empty while it is not known, and the positions of the handles on it.
        case histogram(Rect, [Double], ChannelColor, low: Double, high: Double)
    }

    /// The things, from the lowest on.
    let items: [Item]
    /// The height that is seen.
    let height: Double

    /// Chooses what is seen.
    ///
    /// - Parameters:
    ///   - mix: the choice of channels.
    ///   - layout: the lines of the whole panel.
    ///   - offset: the distance by which the panel is scrolled down.
    ///   - height: the height that is seen.
    ///   - histogram: the histogram of a channel; nil while it is not known.
    init(
        _ mix: ChannelMix, _ layout: ChannelPanelLayout, from offset: Double, height: Double,
        histogram: (_ channel: Int) -> ChannelHistogram?
    ) {
        self.height = height
        items = layout.lines(from: offset, to: offset + height).flatMap { index in
            let line = layout.lines[index]
            let levels: [Double] = if case .range(let channel) = line { histogram(channel)?.levels ?? [] } else { [] }
            let top = layout.tops[index] - offset
            return (line.labels(in: mix) + line.targets(in: mix).map { $0.item(in: mix, levels) })
                .map { $0.moved(down: top) }
        }
    }
}

extension ChannelPanelContent.Item {
    fileprivate func moved(down distance: Double) -> Self {
        func moved(_ rect: Rect) -> Rect {
            Rect(x: rect.minX, y: rect.minY + distance, width: rect.size.width, height: rect.size.height)
        }
        return switch self {
        case .box(let rect, let text, let style): .box(moved(rect), text, style)
        case .text(let rect, let text, let isDim): .text(moved(rect), text, isDim: isDim)
        case .swatch(let rect, let color, let isChosen): .swatch(moved(rect), color, isChosen: isChosen)
        case .colormap(let rect, let colormap, let isChosen): .colormap(moved(rect), colormap, isChosen: isChosen)
        case .slider(let rect, let position): .slider(moved(rect), position: position)
        case .mark(let rect, let isSet, let isRound): .mark(moved(rect), isSet: isSet, isRound: isRound)
        case .histogram(let rect, let levels, let color, let low, let high):
            .histogram(moved(rect), levels, color, low: low, high: high)
        }
    }
}

extension ChannelPanelLayout.Line {
    /// The texts that cannot be pressed.
    fileprivate func labels(in mix: ChannelMix) -> [ChannelPanelContent.Item] {
        switch self {
        case .colormaps:
            let rect = Rect(x: Layout.padding, y: 2, width: Layout.innerWidth, height: 16)
            return [.text(rect, mix.colormap.name, isDim: true)]
        case .slider(let slider):
            let rect = Rect(x: Layout.padding, y: 3, width: Self.track.minX - 5 - Layout.padding, height: 20)
            return [.text(rect, slider.label, isDim: true)]
        default: return []
        }
    }

    private typealias Layout = ChannelPanelLayout
}

extension ChannelPanelLayout.Line.Part {
    /// The thing that is drawn of the part.
    fileprivate func item(in mix: ChannelMix, _ levels: [Double]) -> ChannelPanelContent.Item {
        switch target {
        case .mode(let mode):
            .box(box, mode == .composite ? "composite" : "one channel", mode == mix.mode ? .chosen : .button)
        case .reset: .box(box, "as at first", .button)
        case .preset(let preset): .box(box, preset.label, .button)
        case .colormap(let index):
            .colormap(box, mix.colormaps[index], isChosen: mix.colormaps[index] == mix.colormap)
        case .slider(let slider): .slider(box, position: slider.position(in: mix))
        case .value(let slider): .box(box, slider.value(in: mix), .field)
        case .channel(let channel):
            box == ChannelPanelLayout.Line.checkbox
                ? .mark(box, isSet: mix.isShown(channel), isRound: mix.mode == .single)
                : .text(box, ChannelText.name(of: channel, in: mix.description), isDim: !mix.isShown(channel))
        case .swatch(let channel): .swatch(box, mix.channels[channel].color, isChosen: false)
        case .solo(let channel): .box(box, "solo", mix.isSolo(channel) ? .chosen : .button)
        case .color(let index, let channel):
            .swatch(
                box, mix.palette(of: channel)[index],
                isChosen: mix.palette(of: channel)[index] == mix.channels[channel].color)
        case .otherColor: .box(box, "#", .field)
        case .histogram(let channel): histogram(of: channel, in: mix, levels)
        case .end(let channel, let isUpper):
            .box(box, ChannelText.value(mix.end(of: channel, isUpper: isUpper), on: mix.axis(of: channel)), .field)
        }
    }

    private func histogram(of channel: Int, in mix: ChannelMix, _ levels: [Double]) -> ChannelPanelContent.Item {
        let axis = mix.axis(of: channel)
        return .histogram(
            box, levels, mix.mode == .single ? .white : mix.channels[channel].color,
            low: axis.position(of: mix.end(of: channel, isUpper: false)),
            high: axis.position(of: mix.end(of: channel, isUpper: true)))
    }
}
