internal import ImageCodecs
public import LayerTree
internal import TilePyramid

/// A layer that shows text, on a panel if the style has one.
///
/// Text is drawn on the environment's queue, and only when the text, the style or the scale of the screen changes. The
/// old text stays until the new one is ready; recently drawn texts are cached and shown at once. The bounds are the
/// size of the text with its panel.
public final class TextLayer: Layer {
    /// The text.
    ///
    /// The default is empty.
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

    private let environment: OverlayEnvironment
    private let drawing: CoalescedDrawing<Result<DrawnText, CodecError>>
    /// What should be shown; nil before the first request.
    private var requestedKey: TextCache.Key?
    /// What ``drawn`` shows.
    private var displayedKey: TextCache.Key?

    /// Creates a layer with a text.
    init(_ text: String = "", style: TextStyle, in environment: OverlayEnvironment) {
        self.text = text
        textStyle = style
        self.environment = environment
        drawing = CoalescedDrawing(queue: environment.queue)
        super.init()
        name = "text"
        actions = .none
        properties.anchorPoint = .zero
        environment.addScaleObserver(self) { $0.refresh() }
        refresh()
    }

    /// Whether the layer shows the current text, and not an older one.
    public var isUpToDate: Bool { displayedKey == requestedKey }

    /// Moves the upper left corner of the text to a point, snapped to whole pixels.
    public func place(_ corner: Point) {
        properties.position = environment.snappedToPixels(corner)
    }

    /// The quad of the text's pixels.
    public override func contentsQuads(in view: LayerRenderContext) -> [ContentsQuad] {
        guard let buffer = drawn.buffer else { return [] }
        let source = Rect(x: 0, y: 0, width: Double(buffer.size.width), height: Double(buffer.size.height))
        return [ContentsQuad(buffer: buffer, source: source, frame: drawn.frame)]
    }

    /// Shows the current text if it is cached, or requests its drawing.
    private func refresh() {
        let key = TextCache.Key(text: text, style: textStyle, scale: environment.scale)
        guard key != requestedKey else { return }
        requestedKey = key
        if text.isEmpty || environment.textFailure != nil {
            drawing.cancelPending()
            show(.empty, for: key)
        } else if let text = environment.textCache.find(key) {
            drawing.cancelPending()
            show(text, for: key)
        } else {
            drawing.draw {
                Result { () throws(CodecError) in try DrawnText(key.text, style: key.style, scale: key.scale) }
            } receive: { [weak self] result in
                self?.receive(result, for: key)
            }
        }
    }

    private func receive(_ result: Result<DrawnText, CodecError>, for key: TextCache.Key) {
        switch result {
        case .success(let text):
            environment.textCache.insert(text, for: key)
            // Even if the text has changed again meanwhile, the result is newer than what is shown, unless that is the
            // latest text already.
            if displayedKey != requestedKey {
                show(text, for: key)
            }
        case .failure(let error):
            environment.textFailure = error
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
