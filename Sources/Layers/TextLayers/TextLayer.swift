public import LayerTree
internal import TextRendering
internal import TilePyramid

/// A layer that shows text, on a panel if the style has one.
///
/// Text is drawn in the background, and only when the text, the style or the scale changes. The old text stays until the
/// new one is ready; recently drawn texts are cached and shown at once. The bounds are the size of the text with its
/// panel, and the position is that of its upper left corner. Changes show without animations.
///
/// ```swift
/// let style = TextStyle(font: TextFont(size: 14), color: .white)
/// let label = TextLayer("Zugspitze", style: style)
/// label.position = Point(x: 20, y: 12)
/// root.addSublayer(label)
/// ```
///
/// What is not drawn yet requests a frame through the ``LayerScene/requests`` of its scene when it is.
public final class TextLayer: Layer {
    /// The text; empty by default.
    public var text: String {
        didSet { if text != oldValue { refresh() } }
    }

    /// The look of the text.
    public var textStyle: TextStyle {
        didSet { if textStyle != oldValue { refresh() } }
    }

    /// The text that is shown: an older one while the current text is being drawn.
    public private(set) var drawn = DrawnText.empty

    /// Called when the size of the shown text has changed.
    public var onResize: (@MainActor () -> Void)?

    private let resources: TextDrawing
    private var drawing: CoalescedDrawing<Result<DrawnText, TextError>>
    /// What should be shown; nil before the first request.
    private var requestedKey: TextCache.Key?
    /// What ``drawn`` shows.
    private var displayedKey: TextCache.Key?

    /// Creates a layer with a text.
    ///
    /// - Parameters:
    ///   - text: the text; the default is empty.
    ///   - style: the look of the text.
    ///   - resources: the queue, the cache and the scale; the default is ``TextDrawing/shared``: the text is drawn in the
    ///     background once the layer is in a scene, for the scale of that scene.
    public init(_ text: String = "", style: TextStyle, drawing resources: TextDrawing = .shared) {
        self.text = text
        textStyle = style
        self.resources = resources
        drawing = CoalescedDrawing(queue: resources.queue)
        super.init()
        name = "text"
        actions = .none
        properties.anchorPoint = .zero
        resources.addScaleObserver(self) { $0.refresh() }
        refresh()
    }

    /// Whether the layer shows the current text, and not an older one.
    public var isUpToDate: Bool { displayedKey == requestedKey }

    /// Pixels per point: the scale that is given, or that of the scene; 1 while there is neither.
    public var displayScale: Double { resources.scale ?? scene?.scale ?? 1 }

    /// Moves the upper left corner of the text to a point, snapped to whole pixels.
    public func place(_ corner: Point) {
        func snapped(_ length: Double) -> Double { (length * displayScale).rounded() / displayScale }
        properties.position = Point(x: snapped(corner.x), y: snapped(corner.y))
    }

    /// The quad of the text's pixels.
    public override func contentsQuads(in view: LayerRenderContext) -> [ContentsQuad] {
        guard let buffer = drawn.buffer else { return [] }
        return [ContentsQuad(buffer: buffer, source: Rect(PixelRect(buffer.size)), frame: drawn.frame)]
    }

    /// Draws the text for the scene, if drawing depends on it.
    public override func didChangeScene() {
        if resources.deliversWithFrames {
            // A scene that the layer has left may make no more frames, with which a result would arrive.
            drawing.cancelPending()
            drawing = CoalescedDrawing(queue: resources.queue)
            if !isUpToDate { requestedKey = nil }
        }
        // Without a scene the text stays as it was, for the scale of the next one.
        if scene != nil {
            refresh()
        }
    }

    /// Draws the text for the new scale of the scene.
    public override func didChangeScale() {
        refresh()
    }

    /// Shows the current text if it is cached, or requests its drawing.
    private func refresh() {
        let key = TextCache.Key(text: text, style: textStyle, scale: displayScale)
        guard key != requestedKey else { return }
        requestedKey = key
        if let known = text.isEmpty || resources.failure != nil ? DrawnText.empty : resources.cache.find(key) {
            drawing.cancelPending()
            show(known, for: key)
        } else if scene != nil || !resources.deliversWithFrames {
            drawing.draw(
                {
                    Result { () throws(TextError) in try DrawnText(key.text, style: key.style, scale: key.scale) }
                }, for: resources.deliversWithFrames ? scene?.requests : nil
            ) { [weak self] result in
                self?.receive(result, for: key)
            }
        }
    }

    private func receive(_ result: Result<DrawnText, TextError>, for key: TextCache.Key) {
        switch result {
        case .success(let text):
            resources.cache.insert(text, for: key)
            // Even if the text has changed again meanwhile, the result is newer than what is shown, unless that is the
            // latest text already.
            if displayedKey != requestedKey {
                show(text, for: key)
            }
        case .failure(let error):
            resources.failure = error
            show(.empty, for: requestedKey ?? key)
        }
    }

    private func show(_ text: DrawnText, for key: TextCache.Key) {
        displayedKey = key
        let isResized = text.size != drawn.size
        drawn = text
        properties.bounds.size = text.size
        setNeedsFrame()
        if isResized {
            onResize?()
        }
    }
}
