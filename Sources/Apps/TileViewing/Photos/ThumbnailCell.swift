internal import Controls
internal import LayerTree
internal import Numbers
internal import TextLayers
internal import TextRendering
internal import TiledLayers
internal import VectorDrawing

/// A cell with the thumbnail of a file, and its name below or, if the file cannot be shown, in place of the thumbnail.
final class ThumbnailCell: Layer, DisplayedImage {
    /// The look of a cell.
    struct Style: Hashable, Sendable {
        /// Whether the name is below the thumbnail, and not only in place of one that cannot be shown.
        var showsName: Bool
        /// The size of the name in points.
        var textSize: Double

        /// The cells of the grid.
        static let grid = Style(showsName: true, textSize: 12)
        /// The cells of the filmstrip.
        static let filmstrip = Style(showsName: false, textSize: 10)
    }

    /// The height of the name below a thumbnail, in points.
    static let nameHeight = 22.0
    private static let textMargin = 4.0
    private static let markWidth = 3.0
    private static let color = Color(red: 0.16, green: 0.16, blue: 0.17)
    private static let failureColor = Color(red: 0.26, green: 0.17, blue: 0.17)

    /// The path of the file; nil before the cell shows one.
    private(set) var path: String?
    /// Whether the file cannot be shown.
    private(set) var hasFailed = false
    /// Whether the cell is marked as that of the file that is open.
    var isCurrent = false {
        didSet {
            guard isCurrent != oldValue else { return }
            Transaction.run(disablesActions: true) { border.isHidden = !isCurrent }
        }
    }

    private let look: Style
    private let environment: ControlEnvironment
    private let picture = Layer.plain("picture")
    private let image = ImageLayer()
    private let border = Layer.plain("mark")
    private let label: TextLayer
    /// The name of the file, of which the label may show a part.
    private var fileName = ""
    private var shortener = NameShortener()

    /// Creates a cell that shows nothing.
    init(_ look: Style, in environment: ControlEnvironment) {
        self.look = look
        self.environment = environment
        let theme = environment.theme
        var style = theme.style(size: look.textSize, color: theme.secondaryColor)
        style.truncation = .middle
        label = TextLayer(style: style, in: environment)
        super.init()
        name = "thumbnail"
        actions = .none
        picture.backgroundColor = Self.color
        picture.masksToBounds = true
        image.actions = .none
        image.anchorPoint = .zero
        image.contentsGravity = .resizeAspect
        border.borderColor = theme.accentColor
        border.borderWidth = Self.markWidth
        border.isHidden = true
        picture.addSublayer(image)
        for part in [picture, label, border] { addSublayer(part) }
        label.onResize = { [weak self] in self?.placeLabel() }
    }

    /// Shows a file in the present bounds.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - name: its name.
    ///   - thumbnails: the thumbnails of all files.
    func show(_ path: String, name: String, of thumbnails: Thumbnails) {
        self.path = path
        hasFailed = false
        image.image = thumbnails.image(of: path)
        fileName = VisibleText.escaped(name)
        image.placeholder = thumbnails.lastPicture(of: path)
        layOut()
        image.prefetch()
    }

    /// Shows the file again, because it may have changed; what was shown stays until that is known.
    func showAgain(of thumbnails: Thumbnails) {
        guard let path else { return }
        hasFailed = false
        image.image = thumbnails.image(of: path)
        image.placeholder = thumbnails.lastPicture(of: path)
        layOut()
        image.prefetch()
    }

    /// The colors of the display, to which the thumbnail is converted; nil, the default, for those of sRGB.
    var displayColors: DisplayColors? {
        get { image.displayColors }
        set { image.displayColors = newValue }
    }

    /// The name that is shown; nil while none is.
    var shownName: String? { label.isHidden ? nil : fileName }
    /// Whether the thumbnail has been decoded.
    var hasThumbnail: Bool { thumbnail != nil }
    /// The thumbnail as it was decoded; nil before that.
    var thumbnail: PixelBuffer? { image.image?.buffer }

    /// Shows the name in place of a thumbnail that could not be decoded.
    func update() {
        guard !hasFailed, image.image?.failure != nil else { return }
        hasFailed = true
        image.placeholder = nil
        layOut()
    }

    private func layOut() {
        Transaction.run(disablesActions: true) {
            let size = self.bounds.size
            let height = max(0, size.height - (look.showsName ? Self.nameHeight : 0))
            let frame = Rect(x: 0, y: 0, width: size.width, height: height)
            for layer in [picture, image, border] { layer.frame = frame }
            picture.backgroundColor = hasFailed ? Self.failureColor : Self.color
            label.isHidden = !look.showsName && !hasFailed
            let width = max(1, size.width - 2 * Self.textMargin).rounded(.down)
            label.textStyle.width = width
            // A name that is not seen needs no measuring.
            label.text =
                label.isHidden
                ? fileName
                : shortener.text([fileName], style: label.textStyle, width: width, scale: environment.scale)
            placeLabel()
        }
    }

    /// Centers the name below the thumbnail, or in the cell if there is no thumbnail and no place below it.
    private func placeLabel() {
        let size = self.bounds.size
        let text = label.drawn.size
        let top = look.showsName ? size.height - Self.nameHeight : 0
        label.place(
            Point(x: (size.width - text.width) / 2, y: top + (size.height - top - text.height) / 2))
    }
}
