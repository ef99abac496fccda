public import LayerTree
internal import TextLayers
internal import TextRendering
public import VectorDrawing

/// A line in which the user types something: a title, the text with its cursor, and a hint or why it was not accepted.
///
/// ```swift
/// let entry = TextEntry(in: controls.environment)
/// controls.add(entry)
/// entry.open(
///     TextEntry.Question(title: "Name", hint: "of the place") { save($0) ? nil : "The name is taken." })
/// ```
///
/// It lies in the upper half of the window. Enter enters the text, and Esc closes the entry. The cursor does not blink, so that
/// nothing is drawn while nobody types.
@MainActor
public final class TextEntry: Control {
    /// A question to the user, with the initial text and the function that accepts an answer.
    public struct Question {
        /// The title of the entry, such as "Go to".
        public var title: String
        /// The text at first, all of which is selected.
        public var text: String
        /// A hint at the texts that are accepted, in a line below, or in up to three where there is room.
        public var hint: String
        /// Called with the text when it is entered; returns why it is not accepted, or nil if it is.
        public var accept: @MainActor (String) -> String?

        /// Creates a question.
        ///
        /// - Parameters:
        ///   - title: the title of the entry.
        ///   - text: the text at first, all of which is selected; empty by default.
        ///   - hint: a hint at the texts that are accepted; empty by default.
        ///   - accept: called with the text when it is entered; returns why it is not accepted, or nil if it is.
        public init(
            title: String, text: String = "", hint: String = "", accept: @escaping @MainActor (String) -> String?
        ) {
            self.title = title
            self.text = text
            self.hint = hint
            self.accept = accept
        }
    }

    /// The text and the cursor.
    package var editor = LineEditor()
    /// The reason that the text was not accepted; nil if it was not entered yet, or has changed since.
    public internal(set) var fault: String?

    private let panel: PanelLayer
    private let title, text, note: TextLayer
    let field: PanelLayer
    private let clip = Layer.plain()
    private let cursorLayer = Layer.plain()
    private let selectionLayer = Layer.plain()
    /// The question that is asked; nil while the entry is closed.
    package private(set) var question: Question?
    /// The number of questions that were asked.
    private(set) var questionNumber = 0
    /// By how much a text is scrolled that is longer than the field.
    var scroll = 0.0
    /// Whether a drag in the text goes on.
    package var isSelecting = false

    /// The heights of the hint or the fault in one line, in two and so on, so that they are measured once.
    private var measured: (key: MeasureKey, heights: [Double])?

    /// The values that the height of the hint depends on.
    private struct MeasureKey: Hashable {
        var text: String
        var width: Double
        var scale: Double
    }

    /// The most lines of the hint or the fault; an ellipsis replaces the others.
    private static let noteLineLimit = 3
    private static let width = 420.0
    private static let padding = 12.0
    private static let gap = 6.0
    static let fieldInset = 8.0
    private static let fieldColor = Color(red: 0, green: 0, blue: 0, alpha: 0.55)

    /// The frame in which the entry is, at its upper edge; nil, the default, for the upper half of the window.
    package var area: Rect? {
        didSet { if area != oldValue { arrange() } }
    }
    /// The size of the entry with all of its texts, in points.
    package private(set) var contentSize = Size.zero

    /// Creates a closed entry.
    public init(in environment: ControlEnvironment) {
        let theme = environment.theme
        // What is typed has to be read over any image.
        panel = PanelLayer(opacity: 0.9, in: environment)
        title = TextLayer(style: theme.style(weight: .bold), in: environment)
        text = TextLayer(style: theme.style(), in: environment)
        var noteStyle = theme.style(size: theme.textSize - 1, color: theme.secondaryColor)
        noteStyle.lineLimit = Self.noteLineLimit
        note = TextLayer(style: noteStyle, in: environment)
        field = PanelLayer(color: Self.fieldColor, radius: 4)
        field.borderColor = theme.accentColor
        super.init(panel, in: environment)
        layer.name = "text entry"
        cursorLayer.backgroundColor = theme.textColor
        selectionLayer.backgroundColor = Color(red: 0.25, green: 0.45, blue: 0.8)
        clip.properties.masksToBounds = true
        for part in [selectionLayer, text, cursorLayer] { clip.addSublayer(part) }
        field.addSublayer(clip)
        for part in [title, field, note] { layer.addSublayer(part) }
        for part in [title, text, note] { part.onResize = { [weak self] in self?.arrange() } }
    }

    /// Whether something is asked for.
    public override var isOpen: Bool { question != nil }

    /// Whether something is asked for.
    public override var isModal: Bool { isOpen }

    /// Asks for something, instead of what was asked for before.
    public func open(_ question: Question) {
        self.question = question
        questionNumber += 1
        editor = LineEditor(question.text)
        fault = nil
        scroll = 0
        isSelecting = false
        title.text = question.title
        showText()
    }

    /// Asks no more; what was typed is dropped.
    public override func close() {
        question = nil
        isSelecting = false
        layer.removeFromSuperlayer()
    }

    /// Types text at the cursor.
    public func insert(_ text: String) {
        guard isOpen else { return }
        edit { $0.insert(text) }
    }

    // MARK: Input

    /// Handles a key: keys that edit, Enter, which enters the text, and Esc, which closes the entry.
    public override func handle(_ event: KeyEvent) -> Bool { edit(with: event) }

    /// Handles an event of the pointer: presses and drags in the text move the cursor.
    public override func handle(_ event: PointerEvent) -> Bool { select(with: event) }

    /// Types text at the cursor.
    public override func handle(text: String) -> Bool {
        insert(text)
        return isOpen
    }

    /// Ends a drag without a release.
    public override func cancelInput() {
        isSelecting = false
    }

    /// The pointer's shape: a beam over the text.
    public override func cursor(at point: Point) -> Cursor? {
        guard contains(point) else { return nil }
        return field.frame.contains(point - layer.frame.origin) ? .text : .arrow
    }

    // MARK: Layout

    /// Shows the text that is edited, and the hint or the fault.
    func showText() {
        text.text = editor.text
        note.text = (fault ?? question?.hint ?? "").breakingBetweenWords
        note.textStyle.color = fault == nil ? environment.theme.secondaryColor : environment.theme.errorColor
        arrange()
    }

    /// The width of the first characters, in points.
    func width(of count: Int) -> Double {
        guard count > 0 else { return 0 }
        // With a character at the end that is not a space, which could be left out.
        func width(_ text: String) -> Double {
            let size = try? DrawnText.size(
                of: AttributedText(text), style: self.text.textStyle, scale: environment.scale)
            return size?.width ?? 0
        }
        return width(String(editor.characters.prefix(count)) + ".") - width(".")
    }

    /// The heights of the hint or the fault in one line, in two and so on, in points.
    private var noteHeights: [Double] {
        let key = MeasureKey(text: note.text, width: note.textStyle.width ?? 0, scale: environment.scale)
        if let measured, measured.key == key { return measured.heights }
        let text = AttributedText(note.text)
        let heights = (1...Self.noteLineLimit).map { limit in
            var style = note.textStyle
            style.lineLimit = limit
            return (try? DrawnText.size(of: text, style: style, scale: key.scale))?.height ?? 0
        }
        measured = (key, heights)
        return heights
    }

    /// Places everything from the top to the bottom, in the upper half of the window.
    ///
    /// Where there is no room for all lines of the hint, an ellipsis replaces the last ones.
    public override func arrange() {
        // Texts would be wrapped in no width, and drawn in vain.
        guard containerSize.width > 0 else { return }
        let available = environment.theme.availableSize(in: containerSize)
        let wantedWidth = min(Self.width, available.width)
        let width = min(wantedWidth, area?.size.width ?? wantedWidth)
        let inner = max(width - 2 * Self.padding, 0)
        note.textStyle.width = max(inner, 40)
        title.textStyle.width = max(inner, 40)
        var top = Self.padding - 2
        title.place(Point(x: Self.padding, y: top))
        top += title.drawn.size.height + Self.gap
        let lineHeight = (environment.theme.textSize * 1.4).rounded()
        let fieldHeight = lineHeight + 8
        field.place(Rect(x: Self.padding, y: top, width: inner, height: fieldHeight), in: environment)
        top += fieldHeight + Self.gap
        note.place(Point(x: Self.padding, y: top))
        let end = Self.padding - 2
        let heights = noteHeights
        let room = area.map { $0.size.height - top - end } ?? .infinity
        // Heights are rounded to whole pixels.
        let lineCount = heights.lastIndex { $0 <= room + 0.5 }.map { $0 + 1 }
        note.textStyle.lineLimit = lineCount ?? 1
        if note.isHidden != (lineCount == nil) { note.isHidden = lineCount == nil }
        // Where there is no room for a line below, the title says why the text was not accepted.
        if let question { title.text = (lineCount == nil ? fault?.breakingBetweenWords : nil) ?? question.title }
        let fullHeight = top + (heights.last ?? 0) + end
        top += (lineCount.map { heights[$0 - 1] } ?? 0) + end
        placeText(in: Size(width: max(inner - 2 * Self.fieldInset, 0), height: fieldHeight), lineHeight)
        contentSize = Size(width: wantedWidth, height: fullHeight)
        let y = max((containerSize.height - available.height) / 2, (containerSize.height * 0.3 - top / 2).rounded())
        let home = Rect(x: (containerSize.width - width) / 2, y: y, width: width, height: top)
        let frame = area.map { area in
            Rect(
                x: area.minX + (area.size.width - width) / 2, y: area.minY, width: width,
                height: min(top, area.size.height))
        }
        panel.place(frame ?? home, in: environment)
    }

    /// Places the text, the cursor and the selected part in the field, scrolled such that the cursor is in it.
    private func placeText(in size: Size, _ lineHeight: Double) {
        let cursorWidth = max(1, (1.5 * environment.scale).rounded() / environment.scale)
        let cursorX = self.width(of: editor.cursor)
        let end = self.width(of: editor.characters.count)
        scroll = min(max(scroll, cursorX + cursorWidth - size.width), cursorX)
        scroll = environment.snappedToPixels(max(0, min(scroll, end + cursorWidth - size.width)))
        clip.position = Point(x: Self.fieldInset, y: 0)
        clip.bounds.size = size
        text.place(Point(x: -scroll, y: (size.height - text.drawn.size.height) / 2))
        let top = environment.snappedToPixels((size.height - lineHeight) / 2)
        cursorLayer.frame = Rect(
            x: environment.snappedToPixels(cursorX - scroll), y: top, width: cursorWidth, height: lineHeight)
        let selection = editor.selection
        selectionLayer.isHidden = selection.isEmpty
        guard !selection.isEmpty else { return }
        let start = environment.snappedToPixels(self.width(of: selection.lowerBound) - scroll)
        let stop = environment.snappedToPixels(self.width(of: selection.upperBound) - scroll)
        selectionLayer.frame = Rect(x: start, y: top, width: max(0, stop - start), height: lineHeight)
    }
}

extension String {
    /// The text with lines that break between words only, and not within paths and addresses.
    package var breakingBetweenWords: String {
        // The rules of Unicode allow a break after these, unless an invisible joiner of words follows, and none before a slash, even
        // after a space, unless an invisible space precedes it.
        map { "/?}".contains($0) ? "\($0)\u{2060}" : String($0) }.joined().replacing(" /", with: " \u{200B}/")
    }
}
