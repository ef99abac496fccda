internal import LayerTree
internal import TextLayers

/// A line in which the user types something: a title, the text with its cursor, and a hint or why it was not accepted.
///
/// The cursor does not blink, so that nothing is drawn while nobody types.
@MainActor
final class TextEntry {
    /// A question to the user, with the initial text and the function that accepts an answer.
    struct Question {
        /// The title of the entry, such as "Go to".
        var title: String
        /// The text at first, all of which is selected.
        var text = ""
        /// A hint at the texts that are accepted, in a line below.
        var hint: String
        /// Called with the text when it is entered; returns why it is not accepted, or nil if it is.
        var accept: @MainActor (String) -> String?
    }

    /// The outcome of a key: the task that it leaves to the owner.
    enum Outcome: Hashable {
        /// The key means nothing here.
        case unused
        /// Nothing more.
        case used
        /// Copy a text to the clipboard.
        case copy(String)
        /// Give ``TextEntry/insert(_:)`` the text of the clipboard.
        case paste
    }

    /// The layer of the entry, to be added to the layer that fills the window while the entry is open.
    let layer: PanelLayer
    /// The text and the cursor.
    var editor = LineEditor()
    /// The reason that the text was not accepted; nil if it was not entered yet, or has changed since.
    var fault: String?

    private let environment: OverlayEnvironment
    private let title, text, note: TextLayer
    let field: PanelLayer
    private let clip = Layer()
    private let cursorLayer = Layer()
    private let selectionLayer = Layer()
    var question: Question?
    var questionNumber = 0
    private var layout = OverlayLayout(size: .zero)
    /// By how much a text is scrolled that is longer than the field.
    var scroll = 0.0
    var isSelecting = false

    private static let width = 420.0
    private static let padding = 12.0
    private static let gap = 6.0
    static let fieldInset = 8.0
    private static let fieldColor = Color(red: 0, green: 0, blue: 0, alpha: 0.55)

    init(in environment: OverlayEnvironment) {
        self.environment = environment
        let theme = environment.theme
        layer = PanelLayer(in: environment)
        // What is typed has to be read over any image.
        layer.color.alpha = 0.9
        title = TextLayer(style: theme.style(weight: .bold), in: environment)
        text = TextLayer(style: theme.style(), in: environment)
        var noteStyle = theme.style(size: theme.textSize - 1, color: theme.secondaryColor)
        noteStyle.lineLimit = 3
        note = TextLayer(style: noteStyle, in: environment)
        field = PanelLayer(color: Self.fieldColor, radius: 4)
        field.borderColor = theme.accentColor
        layer.name = "text entry"
        cursorLayer.backgroundColor = theme.textColor
        selectionLayer.backgroundColor = Color(red: 0.25, green: 0.45, blue: 0.8)
        for part in [clip, cursorLayer, selectionLayer] {
            part.actions = .none
            part.anchorPoint = .zero
        }
        clip.properties.masksToBounds = true
        for part in [selectionLayer, text, cursorLayer] { clip.addSublayer(part) }
        field.addSublayer(clip)
        for part in [title, field, note] { layer.addSublayer(part) }
        for part in [title, text, note] { part.onResize = { [weak self] in self?.arrange() } }
        environment.textDrawing.addScaleObserver(self) { $0.arrange() }
    }

    /// Whether something is asked for.
    var isOpen: Bool { question != nil }

    /// Asks for something, instead of what was asked for before.
    func open(_ question: Question) {
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
    func close() {
        question = nil
        isSelecting = false
    }

    /// Types text at the cursor.
    func insert(_ text: String) {
        guard isOpen else { return }
        edit { $0.insert(text) }
    }

    /// Places the entry in a window.
    func update(in layout: OverlayLayout) {
        guard layout != self.layout else { return }
        self.layout = layout
        arrange()
    }
}

// MARK: Layout

extension TextEntry {
    func showText() {
        text.text = editor.text
        note.text = fault ?? question?.hint ?? ""
        note.textStyle.color = fault == nil ? environment.theme.secondaryColor : environment.theme.errorColor
        arrange()
    }

    /// The width of the first characters, in points.
    func width(of count: Int) -> Double {
        guard count > 0 else { return 0 }
        // With a character at the end that is no space, which could be left out.
        func width(_ text: String) -> Double {
            let size = try? DrawnText.size(
                of: AttributedText(text), style: self.text.textStyle, scale: environment.scale)
            return size?.width ?? 0
        }
        return width(String(editor.characters.prefix(count)) + ".") - width(".")
    }

    /// Places everything from the top to the bottom, in the upper half of the window.
    private func arrange() {
        let available = layout.startScreenSize
        let width = min(Self.width, available.width)
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
        top += note.drawn.size.height + Self.padding - 2
        placeText(in: Size(width: max(inner - 2 * Self.fieldInset, 0), height: fieldHeight), lineHeight)
        let y = max((layout.size.height - available.height) / 2, (layout.size.height * 0.3 - top / 2).rounded())
        layer.place(
            Rect(x: (layout.size.width - width) / 2, y: y, width: width, height: top), in: environment)
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
