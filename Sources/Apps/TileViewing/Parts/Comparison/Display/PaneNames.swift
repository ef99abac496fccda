internal import Controls
internal import LayerTree
internal import TextLayers
internal import TextRendering
internal import VectorDrawing

/// The names of the images in their panes, each after the letter of the image: "A  earth.tif", or
/// "B  moon.tif: opening …".
@MainActor
final class PaneNames {
    /// The name of an image.
    struct Name: Hashable, Sendable {
        var text: String
        /// Whether the image is still being opened.
        var isOpening = false
    }

    /// The name of an image, and the frame of its pane in points.
    struct Entry: Hashable, Sendable {
        /// The letter that the status line calls the image by.
        var letter: String
        var name: String
        /// Whether the image is still being opened.
        var isOpening: Bool
        var pane: Rect

        /// The text with a name in place of the entry's own, such as a shorter one.
        func text(_ name: String) -> String { "\(letter)  \(name)\(isOpening ? ": opening …" : "")" }
    }

    /// The layer of all names, to be added to the layer that fills the window.
    let layer = Layer.plain("pane names")
    /// The names that are shown.
    private(set) var entries: [Entry] = []

    private let environment: ControlEnvironment
    private var labels: [TextLayer] = []
    /// The sizes of the labels with the whole names.
    private var sizes: [Size] = []
    /// The frames of the labels; nil for those that have no place.
    private var frames: [Rect?] = []
    /// The pixels per point for which ``sizes`` are.
    private var scale = 0.0

    init(in environment: ControlEnvironment) {
        self.environment = environment
    }

    /// The texts of the labels.
    var texts: [String] { labels.map(\.text) }

    /// Shows names; none for an empty list.
    func show(_ new: [Entry]) {
        guard new != entries || environment.scale != scale else { return }
        entries = new
        scale = environment.scale
        while labels.count > new.count { labels.removeLast().removeFromSuperlayer() }
        while labels.count < new.count {
            let label = TextLayer(style: style(width: nil), in: environment)
            let index = labels.count
            label.onResize = { [weak self] in self?.center(index) }
            labels.append(label)
            layer.addSublayer(label)
        }
        sizes = new.map { size(of: $0.text($0.name), style(width: nil)) }
        frames = new.indices.map { frames.indices.contains($0) ? frames[$0] : nil }
        new.indices.forEach(fit)
    }

    /// The space that the names need, each in its pane; they are shortened where there is less.
    var requests: [OverlayRequest] {
        zip(sizes, entries).enumerated().compactMap { index, shown in
            let (size, entry) = shown
            guard size != .zero else { return nil }
            var request = OverlayRequest(
                Self.id(of: index), .ornament, at: .top, sizes: [size],
                minimum: Size(width: min(size.width, Self.leastWidth), height: size.height))
            request.region = entry.pane
            request.staysAtEdge = true
            return request
        }
    }

    /// Places the names; those for which there is no room are hidden.
    func place(_ arrangement: OverlayArrangement) {
        frames = labels.indices.map { arrangement.frames[Self.id(of: $0)] }
        labels.indices.forEach(fit)
    }

    /// Shows as much of a name as its frame has room for.
    private func fit(_ index: Int) {
        let label = labels[index]
        let entry = entries[index]
        environment.setHidden(frames[index] == nil, label)
        guard let frame = frames[index] else { return }
        var name = entry.name
        var width: Double?
        // Sizes are rounded to whole pixels.
        if frame.size.width < sizes[index].width - 0.5 / scale {
            let room = max(1, frame.size.width - 2 * Self.padding)
            var line = style(width: nil)
            line.panel = nil
            let rest = size(of: entry.text(name), line).width - size(of: name, line).width
            var shortener = NameShortener()
            name = shortener.text([name], style: line, width: room - rest, scale: scale)
            width = room
        }
        label.text = entry.text(name)
        let style = style(width: width)
        if label.textStyle != style { label.textStyle = style }
        center(index)
    }

    /// Places a label in the middle of its frame, which a shortened name does not fill.
    private func center(_ index: Int) {
        guard frames.indices.contains(index), let frame = frames[index] else { return }
        let label = labels[index]
        let rest = max(0, frame.size.width - label.drawn.size.width)
        label.place(Point(x: frame.minX + environment.snappedToPixels(rest / 2), y: frame.minY))
    }

    private func size(of text: String, _ style: TextStyle) -> Size {
        // Without a font, nothing is drawn.
        (try? DrawnText.size(of: AttributedText(text), style: style, scale: scale)) ?? .zero
    }

    private static func id(of pane: Int) -> OverlayID { OverlayID("pane name", number: pane) }

    private func style(width: Double?) -> TextStyle {
        var style = environment.theme.style()
        style.truncation = .end
        style.width = width
        style.panel = TextStyle.Panel(
            color: environment.theme.panelColor, radius: 4, horizontalPadding: Self.padding, verticalPadding: 2)
        return style
    }

    /// The least width of a name beside what else is in its pane: a letter, some characters and the file extension.
    private static let leastWidth = 60.0
    /// The padding at the left and the right of a name, in points.
    private static let padding = 6.0
}
