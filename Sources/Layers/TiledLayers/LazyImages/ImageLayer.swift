internal import Concurrency
public import LayerTree
internal import TilePyramid
public import VectorDrawing

/// A layer that shows a ``LazyImage``, and a placeholder until it is decoded.
///
/// The image is decoded in the background when it is first shown, at the size at which it is shown. Its position in the bounds
/// follows ``LayerTree/LayerProperties/contentsGravity`` and the other properties of contents. Images with a gravity that does
/// not scale, and parts of images, are decoded at full size.
@MainActor
open class ImageLayer: Layer {
    /// The image; the default is nil, which shows nothing.
    ///
    /// After a change, the former image is never shown again, even if its decoding ends later.
    public var image: LazyImage? {
        didSet {
            guard image !== oldValue else { return }
            oldValue?.cancel()
            observe()
            setNeedsFrame()
        }
    }

    /// The pixels to show until the image is decoded, or if it cannot be decoded; the default is nil.
    public var placeholder: PixelBuffer? {
        didSet { if placeholder != oldValue { setNeedsFrame() } }
    }

    /// The colors of the display, to which the pixels are converted; the default is nil, for those of sRGB.
    ///
    /// The conversion is made in the frame that first shows the pixels, in about half a millisecond for 256×256: it is for
    /// thumbnails.
    package var displayColors: DisplayColors? {
        didSet { if displayColors !== oldValue { setNeedsFrame() } }
    }

    /// Whether the image is decoded at the size at which it is shown; the default is true.
    ///
    /// Set it to false for an image that is zoomed all the time.
    public var decodesAtShownSize = true {
        didSet { if decodesAtShownSize != oldValue { setNeedsFrame() } }
    }

    /// Called once, outside of frames, when a shown image cannot be loaded or decoded; the default is nil.
    public var onFailure: (@MainActor (any Error) -> Void)?

    private var convertedImage = ConvertedImage()
    /// The image whose failure was reported.
    private weak var failedImage: LazyImage?
    private let requests = Locked<FrameRequests?>(nil)
    private let observer: LazyImage.Observer

    /// Creates a layer that shows an image; its bounds are empty.
    public init(image: LazyImage? = nil) {
        self.image = image
        observer = LazyImage.Observer { [requests] in requests.withLock { $0 }?.request() }
        super.init()
        observe()
    }

    /// Whether the image waits to be decoded or is being decoded.
    package var isLoading: Bool { image?.state.withLock { $0.isRequested || $0.isDecoding } ?? false }

    private func observe() {
        image?.addObserver(observer)
        if image?.decompression == .onAssignment { image?.decodeNow() }
    }

    /// Requests the image for the size of the bounds before it is in view, for example for the next rows of a list.
    ///
    /// Images in view come first. The request is withdrawn when the layer gets another image or leaves its scene.
    public func prefetch() {
        let properties = properties
        guard decodesAtShownSize, Self.scalingGravities.contains(properties.contentsGravity) else { return }
        let size = properties.bounds.size
        let scale = scene?.scale ?? 1
        guard let width = Self.side(size.width * scale), let height = Self.side(size.height * scale) else { return }
        let shown = LazyImage.ShownSize(PixelSize(width: width, height: height), properties.contentsGravity)
        _ = image?.pixels(for: shown, isPrefetched: true)
    }

    /// Returns the action of a change; an image appears and disappears at once.
    override open class func defaultAction(for key: ActionKey) -> LayerActionResult {
        key == .onOrderIn || key == .onOrderOut ? .none : super.defaultAction(for: key)
    }

    /// Withdraws the request for the image when the layer leaves its scene.
    override open func didChangeScene() {
        let current = scene?.requests
        requests.withLock { $0 = current }
        if current == nil { image?.cancel() }
    }

    /// Returns the image's quads, or the placeholder's, and requests the image if it is not decoded for this size.
    override open func contentsQuads(in context: LayerRenderContext) -> [ContentsQuad] {
        guard let image, !context.properties.bounds.isEmpty else { return [] }
        var context = context
        let decoded = image.pixels(for: shownSize(in: context))
        context.properties.contents = (decoded ?? placeholder).map { convertedImage.buffer($0, in: displayColors) }
        if let failure = image.failure, failedImage !== image {
            failedImage = image
            // What is called may change layers, which a frame that is being made must not see.
            Task { [weak self] in
                // Nothing is said of an image that another one has replaced.
                if let self, self.image === image { onFailure?(failure) }
            }
        }
        if let decoded, let full = image.fullSize {
            // A gravity that does not scale lays out the image by its own size.
            context.properties.contentsScale *= Double(decoded.size.width) / Double(full.width)
        }
        return super.contentsQuads(in: context)
    }

    /// The pixels that the bounds take on the screen; nil if the image is needed at full size.
    private func shownSize(in context: LayerRenderContext) -> LazyImage.ShownSize? {
        let properties = context.properties
        guard decodesAtShownSize, Self.scalingGravities.contains(properties.contentsGravity),
            properties.contentsRect == .unit, properties.contentsCenter == .unit
        else { return nil }
        let bounds = properties.bounds
        let corners = [
            Point(x: bounds.minX, y: bounds.minY), Point(x: bounds.maxX, y: bounds.minY),
            Point(x: bounds.maxX, y: bounds.maxY), Point(x: bounds.minX, y: bounds.maxY),
        ].compactMap(context.projection.project)
        guard corners.count == 4 else { return nil }
        func length(_ first: Int, _ second: Int) -> Double {
            let across = corners[second].x - corners[first].x
            let down = corners[second].y - corners[first].y
            return (across * across + down * down).squareRoot()
        }
        guard let width = Self.side(max(length(0, 1), length(3, 2))),
            let height = Self.side(max(length(1, 2), length(0, 3)))
        else { return nil }
        return LazyImage.ShownSize(PixelSize(width: width, height: height), properties.contentsGravity)
    }

    /// The pixels of a side; nil if it is too long.
    private static func side(_ length: Double) -> Int? {
        // Rounding of a transform does not count as another pixel.
        let pixels = (length - 1e-6).rounded(.up)
        return pixels < sideLimit ? Int(max(1, pixels)) : nil
    }

    private static let scalingGravities: [ContentsGravity] = [.resize, .resizeAspect, .resizeAspectFill]

    /// The longest side for which a size is computed; beyond it the image is decoded at full size.
    private static let sideLimit = 1e6
}
