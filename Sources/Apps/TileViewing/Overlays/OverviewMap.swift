internal import ImageCodecs
public import LayerTree
public import ScrollLayers

/// A map of the whole image at the upper right, with a frame around what is seen.
///
/// Pressing and dragging in it moves the view. It hides while the whole image is seen anyway.
@MainActor
public final class OverviewMap {
    /// A drag that began in the map: how far from the middle of the view it holds the frame, in full-size pixels.
    public struct Drag: Hashable, Sendable {
        fileprivate let offset: Point
    }

    /// What is shown, to be put into the layer that fills the window.
    public let layer: Layer

    /// Whether it is wanted; default true.
    public var isOn = true {
        didSet { showOrHide() }
    }

    /// A small picture of the whole image, of any size; nil, the default, until there is one.
    public var thumbnail: PixelBuffer? {
        get { image.contents }
        set {
            image.contents = newValue
            showOrHide()
        }
    }

    /// The places of the map; nil while there is no image.
    public private(set) var geometry: OverviewGeometry?

    private let environment: OverlayEnvironment
    private let panel: PanelLayer
    private let image = Layer()
    private let frame: OverviewOutlineLayer
    private var view = ViewState(center: .zero)
    private var layout = OverlayLayout(size: .zero)
    private static let border = 4.0

    /// A map of nothing yet.
    public init(in environment: OverlayEnvironment) {
        self.environment = environment
        panel = PanelLayer(in: environment)
        layer = panel
        frame = OverviewOutlineLayer(color: environment.theme.accentColor)
        layer.name = "overview"
        layer.isHidden = true
        for sublayer in [image, frame] {
            sublayer.actions = .none
            layer.addSublayer(sublayer)
        }
        image.minificationFilter = .trilinear
        image.backgroundColor = Color(red: 0.3, green: 0.3, blue: 0.3)
        environment.addScaleObserver(self) { $0.place() }
    }

    /// Shows what a view sees.
    ///
    /// - Parameters:
    ///   - imageSize: the image, in full-size pixels.
    ///   - view: the view, of which the window is all.
    ///   - layout: where overlays lie in the window.
    public func update(imageSize: Size, view: ViewState, in layout: OverlayLayout) {
        let availableSize = layout.mapSize
        let geometry = OverviewGeometry(
            imageSize: imageSize,
            availableSize: Size(
                width: availableSize.width - 2 * Self.border, height: availableSize.height - 2 * Self.border))
        guard geometry != self.geometry || view != self.view || layout != self.layout else { return }
        let isMoved = geometry != self.geometry || layout != self.layout
        self.geometry = geometry
        self.view = view
        self.layout = layout
        if isMoved {
            place()
        }
        frame.outline = geometry?.outline(of: view, in: layout.size) ?? []
        showOrHide()
    }

    private func showOrHide() {
        let isNeeded = geometry.map { !$0.isAllSeen(by: view, in: layout.size) } ?? false
        environment.setHidden(!isOn || !isNeeded || thumbnail == nil, layer)
    }

    private func place() {
        guard let geometry else { return }
        let border = Self.border
        let size = geometry.mapSize
        panel.place(layout.mapFrame(Size(width: size.width + 2 * border, height: size.height + 2 * border)))
        image.frame = Rect(x: border, y: border, width: size.width, height: size.height)
        frame.frame = image.frame
        frame.contentsScale = environment.scale
        frame.setNeedsDisplay()
    }
}

extension OverviewMap {
    /// The place of the image, in full-size pixels, at a point of the window; nil when the map is not there.
    public func imagePoint(at point: Point) -> Point? {
        guard !layer.isHidden, let geometry, image.contains(mapPoint(at: point)) else { return nil }
        return geometry.imagePoint(at: mapPoint(at: point))
    }

    /// Begins a drag at a point of the window.
    ///
    /// Within the frame it holds the frame where it was pressed; elsewhere the middle of the view comes to the pointer.
    ///
    /// - Returns: nil when the map is not there.
    public func beginDrag(at point: Point) -> Drag? {
        guard let place = imagePoint(at: point), let geometry else { return nil }
        let isHeld = geometry.isSeen(mapPoint(at: point), by: view, in: layout.size)
        return Drag(offset: isHeld ? view.center - place : .zero)
    }

    /// The middle of the view, in full-size pixels, when a drag has come to a point of the window, which may lie beyond
    /// the map.
    public func center(of drag: Drag, at point: Point) -> Point {
        guard let geometry else { return view.center }
        return geometry.imagePoint(at: mapPoint(at: point)) + drag.offset
    }

    private func mapPoint(at point: Point) -> Point { point - layer.position - image.frame.origin }
}
