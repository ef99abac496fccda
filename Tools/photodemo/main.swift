import LayerTree
import SDLPresenter
import ScrollLayers
import TextLayers
import TextRendering
import TileViewing
import TiledLayers
import VectorDrawing

/// The colors of the app.
enum Theme {
    static let background = Color(red: 0.09, green: 0.09, blue: 0.1)
    static let cell = Color(red: 0.16, green: 0.16, blue: 0.17)
    static let faint = Color(red: 0.75, green: 0.75, blue: 0.78)
    static let bar = Color(red: 0, green: 0, blue: 0, alpha: 0.6)
    static let button = Color(red: 1, green: 1, blue: 1, alpha: 0.14)
}

/// Shows the photos of a folder: a grid of thumbnails, each photo in full, and a slide show.
@MainActor
final class PhotoBrowser {
    private let window: LayerWindow
    private let paths: [String]
    private let thumbnails = ImageCache(costLimit: 128 << 20)
    private let grid: GridController<ImageLayer>
    private let pages: PagingController
    private let zoom: ZoomTransition
    private var slideShow: Task<Void, any Error>?

    // What lies over the photo.
    private let bar = Layer()
    private let title = TextLayer(
        style: TextStyle(font: TextFont(size: 15, weight: .semibold), color: .white))
    private let facts = TextLayer(
        style: TextStyle(font: TextFont(size: 13), color: Theme.faint))
    private let back = PhotoBrowser.button("‹ All photos")
    private let play = PhotoBrowser.button("▶ Slide show")

    init(of paths: [String], in window: LayerWindow) {
        self.window = window
        self.paths = paths
        zoom = ZoomTransition(in: window.root)
        let thumbnails = thumbnails
        pages = PagingController(photos: paths, thumbnails: thumbnails)
        let layout = GridLayout(itemCount: paths.count, minimumCellWidth: 180, spacing: 4)
        grid = GridController(layout: layout) {
            let cell = ImageLayer()
            cell.contentsGravity = .resizeAspectFill
            cell.masksToBounds = true
            cell.backgroundColor = Theme.cell
            cell.cursor = .pointingHand
            return cell
        } configure: { cell, item in
            cell.image = LazyImage(
                file: paths[item], cache: thumbnails, decoder: PhotoDecoding())
            cell.prefetch()
        }
        addLayers()
        addHandlers()
    }

    // MARK: Layers

    private func addLayers() {
        window.root.backgroundColor = Theme.background
        window.add(grid)
        window.add(pages)
        pages.isEnabled = false
        pages.layer.isHidden = true
        pages.layer.backgroundColor = .black
        bar.backgroundColor = Theme.bar
        for layer in [title, facts, back, play] { bar.addSublayer(layer) }
        bar.isHidden = true
        window.root.addSublayer(bar)
        layOut()
    }

    /// Puts the bar at the lower edge: the buttons at its ends, the caption between them.
    private func layOut() {
        let size = window.root.bounds.size
        Transaction.run(disablesActions: true) {
            bar.frame = Rect(x: 0, y: size.height - 60, width: size.width, height: 60)
            back.place(Point(x: 16, y: 15))
            play.place(Point(x: size.width - play.bounds.size.width - 16, y: 15))
            let left = back.bounds.size.width + 36
            let right = size.width - play.bounds.size.width - 36
            for (layer, top) in [(title, 10.0), (facts, 33)] {
                layer.textStyle.width = max(1, right - left)
                layer.place(Point(x: left, y: top))
            }
        }
    }

    private static func button(_ text: String) -> TextLayer {
        let panel = TextStyle.Panel(
            color: Theme.button, radius: 6, horizontalPadding: 12, verticalPadding: 6)
        let font = TextFont(size: 13)
        let button = TextLayer(text, style: TextStyle(font: font, color: .white, panel: panel))
        button.cursor = .pointingHand
        return button
    }

    // MARK: Input

    private func addHandlers() {
        grid.onOpen = { [unowned self] item in open(item) }
        pages.onPageChange = { [unowned self] _ in showCaption() }
        window.onResize = { [unowned self] in layOut() }
        for layer in [back, play] { layer.onResize = { [unowned self] in layOut() } }
        back.addGesture(TapRecognizer { [unowned self] _ in close() })
        play.addGesture(TapRecognizer { [unowned self] _ in toggleSlideShow() })
        let tap = TapRecognizer { [unowned self] _ in stopSlideShow() }
        tap.isExclusive = false
        pages.layer.addGesture(tap)
        window.onEvent = { [unowned self] event in
            if let input = event.input { zoom.interrupt(by: input) }
            guard case .key(let key) = event.kind, key.isDown, !key.isRepeat else { return false }
            switch key.key {
            case .escape:
                if slideShow != nil {
                    stopSlideShow()
                } else if pages.isEnabled {
                    close()
                } else {
                    window.close()
                }
            case .character(" "):
                if pages.isEnabled { toggleSlideShow() } else { open(grid.focusedItem) }
            default: return false
            }
            return true
        }
    }

    // MARK: From the grid to a photo, and back

    private func open(_ item: Int) {
        grid.isEnabled = false
        pages.show(item, animated: false)
        pages.isEnabled = true
        showCaption()
        let thumbnail = thumbnails[paths[item]]
        zoom.open(pages.layer, from: grid.cell(of: item), showing: thumbnail) { [self] in
            bar.isHidden = false
        }
    }

    private func close() {
        stopSlideShow()
        let item = pages.page
        let content = pages.contentLayers[pages.page]
        grid.focus(on: item, isShown: !grid.focusLayer.isHidden)
        let image = (content as? PhotoLayer)?.image?.buffer ?? thumbnails[paths[item]]
        zoom.close(pages.layer, to: grid.cell(of: item), showing: image, from: content)
        bar.isHidden = true
        pages.isEnabled = false
        grid.isEnabled = true
    }

    private func showCaption() {
        let path = paths[pages.page]
        let name = path.split(separator: "/").last ?? ""
        title.text = "\(name)   \(pages.page + 1) of \(paths.count)"
        facts.text = ""
        window.perform { [self] in
            let caption = try? await DocumentMetadata(of: path).caption
            if path == paths[pages.page] { facts.text = caption ?? "" }
        }
    }

    // MARK: Slide show

    private func toggleSlideShow() {
        guard slideShow == nil else { return stopSlideShow() }
        zoom.finish()
        bar.isHidden = true
        slideShow = Task { [self] in
            for kind in sequence(first: 0, next: { $0 + 1 }) {
                try await Task.sleep(for: .seconds(3))
                let kinds = [Transition.Kind.fade, .push, .reveal]
                let transition = Transition(kinds[kind % kinds.count], from: .right, duration: 0.8)
                pages.show((pages.page + 1) % paths.count, transition: transition)
            }
        }
    }

    private func stopSlideShow() {
        guard let running = slideShow else { return }
        running.cancel()
        slideShow = nil
        bar.isHidden = false
    }
}

let help = """
    Show the photos of a folder: a grid of thumbnails, each photo in full, a slide show.

    USAGE: photodemo [FOLDER]

    Without a folder, it shows SampleImages. Click a photo, or choose it with the arrows and
    Enter; the arrows turn the pages. Space starts the slide show, and Esc leads back.
    """

do {
    let folder = CommandLine.arguments.dropFirst().first ?? "SampleImages"
    if ["--help", "-h"].contains(folder) {
        print(help)
    } else {
        let paths = try FolderImages.list(folder)
        let window = LayerWindow(title: "Photos – \(folder)")
        let browser = PhotoBrowser(of: paths, in: window)
        try withExtendedLifetime(browser) { try window.run { _ in } }
    }
} catch {
    print(error)
}
