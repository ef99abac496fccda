internal import LayerTree
internal import TextLayers

/// A sheet with all keys over the dimmed image; its columns and text size adapt to the window.
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

    private let groups: [ViewerKeyBindings.Group]
    private let environment: OverlayEnvironment
    private let sheet = Layer()
    private let drawing: CoalescedDrawing<Result<DrawnHelpSheet, TextError>>
    private var layout = OverlayLayout(size: .zero)

    init(_ groups: [ViewerKeyBindings.Group], in environment: OverlayEnvironment) {
        self.groups = groups
        self.environment = environment
        drawing = CoalescedDrawing(queue: environment.textDrawing.queue)
        for layer in [layer, sheet] {
            layer.actions = .none
            layer.anchorPoint = .zero
        }
        layer.name = "help"
        layer.isHidden = true
        layer.backgroundColor = environment.theme.dimColor
        layer.addSublayer(sheet)
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

    private func openOrClose() {
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
        let (groups, window) = (groups, layout.size)
        let (theme, scale) = (environment.theme, environment.scale)
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
        let (availableSize, size) = (layout.size, sheet.bounds.size)
        sheet.position = environment.snappedToPixels(
            Point(x: (availableSize.width - size.width) / 2, y: (availableSize.height - size.height) / 2))
    }
}
