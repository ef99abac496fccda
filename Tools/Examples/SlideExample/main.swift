import ChannelImages
import Controls
import ImageCodecs
import LayerTree
import SDLPresenter
import ScrollLayers
import TextLayers
import TiledLayers
import VectorDrawing

/// A slide with a button for each channel, an overview, and a line that measures.
@MainActor
final class SlideViewer {
    private let pixel: ChannelImageDescription.PixelSpacing?
    private let tiles: [TiledLayer]
    private let view: ScrollController
    private let seen = Layer()
    private let ruler = ShapeLayer()
    private let length = TextLayer(style: TextStyle(color: .white, panel: TextStyle.Panel(color: .black)))
    private var hidden: Set<Int> = []
    private var ends: [Point]?

    init(_ image: any ChannelImage, shownAs rendering: ChannelRendering, in window: LayerWindow) {
        pixel = image.description.pixelSpacing
        let slide = TiledLayer(image: TiledImage(channels: image, name: "slide"))
        let overview = TiledLayer(image: slide.image, loader: slide.loader)
        tiles = [slide, overview]
        view = ScrollController(for: slide)
        window.add(view)
        addRuler(to: slide)
        add(overview, to: window.root)
        toggle(nil, of: rendering)
        let controls = ControlController()
        var buttons = image.description.channels.enumerated().map { index, channel in
            Button(channel.name ?? "\(index + 1)") { [unowned self] in toggle(index, of: rendering) }
        }
        buttons.append(Button("Measure") { [unowned self] in measure([]) })
        buttons.append(Button("All of it") { [unowned self] in view.perform(.fit) })
        controls.add(ButtonBar(buttons, in: controls.environment))
        window.add(controls)
        window.onUpdate = { [self] in
            seen.frame = view.model.visibleRect
            ruler.lineWidth = 2 / view.model.view.scale
        }
        window.onEvent = { [self] event in
            guard case .key(let key) = event.kind, key.key == .escape, ends != nil else { return false }
            measure(nil)
            return true
        }
    }

    /// Hides a channel or shows it again; tiles in memory are only mixed again.
    private func toggle(_ channel: Int?, of rendering: ChannelRendering) {
        if let channel { hidden.formSymmetricDifference([channel]) }
        var shown = rendering
        if case .composite(let all) = rendering.mode {
            shown.mode = .composite(all.filter { !hidden.contains($0.channel) })
        }
        for layer in tiles { layer.channels = shown }
    }

    /// Shows the whole slide in the corner, where a click flies to its place.
    private func add(_ overview: TiledLayer, to root: Layer) {
        let scale = 200 / max(overview.bounds.size.width, overview.bounds.size.height)
        overview.anchorPoint = .zero
        overview.position = Point(x: 16, y: 16)
        overview.affineTransform = AffineTransform(scaleX: scale, y: scale)
        overview.masksToBounds = true
        seen.borderColor = .white
        seen.borderWidth = 2 / scale
        overview.addSublayer(seen)
        root.addSublayer(overview)
        overview.addGesture(
            TapRecognizer { [unowned self] tap in
                guard let place = tap.location() else { return }
                view.change { $0.fly(to: ViewState(center: place, scale: $0.view.scale), at: $1) }
            })
    }

    /// While measuring, every second click ends a line.
    private func addRuler(to slide: Layer) {
        ruler.strokeColor = .white
        for layer in [seen, ruler] { layer.actions = .none }
        length.keepsScreenSize = true
        for layer in [ruler, length] { slide.addSublayer(layer) }
        let tap = TapRecognizer { [unowned self] tap in
            if let ends, let place = tap.location() { measure(ends.count == 2 ? [place] : ends + [place]) }
        }
        tap.isExclusive = false
        slide.addGesture(tap)
    }

    private func measure(_ points: [Point]?) {
        ends = points
        for layer in [ruler, length] { layer.isHidden = points?.count != 2 }
        guard let points, points.count == 2 else { return }
        var path = Path()
        path.move(to: points[0])
        path.addLine(to: points[1])
        ruler.path = path
        let across = (points[1].x - points[0].x) * (pixel?.x ?? 1)
        let down = (points[1].y - points[0].y) * (pixel?.y ?? 1)
        length.text = "\((across * across + down * down).squareRoot().rounded()) \(pixel == nil ? "pixels" : "µm")"
        length.position = points[1]
    }
}

do {
    let path = CommandLine.arguments.dropFirst().first ?? "slide.ome.tif"
    if let image = try openChannelImage(.file(path)) {
        try LayerWindow(title: "Slide – \(path)").run { window in
            _ = SlideViewer(image, shownAs: try ChannelRendering.automatic(for: image), in: window)
        }
    } else {
        print("\(path): it has no channels. Name an image of several.")
    }
} catch {
    print(error)
}
