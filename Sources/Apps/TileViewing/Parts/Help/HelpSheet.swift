internal import LayerTree
internal import TextLayers

/// A sheet with all keys over the dimmed image; its columns and text size adapt to the window, and it scrolls in a window
/// that is too small for it.
///
/// It is drawn when it is opened, or when the window changes while it is open, and freed when it is closed.
@MainActor
final class HelpSheet {
    /// The layer of the sheet, to be added above all others to the layer that fills the window.
    let layer = Layer()

    /// Whether the sheet is open, `false` by default.
    var isOpen = false {
        didSet { if isOpen != oldValue { openOrClose() } }
    }

    /// The number of columns and the text size in points of the sheet that is shown; nil while none is.
    private(set) var shownLayout: (columnCount: Int, textSize: Double)?

    /// The distance in points by which the sheet is scrolled down, from 0 to ``scrollLimit``.
    private(set) var scrollOffset = 0.0
    /// The largest ``scrollOffset``; 0 if all of the sheet fits into the window.
    var scrollLimit: Double { max(0, sheet.bounds.size.height + 2 * Self.margin - layout.size.height) }

    /// The distance in points between a scrolled sheet's ends and the window's edges.
    private static let margin = 8.0
    /// The width in points of the bar that shows which part of the sheet is in the window.
    private static let barWidth = 4.0

    private let bar = Layer()
    private let groups: [ViewerKeyBindings.Group]
    private let environment: OverlayEnvironment
    private let sheet = Layer()
    private let drawing: CoalescedDrawing<Result<DrawnHelpSheet, TextError>>
    private var layout = OverlayLayout(size: .zero)

    init(_ groups: [ViewerKeyBindings.Group], in environment: OverlayEnvironment) {
        self.groups = groups
        self.environment = environment
        drawing = CoalescedDrawing(queue: environment.textDrawing.queue)
        for layer in [layer, sheet, bar] {
            layer.actions = .none
            layer.anchorPoint = .zero
        }
        layer.name = "help"
        layer.isHidden = true
        layer.backgroundColor = environment.theme.dimColor
        layer.addSublayer(sheet)
        bar.backgroundColor = environment.theme.textColor
        bar.opacity = 0.5
        bar.isHidden = true
        layer.addSublayer(bar)
        environment.textDrawing.addScaleObserver(self) { $0.draw() }
    }

    /// Fits the sheet into a window.
    func update(in layout: OverlayLayout) {
        guard layout != self.layout else { return }
        self.layout = layout
        layer.bounds.size = layout.size
        place()
        draw()
    }

    /// Scrolls the sheet, if it is open and does not fit into the window.
    ///
    /// - Parameter distance: the distance in points; down is positive.
    func scroll(by distance: Double) {
        guard isOpen, distance.isFinite else { return }
        scrollOffset += distance
        place()
    }

    private func openOrClose() {
        scrollOffset = 0
        if isOpen {
            draw()
            environment.setHidden(false, layer)
        } else {
            drawing.cancelPending()
            environment.setHidden(true, layer)
            sheet.contents = nil
            shownLayout = nil
        }
    }

    private func draw() {
        guard isOpen, layout.size.width > 0, layout.size.height > 0 else { return }
        let groups = groups
        let window = layout.size
        let theme = environment.theme
        let scale = environment.scale
        drawing.draw {
            Result { () throws(TextError) in
                try DrawnHelpSheet(groups, window: window, theme: theme, scale: scale)
            }
        } receive: { [weak self] result in
            self?.show(result)
        }
    }

    private func show(_ result: Result<DrawnHelpSheet, TextError>) {
        switch result {
        case .success(let drawn):
            guard isOpen else { return }
            shownLayout = (drawn.columnCount, drawn.textSize)
            sheet.contents = drawn.buffer
            sheet.bounds.size = drawn.size
            place()
        case .failure(let error):
            environment.textDrawing.failure = error
        }
    }

    private func place() {
        let availableSize = layout.size
        let size = sheet.bounds.size
        let limit = scrollLimit
        scrollOffset = min(max(0, scrollOffset), limit)
        sheet.position = environment.snappedToPixels(
            Point(
                x: (availableSize.width - size.width) / 2,
                y: limit > 0 ? Self.margin - scrollOffset : (availableSize.height - size.height) / 2))
        bar.isHidden = limit == 0
        let length = availableSize.height * availableSize.height / (availableSize.height + max(limit, 1))
        bar.bounds.size = Size(width: Self.barWidth, height: length)
        bar.cornerRadius = Self.barWidth / 2
        bar.position = Point(
            x: availableSize.width - 2 * Self.barWidth,
            y: (availableSize.height - length) * scrollOffset / max(limit, 1))
    }
}
