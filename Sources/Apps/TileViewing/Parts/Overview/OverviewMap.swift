internal import Controls
internal import LayerTree
internal import ScrollLayers
internal import TextLayers
internal import TiledLayers
internal import VectorDrawing

/// A map of the whole image at the upper right of the window, or of a pane of it, with an outline of the visible region.
///
/// A press or a drag in it moves the view. The map is hidden while the whole image is visible.
@MainActor
final class OverviewMap: DisplayedImage {
    /// A drag in the map, with the offset of the view's center from the pointer, in full-size pixels.
    struct Drag: Hashable, Sendable {
        fileprivate let offset: Point
    }

    /// The layer of the map, to be added to the layer that fills the window.
    let layer: PanelLayer

    /// Whether the map is on, `true` by default.
    var isOn = true {
        didSet { showOrHide() }
    }

    /// A small version of the whole image, of any size; nil, the default, hides the map.
    var thumbnail: PixelBuffer? {
        didSet {
            showThumbnail()
            showOrHide()
        }
    }

    /// The colors of the display, to which the thumbnail is converted; nil, the default, for those of sRGB.
    var displayColors: DisplayColors? {
        didSet { if displayColors !== oldValue { showThumbnail() } }
    }

    /// The thumbnail in the colors of the display.
    var shownThumbnail: PixelBuffer? { image.contents }

    /// The geometry of the map; nil while there is no image, or no room for the map.
    private(set) var geometry: OverviewGeometry?

    private let environment: ControlEnvironment
    private let image = Layer()
    private var convertedThumbnail = ConvertedImage()
    private let outlineLayer: OverviewOutlineLayer
    private var view = ViewState(center: .zero)
    private var layout = OverlayLayout(size: .zero)
    private var imageSize = Size.zero
    private var viewport = Size.zero
    /// The transform from the map's image to the image of the view.
    private var placement = AffineTransform.identity
    /// The frame in the window; nil while there is no room.
    private var frame: Rect?
    private static let border = 4.0

    init(in environment: ControlEnvironment) {
        self.environment = environment
        layer = PanelLayer(in: environment)
        outlineLayer = OverviewOutlineLayer(color: environment.theme.accentColor)
        layer.name = "overview"
        layer.isHidden = true
        for sublayer in [image, outlineLayer] {
            sublayer.actions = .none
            layer.addSublayer(sublayer)
        }
        image.minificationFilter = .trilinear
        image.backgroundColor = Color(red: 0.3, green: 0.3, blue: 0.3)
        environment.textDrawing.addScaleObserver(self) { $0.place() }
    }

    /// Shows the region of an image that a view shows, which by default fills the window.
    ///
    /// - Parameters:
    ///   - imageSize: the size of the map's image, in full-size pixels.
    ///   - view: the view, of the first image.
    ///   - viewport: the size of the view in points; nil, the default, for the window's.
    ///   - placement: the transform from the map's image to the first image; they are the same by default.
    ///   - layout: the window.
    func update(
        imageSize: Size, view: ViewState, viewport: Size? = nil, placement: AffineTransform = .identity,
        in layout: OverlayLayout
    ) {
        let viewport = viewport ?? layout.size
        guard
            imageSize != self.imageSize || view != self.view || layout != self.layout || viewport != self.viewport
                || placement != self.placement
        else { return }
        self.imageSize = imageSize
        self.view = view
        self.layout = layout
        self.viewport = viewport
        self.placement = placement
        showRegion()
    }

    private func showThumbnail() {
        image.contents = thumbnail.map { convertedThumbnail.buffer($0, in: displayColors) }
    }

    /// Marks the region that the view shows.
    private func showRegion() {
        outlineLayer.outline = geometry?.outline(of: view, in: viewport, placement: placement) ?? []
        showOrHide()
    }

    /// Whether the map can be shown: it is on, has a thumbnail, and the view does not show the whole image.
    private var isNeeded: Bool {
        guard isOn, thumbnail != nil, let geometry = geometry ?? geometries.first else { return false }
        return !geometry.isAllSeen(by: view, in: viewport, placement: placement)
    }

    private func showOrHide() {
        environment.setHidden(!isNeeded || geometry == nil, layer)
    }

    // MARK: Place

    /// The geometries of the sizes that the map can have, the largest first.
    private var geometries: [OverviewGeometry] {
        let limit = layout.mapSize(in: viewport)
        return Self.shares.compactMap { share in
            OverviewGeometry(
                imageSize: imageSize,
                availableSize: Size(
                    width: (limit.width * share).rounded(.down) - 2 * Self.border,
                    height: (limit.height * share).rounded(.down) - 2 * Self.border))
        }
    }

    /// The sizes of the map, as shares of the largest one; where there is no room for the last one, it is hidden.
    private static let shares = [1, 0.75, 0.5]

    /// The space that the map needs, in the window or in the pane of its image; nil while it is of no use.
    func request(_ id: OverlayID = OverlayID("overview"), in region: Rect? = nil) -> OverlayRequest? {
        guard isNeeded else { return nil }
        var request = OverlayRequest(id, .ornament, at: .topRight, sizes: geometries.map { Self.size(of: $0) })
        request.region = region
        request.staysAtEdge = true
        return request
    }

    /// Places the map in a frame; without one it is hidden.
    func place(in frame: Rect?) {
        let new = frame.flatMap { frame in
            geometries.first {
                Self.size(of: $0).width <= frame.size.width + 0.01
                    && Self.size(of: $0).height <= frame.size.height + 0.01
            }
        }
        defer { showOrHide() }
        guard new != geometry || frame != self.frame else { return }
        geometry = new
        self.frame = frame
        place()
        showRegion()
    }

    private static func size(of geometry: OverviewGeometry) -> Size {
        Size(width: geometry.mapSize.width + 2 * border, height: geometry.mapSize.height + 2 * border)
    }

    private func place() {
        guard let geometry, let frame else { return }
        let border = Self.border
        let size = Self.size(of: geometry)
        // The frame has whole pixels, and may be a little larger.
        layer.place(
            Rect(origin: Point(x: frame.maxX - size.width, y: frame.minY), size: size), in: environment)
        image.frame = Rect(x: border, y: border, width: geometry.mapSize.width, height: geometry.mapSize.height)
        outlineLayer.frame = image.frame
        outlineLayer.contentsScale = environment.scale
        outlineLayer.setNeedsDisplay()
    }

    /// The image point, in full-size pixels, at a point of the window; nil if the map is not there.
    func imagePoint(at point: Point) -> Point? {
        guard !layer.isHidden, let geometry, image.contains(mapPoint(at: point)) else { return nil }
        return geometry.imagePoint(at: mapPoint(at: point))
    }

    /// Starts a drag at a point of the window.
    ///
    /// A press inside the outline holds the outline where it was pressed; a press elsewhere centers the view on the
    /// pointer.
    ///
    /// - Returns: nil if the map is not there.
    func beginDrag(at point: Point) -> Drag? {
        guard let imagePoint = imagePoint(at: point), let geometry else { return nil }
        let isHeld = geometry.isSeen(mapPoint(at: point), by: view, in: viewport, placement: placement)
        return Drag(offset: isHeld ? view.center - placement.apply(to: imagePoint) : .zero)
    }

    /// The center of the view for a drag to a point of the window, in full-size pixels of the first image.
    ///
    /// The point may lie outside the map.
    func center(of drag: Drag, at point: Point) -> Point {
        guard let geometry else { return view.center }
        return placement.apply(to: geometry.imagePoint(at: mapPoint(at: point))) + drag.offset
    }

    private func mapPoint(at point: Point) -> Point { point - layer.position - image.frame.origin }
}
