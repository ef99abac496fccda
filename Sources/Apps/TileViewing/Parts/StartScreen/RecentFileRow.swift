internal import Controls
internal import LayerTree
internal import Numbers
internal import TextLayers
internal import TextRendering
internal import TileContainers
internal import VectorDrawing

/// A row of the start screen: the key that opens a file, its name and its folder.
@MainActor
final class RecentFileRow {
    /// The layer of the row, a panel that lights up while it is highlighted.
    let layer: PanelLayer
    /// Called when the size of a text has changed.
    var onResize: (() -> Void)?
    /// Whether the row is highlighted, `false` by default.
    var isHighlighted = false {
        didSet { layer.color = Self.color(isHighlighted) }
    }

    /// The height of a row in points.
    static let height = 28.0
    /// The distance from the edges of the row to its texts.
    static let inset = 8.0
    private static let keyWidth = 24.0
    private static let keyHeight = 20.0
    private static let gap = 10.0
    /// The share of the row that a long name can take.
    private static let nameShare = 0.6

    private let environment: ControlEnvironment
    private let key: PanelLayer
    private let number, name, folder: TextLayer
    /// The whole texts of the name and the folder, of which a part is shown where there is too little space.
    private let wholeName, wholeFolder: String
    private var nameShortener = NameShortener()
    private var folderShortener = NameShortener()
    private var frame = Rect(x: 0, y: 0, width: 0, height: 0)

    /// Creates the row of a file; a number from 1 to 10, of which the last is on the key 0.
    init(_ file: String, number: Int, in environment: ControlEnvironment) {
        self.environment = environment
        let theme = environment.theme
        layer = PanelLayer(color: Self.color(false), radius: 4)
        key = PanelLayer(color: Color(red: 1, green: 1, blue: 1, alpha: 0.16), radius: 4)
        func text(_ text: String, _ color: Color) -> TextLayer {
            var style = theme.style(color: color)
            style.truncation = .middle
            return TextLayer(text, style: style, in: environment)
        }
        self.number = text("\(number % 10)", theme.textColor)
        wholeName = VisibleText.escaped(FilePath.name(of: file))
        wholeFolder = VisibleText.escaped(FilePath.parent(of: file))
        name = text(wholeName, theme.textColor)
        folder = text(wholeFolder, theme.secondaryColor)
        layer.addSublayer(key)
        for text in [self.number, name, folder] {
            layer.addSublayer(text)
            text.onResize = { [weak self] in self?.onResize?() }
        }
    }

    /// Places the row in the panel of the start screen; the folder is left out where there is too little space.
    func place(_ frame: Rect) {
        layer.place(frame, in: environment)
        let left = Self.inset
        let top = (Self.height - Self.keyHeight) / 2
        key.place(Rect(x: left, y: top, width: Self.keyWidth, height: Self.keyHeight), in: environment)
        func place(_ text: TextLayer, at x: Double) {
            text.place(Point(x: x, y: (Self.height - text.drawn.size.height) / 2))
        }
        place(number, at: left + (Self.keyWidth - number.drawn.size.width) / 2)
        let start = left + Self.keyWidth + Self.gap
        let space = max(frame.size.width - start - Self.inset, 0)
        let nameWidth = (space * Self.nameShare).rounded(.down)
        name.textStyle.width = nameWidth
        name.text = nameShortener.text(
            [wholeName], style: name.textStyle, width: nameWidth, scale: environment.scale)
        place(name, at: start)
        let rest = space - name.drawn.size.width - Self.gap
        folder.isHidden = rest < Self.narrowestFolder
        let folderWidth = max(rest, Self.narrowestFolder).rounded(.down)
        folder.textStyle.width = folderWidth
        folder.text = folderShortener.text(
            [wholeFolder], style: folder.textStyle, width: folderWidth, scale: environment.scale)
        place(folder, at: start + name.drawn.size.width + Self.gap)
    }

    /// The least space in which a folder is shown.
    private static let narrowestFolder = 60.0

    private static func color(_ isHighlighted: Bool) -> Color {
        Color(red: 1, green: 1, blue: 1, alpha: isHighlighted ? 0.12 : 0)
    }
}
