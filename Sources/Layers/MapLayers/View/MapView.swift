public import Georeferencing
public import LayerTree
public import ScrollLayers
public import TextLayers
internal import TilePyramid
public import TiledLayers
internal import VectorDrawing

/// A map that is dragged, zoomed and turned: tiled images at their coordinates, with pins, routes, callouts and attribution.
///
/// Images of different zooms, tile sizes and bounds lie exactly over each other. A window shows it like any controller:
///
/// ```swift
/// let map = MapView([image])
/// map.addPins([MapPin(at: Coordinate(latitude: 47.4211, longitude: 10.9853), title: "Zugspitze")])
/// window.add(map)
/// ```
///
/// Zooms are those of MapLibre: at zoom 0 the Earth is 512 points wide, and each further zoom doubles the width. Maps are in
/// Web Mercator, end at 85° of latitude, and do not repeat at the date line. At first the view fits all maps.
@MainActor
public final class MapView: LayerController {
    /// The layer of the map, which fills the window that the map is added to; its further sublayers lie over the map.
    public let layer: Layer
    /// The controller that scrolls and zooms the map.
    ///
    /// Its content is the part of the world within the ``limits``; use the map's own members for coordinates.
    public let scrollController: ScrollController
    /// The loader that all maps share.
    public let loader: TileLoader
    /// The layers of the maps, from bottom to top; see ``add(_:opacity:)``.
    public internal(set) var tileLayers: [MapTileLayer] = []
    /// The routes, from bottom to top; see ``addRoute(_:)``.
    public internal(set) var routes: [RouteLayer] = []
    /// The callout that is open; nil if there is none.
    public internal(set) var callout: CalloutLayer?
    /// The pin that the callout belongs to; nil if it belongs to a place, or if no callout is shown.
    public internal(set) var calloutPin: MapPin?

    /// The part of the Earth in which the map can be moved; nil, the default, for the union of its maps' bounds.
    ///
    /// Invalid limits, such as limits that cross the date line, are ignored.
    public var limits: GeoBounds? {
        didSet { if limits != oldValue { updateContent() } }
    }
    /// The maximum zoom; nil, the default, for ``overzoom`` beyond the finest map.
    public var maximumZoom: Double? {
        didSet { if maximumZoom != oldValue { updateContent() } }
    }
    /// The number of zooms by which the pixels of the finest map can be enlarged: 3.
    public static let overzoom = 3.0

    /// Called with the coordinate of each tap on the map itself; nil by default.
    ///
    /// It is not called for a tap on a pin, a callout or a layer over the map, nor for a tap that another gesture has claimed,
    /// such as the gesture of a route.
    public var onTap: (@MainActor (Coordinate) -> Void)?
    /// Called after each change of the view; nil by default.
    public var onMove: (@MainActor () -> Void)?

    /// The layer of the world; maps and routes are placed in its points.
    let world = Layer()
    let scrollLayer = ScrollLayer()
    let pinsLayer = PinsLayer()
    let attributionLabel: AttributionLabel
    let textDrawing: TextDrawing
    /// The place of a callout without a pin.
    var calloutCoordinate: Coordinate?
    /// The request for the view that the map shows when it gets a size; nil if there is none.
    var cameraRequest: CameraRequest?
    /// The part of the world that is the content of the scroll controller.
    var content = WorldMap.rect
    /// The view that the overlays were placed for.
    private var shown: ShownView?

    private struct ShownView: Equatable {
        var view: ViewState
        var content: Rect
        var size: Size
        var scale: Double
    }

    /// Creates a map.
    ///
    /// - Parameters:
    ///   - maps: the maps to show, from bottom to top; none by default.
    ///   - loader: the loader of the tiles; by default a new one with the default limits.
    ///   - settings: the settings for the response to input; by default ``standardSettings``.
    ///   - drawing: the resources that draw texts; by default in the background.
    ///   - clock: the source of times; it must be the clock that events are timed with.
    public init(
        _ maps: [MapImage] = [], loader: TileLoader = TileLoader(), settings: ScrollSettings = MapView.standardSettings,
        drawing: TextDrawing = .shared, clock: any LayerClock = SystemClock()
    ) {
        layer = Layer()
        self.loader = loader
        textDrawing = drawing
        attributionLabel = AttributionLabel(drawing: drawing)
        let contentLayer = Layer()
        scrollController = ScrollController(
            scrollLayer: scrollLayer, contentLayer: contentLayer, contentSize: WorldMap.rect.size, settings: settings,
            clock: clock)
        // The content's points are not pixels of any image.
        scrollController.alignsToPixels = false
        layer.name = "map"
        layer.actions = .none
        layer.masksToBounds = true
        world.actions = .none
        world.anchorPoint = .zero
        scrollLayer.actions = .none
        scrollLayer.anchorPoint = .zero
        contentLayer.addSublayer(world)
        for sublayer in [scrollLayer, pinsLayer, attributionLabel.layer] { layer.addSublayer(sublayer) }
        scrollController.onEvent = { [weak self] in self?.scrolled($0) }
        let tap = TapRecognizer { [weak self] in self?.mapTapped($0) }
        tap.isExclusive = false
        layer.addGesture(tap)
        pinsLayer.addGesture(TapRecognizer { [weak self] in self?.pinTapped(at: $0.location) })
        pinsLayer.onRemove = { [weak self] in if $0 === self?.calloutPin { self?.closeCallout() } }
        updateContent()
        for map in maps { add(map) }
    }

    /// The default settings of a map: those of scroll views, without the keys that mirror the content or set a magnification.
    public nonisolated static var standardSettings: ScrollSettings {
        var settings = ScrollSettings()
        settings.keys.commands = settings.keys.commands.filter { _, command in
            switch command {
            case .mirrorHorizontally, .mirrorVertically, .magnify: false
            default: true
            }
        }
        return settings
    }

    // MARK: Events and time

    /// Handles an event, with its position in points of the scene; Esc closes the callout.
    @discardableResult
    public func handle(_ event: InputEvent) -> Bool {
        if case .key(let key) = event, key.key == .escape, key.isDown, callout != nil {
            closeCallout()
            return true
        }
        let isUsed = scrollController.handle(event)
        placeOverlays()
        return isUsed
    }

    /// Ends all input without a fling.
    public func cancelInput() {
        scrollController.cancelInput()
        placeOverlays()
    }

    /// Moves the map and its overlays to the current time; called before each frame.
    public func update() {
        layOut()
        scrollController.update()
        placeOverlays()
    }

    /// The time on the clock at which ``update()`` is needed next; nil while nothing moves.
    public var nextFrameTime: Double? { scrollController.nextFrameTime }

    private func scrolled(_ event: ScrollEvent) {
        switch event {
        case .didEndDecelerating, .didEndAnimating, .didEndDragging(willDecelerate: false):
            for layer in tileLayers { layer.endMotion() }
        default: break
        }
    }

    // MARK: Layout

    /// Gives the layers the size of the map.
    func layOut() {
        let bounds = Rect(origin: .zero, size: layer.bounds.size)
        guard scrollLayer.bounds.size != bounds.size || pinsLayer.bounds.size != bounds.size else { return }
        Transaction.run(disablesActions: true) {
            scrollLayer.bounds.size = bounds.size
            scrollLayer.position = .zero
            pinsLayer.bounds = bounds
            pinsLayer.position = .zero
        }
        if !bounds.isEmpty { carryOutRequest() }
    }

    /// Sets the content of the scroll controller to the part that maps and limits allow, with the same place in view.
    func updateContent() {
        let former = scrollController.model
        let wasFitted = former.geometry.isFitting(former.view)
        let center = former.view.center + content.origin
        let limits = limits.flatMap { $0.isValid ? $0 : nil }
        var rect = limits.map(WorldMap.rect) ?? WorldMap.rect
        if limits == nil, let first = tileLayers.first {
            rect = tileLayers.dropFirst().reduce(WorldMap.rect(of: first.map.bounds)) {
                $0.union(WorldMap.rect(of: $1.map.bounds))
            }
        }
        content = rect.isEmpty ? WorldMap.rect : rect
        pinsLayer.content = content
        var geometry = former.geometry
        geometry.contentSize = content.size
        geometry.actualScale = ViewScale.scale(ofZoom: finestZoom)
        geometry.maximumScale = ViewScale.scale(ofZoom: maximumZoom ?? finestZoom + Self.overzoom)
        geometry.actualScale = min(geometry.actualScale, geometry.maximumScale)
        var view = former.view
        view.center = center - content.origin
        Transaction.run(disablesActions: true) { world.position = Point.zero - content.origin }
        scrollController.geometry = geometry
        scrollController.change { model, time in
            model.setView(wasFitted ? geometry.fitting(view) : view, animated: false, at: time)
        }
        placeOverlays()
    }

    /// The zoom of the finest map; 19 without maps.
    private var finestZoom: Double { tileLayers.map(\.map.finestZoom).filter(\.isFinite).max() ?? 19 }

    /// The transform from the world to points of the map's layer.
    var worldTransform: AffineTransform {
        AffineTransform(translationX: -content.minX, y: -content.minY)
            .followed(by: scrollController.model.view.transform(in: scrollController.model.geometry.viewportSize))
    }

    /// Places pins, routes, callout and attribution for the current view.
    func placeOverlays() {
        let model = scrollController.model
        let size = model.geometry.viewportSize
        let scale = layer.scene?.scale ?? 1
        attributionLabel.show(attribution, in: layer.bounds.size)
        for layer in tileLayers where layer.isTracking != model.isTracking { layer.isTracking = model.isTracking }
        let shown = ShownView(view: model.view, content: content, size: size, scale: scale)
        let isMoved = shown != self.shown
        self.shown = shown
        if isMoved {
            pinsLayer.worldTransform = worldTransform
        }
        showRoutes()
        placeCallout()
        if isMoved { onMove?() }
    }

    /// Draws routes for the current view.
    func showRoutes() {
        guard !routes.isEmpty, let shown else { return }
        let view = shown.view.visibleRect(in: shown.size)
        let seen = Rect(origin: view.origin + content.origin, size: view.size)
        for route in routes { route.show(scale: shown.view.scale, view: seen, pixelScale: shown.scale) }
    }
}
