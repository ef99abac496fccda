internal import ImageCodecs
public import LayerTree
internal import TilePyramid

/// A layer that shows text, drawn by the system's text engine in a color, on a plate if it has one.
///
/// It is drawn anew only when the text, the style or the scale of the screen changes, and then on the environment's
/// queue: the old text stays until the new one is there, unless it was drawn before and is still kept. Its bounds are
/// the room that the text takes.
public final class TextLayer: Layer {
    /// What it says; empty at first.
    public var text: String {
        didSet { if text != oldValue { refresh() } }
    }

    /// How it looks.
    public var textStyle: TextStyle {
        didSet { if textStyle != oldValue { refresh() } }
    }

    /// What it shows: the text, or an older one while that is being drawn.
    public private(set) var drawn = DrawnText.empty

    /// Called when the text that is shown takes another room than the one before.
    public var onResize: (@MainActor () -> Void)?

    private let environment: OverlayEnvironment
    private let drawing: CoalescedDrawing<Result<DrawnText, CodecError>>
    /// What is to be shown; nil before anything was asked for.
    private var requestedKey: TextCache.Key?
    /// What ``drawn`` is.
    private var displayedKey: TextCache.Key?

    /// A layer with a text.
    public init(_ text: String = "", style: TextStyle, in environment: OverlayEnvironment) {
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

    /// Whether it shows the text, and not an older one.
    public var isUpToDate: Bool { displayedKey == requestedKey }

    /// Places the upper left corner of the room it takes, on a whole pixel.
    public func place(_ corner: Point) {
        properties.position = environment.snappedToPixels(corner)
    }

    /// The picture of the text.
    public override func contentsQuads(in view: LayerRenderContext) -> [ContentsQuad] {
        guard let buffer = drawn.buffer else { return [] }
        let source = Rect(x: 0, y: 0, width: Double(buffer.size.width), height: Double(buffer.size.height))
        return [ContentsQuad(buffer: buffer, source: source, frame: drawn.frame)]
    }

    /// Shows the text as it is now, or has it drawn.
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
            // A text that has changed again meanwhile is newer than what is to be seen, unless that is the last one
            // already.
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
