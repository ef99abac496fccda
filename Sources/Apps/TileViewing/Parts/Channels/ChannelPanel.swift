internal import ChannelImages
internal import Controls
internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import VectorDrawing

/// The panel that shows and changes the channels of an image, at the right.
///
/// Its bitmap has only the lines that are seen: it is drawn when a value changes and when it is scrolled, and freed when the
/// panel is closed.
@MainActor
final class ChannelPanel {
    /// A value that the user wants to type.
    typealias TypedValue = ChannelPanelLayout.Target

    /// The layer of the panel, to be added to the layer that fills the window.
    var layer: Layer { overlay.layer }

    /// Whether the panel is open, `false` by default.
    var isOn = false {
        didSet {
            guard isOn != oldValue else { return }
            drag = nil
            palette = nil
            content = nil
            layOut()
        }
    }

    /// Called when the user changes the choice of channels.
    var onChange: (@MainActor (ChannelMix) -> Void)?
    /// Returns the present choice, which events may have changed since it was drawn.
    var onRead: (@MainActor () -> ChannelMix?)?
    /// Called when the user clicks a value, to type another one.
    var onType: (@MainActor (TypedValue) -> Void)?
    /// Whether something on the panel is being dragged, or the panel is scrolled.
    var isDragging: Bool { drag != nil }

    /// The lines of the whole panel; nil while it is closed.
    private(set) var layout: ChannelPanelLayout?
    /// The part that is seen; nil while the panel is closed, and before it has a place.
    private(set) var content: ChannelPanelContent?
    /// The channel for which a color is being chosen; nil for none.
    private(set) var palette: Int?
    /// The distance in points by which the panel is scrolled down.
    private(set) var scrollOffset = 0.0

    private enum Drag {
        case slider(ChannelSlider)
        /// A handle, and the distance to it from the pointer.
        case handle(channel: Int, isUpper: Bool, distance: Double)
        case scroll(ScrollDrag)
    }

    private let environment: ControlEnvironment
    private let overlay: DrawnOverlay
    private let bar: ScrollBar
    private var mix: ChannelMix?
    private var height = 0.0
    private var drag: Drag?
    /// The part of a notch of the wheel that has not moved a slider yet.
    private var wheelRest = 0.0
    private var histograms = ChannelHistograms()

    /// The distance of the pointer from a handle in points within which a press does not move it.
    private static let grip = 10.0
    /// The distance in points that a wheel scrolls text in a notch, in which it moves a slider by one value.
    private static let notch = 40.0

    init(in environment: ControlEnvironment) {
        self.environment = environment
        overlay = DrawnOverlay("channels", in: environment)
        bar = ScrollBar(in: overlay.layer, environment: environment)
    }

    /// Shows a choice of channels; nil for none.
    func update(_ mix: ChannelMix?) {
        guard mix != self.mix else { return }
        if mix?.description != self.mix?.description {
            histograms = ChannelHistograms()
            palette = nil
            drag = nil
            scrollOffset = 0
        }
        self.mix = mix
        layOut()
    }

    // MARK: Place

    static let id = OverlayID("channels")

    /// The space that the panel needs; nil while it is closed.
    func request(in layout: OverlayLayout) -> OverlayRequest? {
        guard let lines = self.layout else { return nil }
        let size = Size(width: ChannelPanelLayout.width, height: min(lines.height, max(layout.area.size.height, 1)))
        return OverlayRequest(panel: Self.id, size: size, at: .topRight, in: layout)
    }

    /// Places the panel in a frame; without one it stays where it is.
    func place(in frame: Rect?) {
        guard let frame else { return }
        overlay.place(in: frame)
        guard height != frame.size.height else { return }
        height = frame.size.height
        draw()
    }

    /// The largest distance that can be scrolled.
    private var scrollLimit: Double { max(0, (layout?.height ?? 0) - height) }

    private func layOut() {
        layout = isOn ? mix.map { ChannelPanelLayout($0, palette: palette) } : nil
        draw()
    }

    /// Draws the part that is seen, if that has changed.
    private func draw() {
        guard let mix, let layout else {
            content = nil
            scrollOffset = 0
            return overlay.hide()
        }
        guard height > 0 else { return }
        scrollOffset = environment.snappedToPixels(min(max(0, scrollOffset), scrollLimit))
        let seen = min(height, layout.height)
        bar.show(
            seen, of: layout.height, from: scrollOffset,
            in: Rect(x: 0, y: 0, width: ChannelPanelLayout.width, height: seen))
        let new = ChannelPanelContent(mix, layout, from: scrollOffset, height: seen) {
            histograms.histogram(of: $0, in: mix)
        }
        guard new != content else { return }
        content = new
        overlay.draw { theme, scale throws(TextError) in
            try DrawnChannelPanel(new, theme: theme, scale: scale).buffer
        }
    }

    // MARK: Input

    /// The point of the whole panel at a point of the window; nil outside of what is seen of it.
    private func localPoint(_ point: Point) -> Point? { overlay.localPoint(point).map(unscrolled) }

    private func unscrolled(_ point: Point) -> Point { point + Point(x: 0, y: scrollOffset) }

    private func target(at point: Point) -> ChannelPanelLayout.Target? {
        mix.flatMap { layout?.target(at: point, in: $0) }
    }

    /// Whether there is something to press at a point of the window; nil outside of the panel.
    func isControl(at point: Point) -> Bool? { localPoint(point).map { target(at: $0) != nil } }

    /// Handles an event of the wheel: over the sliders of sections and times it moves these, elsewhere it scrolls.
    ///
    /// - Returns: whether it was over the panel and has moved or scrolled something.
    func handle(_ event: WheelEvent) -> Bool {
        guard isOn, !event.isPinch, let point = localPoint(event.position), let layout, var mix = present else {
            return false
        }
        let line = layout.lines(from: point.y, to: point.y + 1e-9).first.map { layout.lines[$0] }
        if case .slider(let slider)? = line, let index = slider.index(in: mix) {
            let distance = event.scrolledPoints
            guard distance.isFinite else { return true }
            wheelRest = min(max(wheelRest + distance / Self.notch, -1e6), 1e6)
            let steps = wheelRest.rounded(.towardZero)
            wheelRest -= steps
            slider.setIndex(index + Int(steps), in: &mix)
            change(to: mix)
            return true
        }
        guard scrollLimit > 0 else { return false }
        if event.scrolledPoints.isFinite { scroll(to: scrollOffset + event.scrolledPoints) }
        return true
    }

    private func scroll(to offset: Double) {
        scrollOffset = offset
        draw()
    }

    /// Handles a pointer event; returns whether it was on the panel.
    func handle(_ event: PointerEvent) -> Bool {
        guard isOn, layer.contents != nil else { return false }
        switch event.phase {
        case .down(.primary, _):
            guard let point = localPoint(event.position) else { return false }
            if let target = target(at: point) {
                press(target, at: point)
            } else if scrollLimit > 0 {
                drag = .scroll(ScrollDrag(at: event.position, offset: scrollOffset))
            }
            return true
        case .moved:
            guard drag != nil else { return false }
            move(to: event.position)
            return true
        case .up(.primary, _): return drag.take() != nil
        default: return false
        }
    }

    private func press(_ target: ChannelPanelLayout.Target, at point: Point) {
        guard var mix = present else { return }
        switch target {
        case .mode(let mode): mix.setMode(mode)
        case .reset: mix.adopt(mix.automatic)
        case .preset(let preset): mix.apply(preset)
        case .colormap(let index): mix.setColormap(mix.colormaps[index])
        case .channel(let channel): mix.toggle(channel)
        case .solo(let channel): mix.toggleSolo(channel)
        case .swatch(let channel): return setPalette(palette == channel ? nil : channel)
        case .color(let index, let channel):
            palette = nil
            mix.setColor(mix.palette(of: channel)[index], of: channel)
            layOut()
        case .value, .otherColor, .end:
            onType?(target)
            return
        case .slider(let slider):
            drag = .slider(slider)
            return move(slider, to: point)
        case .histogram(let channel): return grab(channel, in: mix, at: point)
        }
        change(to: mix)
    }

    /// Begins to drag the nearest handle of a channel; a press beside it moves it there.
    private func grab(_ channel: Int, in mix: ChannelMix, at point: Point) {
        let axis = mix.axis(of: channel)
        let low = place(at: axis.position(of: mix.end(of: channel, isUpper: false)))
        let high = place(at: axis.position(of: mix.end(of: channel, isUpper: true)))
        var isUpper = abs(point.x - high) < abs(point.x - low)
        // Of handles at the same place, the one that can be moved, or that in the direction of the pointer.
        if low == high { isUpper = low <= place(at: 0) || high < place(at: 1) && point.x >= high }
        let distance = (isUpper ? high : low) - point.x
        let isGrip = abs(distance) <= Self.grip
        drag = .handle(channel: channel, isUpper: isUpper, distance: isGrip ? distance : 0)
        if !isGrip { move(channel, isUpper: isUpper, to: point.x) }
    }

    private func place(at position: Double) -> Double {
        ChannelPanelLayout.padding + position * ChannelPanelLayout.innerWidth
    }

    private func move(to position: Point) {
        switch drag {
        case .slider(let slider): move(slider, to: overlay.bitmapPoint(position))
        case .handle(let channel, let isUpper, let distance):
            move(channel, isUpper: isUpper, to: overlay.bitmapPoint(position).x + distance)
        case .scroll(var scrolling):
            if let offset = scrolling.move(to: position) { scroll(to: offset) }
            drag = .scroll(scrolling)
        case nil: break
        }
    }

    private func move(_ slider: ChannelSlider, to point: Point) {
        guard var mix = present else { return }
        let track = ChannelPanelLayout.Line.track
        slider.setPosition((point.x - track.minX) / track.size.width, in: &mix)
        change(to: mix)
    }

    /// Moves the handle of a range, at most to the other one.
    private func move(_ channel: Int, isUpper: Bool, to x: Double) {
        guard var mix = present, mix.channels.indices.contains(channel) else { return }
        let position = (x - ChannelPanelLayout.padding) / ChannelPanelLayout.innerWidth
        let value = mix.axis(of: channel).value(at: position)
        let range = mix.channels[channel].range
        mix.setRange(
            isUpper
                ? range.lowerBound...max(range.lowerBound, value) : min(range.upperBound, value)...range.upperBound,
            of: channel, isDrag: true)
        change(to: mix)
    }

    /// The present choice; nil if it is of another image than what is drawn.
    private var present: ChannelMix? {
        let present = onRead?() ?? mix
        return present?.description == mix?.description ? present : nil
    }

    private func change(to mix: ChannelMix) {
        guard mix != present else { return }
        onChange?(mix)
    }

    private func setPalette(_ channel: Int?) {
        palette = channel
        layOut()
    }

    /// Closes the palette; returns whether it was open.
    func closePalette() -> Bool {
        guard palette != nil else { return false }
        setPalette(nil)
        return true
    }

    /// Ends a drag without a release.
    func cancelInput() {
        drag = nil
    }
}
