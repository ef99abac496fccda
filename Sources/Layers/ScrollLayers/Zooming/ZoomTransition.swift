public import LayerTree
internal import TilePyramid
public import VectorDrawing

/// Enlarges an image from its place in a list until it fills the view, and back: the zoom transition of photo apps.
///
/// The image flies in its own layer, above everything, from the crop in the cell to the whole image; meanwhile its surroundings
/// are covered. The opened layer appears when the image has arrived.
///
/// ```swift
/// let zoom = ZoomTransition(in: window.root)
/// zoom.open(pages.layer, from: cell, showing: cell.image?.buffer)
/// zoom.close(pages.layer, to: cell, showing: cell.image?.buffer)
/// ```
///
/// Layers below the flying image get no presses, unless the app passes events to ``interrupt(by:)`` first.
@MainActor
public final class ZoomTransition {
    /// The duration in seconds, 0 to show everything at once.
    ///
    /// The default is 0.3.
    public var duration = 0.3
    /// The color that covers the surroundings of the image; the default is black.
    public var backgroundColor = Color.black

    private let root: Layer
    /// The layers of the flight in progress.
    private var layers: [Layer] = []
    /// The closure that ends the flight in progress; nil if there is none.
    private var arrive: (@MainActor () -> Void)?
    /// The number of flights that have begun.
    private var flight = 0

    /// Creates a transition that flies in a layer, such as the root of a window.
    public init(in root: Layer) {
        self.root = root
    }

    /// Whether a flight is in progress.
    public var isFlying: Bool { arrive != nil }

    /// Opens a layer; it is hidden until the image has arrived.
    ///
    /// - Parameters:
    ///   - layer: the layer to open.
    ///   - cell: the start of the flight; nil if it is out of view: then the layer fades in.
    ///   - image: the pixels of the flying image; nil for none: then the layer fades in.
    ///   - completion: called when the layer is open; the default does nothing.
    public func open(
        _ layer: Layer, from cell: Layer?, showing image: PixelBuffer?, completion: @escaping @MainActor () -> Void = {}
    ) {
        finish()
        guard let image, let start = cell.flatMap({ root.convert($0.bounds, from: $0) }) else {
            return fade(layer, isOpen: true, completion)
        }
        layer.isHidden = true
        fly(image, from: start, to: Self.place(of: image, in: root.bounds), cell, isOpening: true) {
            Transaction.run(disablesActions: true) {
                layer.isHidden = false
                layer.opacity = 1
            }
            completion()
        }
    }

    /// Closes a layer; it is hidden at once.
    ///
    /// - Parameters:
    ///   - layer: the layer to close.
    ///   - cell: the end of the flight; nil if it is out of view: then the layer fades out.
    ///   - image: the pixels of the flying image; nil for none: then the layer fades out.
    ///   - content: the layer that shows the image now, as the start of the flight; the default is nil: the end of the opening
    ///     flight.
    ///   - completion: called when the layer is closed; the default does nothing.
    public func close(
        _ layer: Layer, to cell: Layer?, showing image: PixelBuffer?, from content: Layer? = nil,
        completion: @escaping @MainActor () -> Void = {}
    ) {
        finish()
        guard let image, let end = cell.flatMap({ root.convert($0.bounds, from: $0) }) else {
            return fade(layer, isOpen: false, completion)
        }
        let start = content.flatMap { root.convert($0.bounds, from: $0) } ?? Self.place(of: image, in: root.bounds)
        Transaction.run(disablesActions: true) { layer.isHidden = true }
        fly(image, from: start, to: end, cell, isOpening: false, completion)
    }

    /// Ends the flight in progress if an event is a press, so that the press reaches the opened layer or the list.
    ///
    /// Call it with each event before dispatching the event: people swipe and click before an image has arrived. The later
    /// presses of a double click belong to the click that began the flight, and change nothing.
    public func interrupt(by event: InputEvent) {
        switch event {
        case .pointer(let pointer):
            if case .down(_, clicks: ...1) = pointer.phase { finish() }
        case .touch(let touch):
            if touch.phase == .down { finish() }
        case .wheel, .key: break
        }
    }

    /// Ends the flight in progress at once.
    public func finish() {
        let arrive = arrive.take()
        let layers = layers
        self.layers = []
        Transaction.run(disablesActions: true) {
            for layer in layers { layer.removeFromSuperlayer() }
        }
        arrive?()
    }

    /// Returns the rectangle of an image fitted in a rectangle.
    static func place(of image: PixelBuffer, in bounds: Rect) -> Rect {
        ContentsGravity.resizeAspect.frame(
            of: Size(width: Double(image.size.width), height: Double(image.size.height)), in: bounds)
    }

    private func fly(
        _ image: PixelBuffer, from start: Rect, to end: Rect, _ cell: Layer?, isOpening: Bool,
        _ completion: @escaping @MainActor () -> Void
    ) {
        let cover = Layer()
        let imageLayer = Layer()
        let radius = cell?.cornerRadius ?? 0
        Transaction.run(disablesActions: true) {
            cell?.isHidden = true
            cover.frame = root.bounds
            cover.backgroundColor = backgroundColor
            cover.opacity = isOpening ? 1 : 0
            imageLayer.contents = image
            imageLayer.contentsGravity = .resizeAspectFill
            imageLayer.masksToBounds = true
            imageLayer.frame = end
            imageLayer.cornerRadius = isOpening ? 0 : radius
            root.addSublayer(cover)
            root.addSublayer(imageLayer)
        }
        layers = [cover, imageLayer]
        let arrive = begin { [weak cell] in
            Transaction.run(disablesActions: true) { cell?.isHidden = false }
            completion()
        }
        let middle = start.point(at: imageLayer.anchorPoint)
        animate(cover, \.opacity, from: isOpening ? 0 : 1)
        animate(imageLayer, \.bounds, from: Rect(origin: .zero, size: start.size))
        animate(imageLayer, \.cornerRadius, from: isOpening ? radius : 0)
        animate(imageLayer, \.position, from: middle, completion: arrive)
    }

    /// Begins a flight; `arrive` ends it.
    ///
    /// - Returns: a closure that ends the flight, unless another flight has begun.
    private func begin(_ arrive: @escaping @MainActor () -> Void) -> @MainActor () -> Void {
        flight += 1
        self.arrive = arrive
        return { [weak self, flight] in
            if self?.flight == flight { self?.finish() }
        }
    }

    private func fade(_ layer: Layer, isOpen: Bool, _ completion: @escaping @MainActor () -> Void) {
        Transaction.run(disablesActions: true) {
            layer.isHidden = false
            layer.opacity = isOpen ? 1 : 0
        }
        let arrive = begin {
            Transaction.run(disablesActions: true) { layer.isHidden = !isOpen }
            completion()
        }
        animate(layer, \.opacity, from: isOpen ? 0 : 1, completion: arrive)
    }

    /// Animates a property to its current value; layers that were in no frame yet have no implicit animations.
    private func animate<Value: Animatable>(
        _ layer: Layer, _ property: any WritableKeyPath<LayerProperties, Value> & Sendable, from value: Value,
        completion: (@MainActor () -> Void)? = nil
    ) {
        guard duration > 0 else {
            completion?()
            return
        }
        var animation = BasicAnimation(property, from: value)
        animation.timing.duration = duration
        animation.timingFunction = .easeInEaseOut
        layer.addAnimation(animation, forKey: "zoom \(property)") { _ in completion?() }
    }
}
