public import LayerTree
public import TextRendering
internal import TilePyramid
public import VectorDrawing

/// A layer that shows text, on a panel if the style has one.
///
/// Text is drawn in the background, and only when the text, the style, the scale or a given size changes, not when the layer
/// moves. The old text stays until the new one is ready; recently drawn texts are cached and shown at once. Changes show
/// without animations. The layer's position is the position of its upper left corner.
///
/// By default the bounds are the size of the text with its panel. A label with a given frame wraps, aligns and cuts its lines
/// in that frame:
///
/// ```swift
/// let style = TextStyle(font: TextFont(size: 14), color: .white)
/// let label = TextLayer("Zugspitze", style: style)
/// label.position = Point(x: 20, y: 12)
/// root.addSublayer(label)
/// ```
///
/// ```swift
/// let style = TextStyle(font: TextFont(size: 15), lineLimit: nil, alignment: .justified)
/// root.addSublayer(TextLayer(text, style: style, frame: Rect(x: 20, y: 40, width: 200, height: 120)))
/// ```
///
/// When a drawing is done, it requests a frame through the ``LayerScene/requests`` of the layer's scene.
public final class TextLayer: Layer {
    /// The rule for the size of the layer.
    public enum Sizing: Hashable, Sendable, CaseIterable {
        /// The text: the bounds are set to the size of the text with its panel.
        case fitsText
        /// The layer's owner: the text is laid out in the bounds, which stay as they are set.
        case fixed
    }

    /// The text without attributes; empty by default.
    ///
    /// Setting it removes the attributes of the previous text.
    public var text: String {
        get { attributedText.string }
        set { attributedText = AttributedText(newValue) }
    }

    /// The text with its attributes.
    public var attributedText: AttributedText {
        didSet { if attributedText != oldValue { refresh() } }
    }

    /// The style of characters without attributes of their own, and of the lines.
    public var textStyle: TextStyle {
        didSet { if textStyle != oldValue { refresh() } }
    }

    /// The rule for the size of the layer; by default its text, or its owner if a frame was given.
    public var sizing: Sizing {
        didSet { if sizing != oldValue { refresh() } }
    }

    /// The number of times that text was drawn for this layer, to find unnecessary drawing.
    ///
    /// Texts from the cache do not count.
    public private(set) var redrawCount = 0

    /// The text that is shown: an older one while the current text is being drawn.
    public private(set) var drawn = DrawnText.empty

    /// Called when the size of the shown text has changed.
    public var onResize: (@MainActor () -> Void)?

    private let resources: TextDrawing
    private var drawing: CoalescedDrawing<Result<DrawnText, TextError>>
    /// The key of the requested drawing; nil before the first request.
    private var requestedKey: TextCache.Key?
    /// The key of the drawing in ``drawn``.
    private var displayedKey: TextCache.Key?

    /// Creates a layer with a plain text.
    ///
    /// - Parameters:
    ///   - text: the text; the default is empty.
    ///   - style: the style of the text; the default is one black line of 14 points.
    ///   - frame: the frame in which the text is laid out; nil, the default, if the text determines the size.
    ///   - resources: the queue, the cache and the scale; the default is ``TextDrawing/shared``: the text is drawn in the
    ///     background once the layer is in a scene, for the scale of that scene.
    public convenience init(
        _ text: String = "", style: TextStyle = TextStyle(), frame: Rect? = nil,
        drawing resources: TextDrawing = .shared
    ) {
        self.init(AttributedText(text), style: style, frame: frame, drawing: resources)
    }

    /// Creates a layer with a text that has attributes.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - style: the style of characters without attributes of their own; the default is one black line of 14 points.
    ///   - frame: the frame in which the text is laid out; nil, the default, if the text determines the size.
    ///   - resources: the queue, the cache and the scale; the default is ``TextDrawing/shared``.
    public init(
        _ text: AttributedText, style: TextStyle = TextStyle(), frame: Rect? = nil,
        drawing resources: TextDrawing = .shared
    ) {
        attributedText = text
        textStyle = style
        sizing = frame == nil ? .fitsText : .fixed
        self.resources = resources
        drawing = CoalescedDrawing(queue: resources.queue)
        super.init()
        name = "text"
        actions = .none
        properties.anchorPoint = .zero
        if let frame {
            properties.position = frame.origin
            properties.bounds.size = frame.size
        }
        resources.addScaleObserver(self) { $0.refresh() }
        refresh()
    }

    /// Whether the layer shows the current text, and not an older one.
    public var isUpToDate: Bool { displayedKey == currentKey }

    /// Returns the size of the layer if the text determines it, with the panel; zero if no font is installed.
    ///
    /// Lines are laid out on the calling thread, which waits for text that is being drawn; `DrawnText.size` does the same
    /// on any thread.
    ///
    /// - Parameter width: the width at which lines are wrapped, with the panel's padding; nil, the default, for the style's
    ///   width.
    /// - Returns: the size in points.
    /// - Complexity: about O(characters).
    public func preferredSize(width: Double? = nil) -> Size {
        var style = textStyle
        if let width {
            style.width = max(width - 2 * (style.panel?.horizontalPadding ?? 0), 0)
        }
        let size = try? DrawnText.size(of: attributedText, style: style, scale: displayScale)
        return size ?? .zero
    }

    /// Pixels per point: the given scale, or the scene's; 1 while there is neither.
    public var displayScale: Double { resources.scale ?? scene?.scale ?? 1 }

    /// Moves the upper left corner of the text to a point, snapped to whole pixels.
    public func place(_ corner: Point) {
        func snapped(_ length: Double) -> Double { (length * displayScale).rounded() / displayScale }
        properties.position = Point(x: snapped(corner.x), y: snapped(corner.y))
    }

    /// The quad of the text's pixels.
    public override func contentsQuads(in context: LayerRenderContext) -> [ContentsQuad] {
        guard let buffer = drawn.buffer else { return [] }
        var frame = drawn.frame
        frame.origin.x += context.properties.bounds.minX
        frame.origin.y += context.properties.bounds.minY
        return [ContentsQuad(buffer: buffer, source: Rect(PixelRect(buffer.size)), frame: frame)]
    }

    /// Lays out the text again if the given bounds have another size.
    public override func layoutSublayers() {
        super.layoutSublayers()
        refresh()
    }

    /// Draws the text for the scene, if the drawing depends on the scene.
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

    /// The key of the drawing that the layer should show now.
    private var currentKey: TextCache.Key {
        TextCache.Key(
            text: attributedText, style: textStyle, scale: displayScale,
            box: sizing == .fixed ? properties.bounds.size : nil)
    }

    /// Whether a text is drawn; an empty text is drawn only if it has a panel of a given size.
    private func isVisible(_ key: TextCache.Key) -> Bool {
        !key.text.isEmpty || key.box != nil && key.style.panel != nil
    }

    /// Shows the current text if it is cached, or requests its drawing.
    private func refresh() {
        let key = currentKey
        guard key != requestedKey else { return }
        requestedKey = key
        if let known = !isVisible(key) || resources.failure != nil ? DrawnText.empty : resources.cache.find(key) {
            drawing.cancelPending()
            show(known, for: key)
        } else if scene != nil || !resources.deliversWithFrames {
            drawing.draw(
                {
                    Result { () throws(TextError) in
                        try DrawnText(key.text, style: key.style, scale: key.scale, box: key.box)
                    }
                }, for: resources.deliversWithFrames ? scene?.requests : nil
            ) { [weak self] result in
                self?.receive(result, for: key)
            }
        }
    }

    private func receive(_ result: Result<DrawnText, TextError>, for key: TextCache.Key) {
        switch result {
        case .success(let text):
            redrawCount += 1
            countOwnDrawing(pixels: text.buffer?.size.area ?? 0)
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
        if sizing == .fitsText {
            properties.bounds.size = text.size
        }
        setNeedsFrame()
        if isResized {
            onResize?()
        }
    }
}
