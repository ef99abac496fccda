public import Georeferencing
internal import LayerTree
internal import ScrollLayers
public import TilePyramid
internal import TiledLayers
public import VectorDrawing

/// The position of an image over another one: the transform between their full-size pixels.
public struct ImageRegistration: Hashable, Sendable {
    /// The transform without the correction, from the image's pixels to pixels of the first image.
    public let base: AffineTransform
    /// The center of the image, which scaling leaves in place.
    public let center: Point
    /// The user's correction, by default none.
    public var correction = RegistrationCorrection()

    /// Fits an image to the width of the first one, at its upper left corner, and keeps the aspect ratio.
    ///
    /// - Parameters:
    ///   - size: the size of the image in pixels.
    ///   - first: the size of the first image.
    public init(fitting size: PixelSize, to first: PixelSize) {
        let scale = Double(max(1, first.width)) / Double(max(1, size.width))
        self.init(AffineTransform(scaleX: scale, y: scale), size)
    }

    /// Places an image over the first one by the coordinates of both; nil if the first one has no such place.
    ///
    /// Both are north-up, so two opposite corners suffice. If one is in degrees and the other in Web Mercator, the corners are
    /// exact, and the points between them are approximate.
    public init?(placing projection: MapProjection, over first: MapProjection) {
        let width = Double(projection.size.width)
        let height = Double(projection.size.height)
        let low = first.point(at: projection.coordinate(at: .zero))
        let high = first.point(at: projection.coordinate(at: Point(x: width, y: height)))
        let x = (high.x - low.x) / width
        let y = (high.y - low.y) / height
        guard [low.x, low.y, x, y].allSatisfy(\.isFinite), x > 0, y > 0 else { return nil }
        self.init(AffineTransform(a: x, b: 0, c: 0, d: y, tx: low.x, ty: low.y), projection.size)
    }

    /// Places an image of a size by points.
    public init(_ placement: ImagePlacement, size: PixelSize) {
        self.init(placement.transform, size)
    }

    private init(_ base: AffineTransform, _ size: PixelSize) {
        self.base = base
        center = Point(x: Double(size.width) / 2, y: Double(size.height) / 2)
    }

    /// The transform from the image's full-size pixels to full-size pixels of the first image.
    public var transform: AffineTransform {
        let scale = correction.scale
        let offset = correction.offset
        guard !correction.isNeutral else { return base }
        return AffineTransform(
            a: scale, b: 0, c: 0, d: scale, tx: center.x * (1 - scale) + offset.x,
            ty: center.y * (1 - scale) + offset.y
        ).followed(by: base)
    }

    /// Moves the image by a vector in its own pixels.
    public mutating func move(by vector: Point) {
        correction.offset = correction.offset + vector
    }

    /// Moves the image by a vector in pixels of the first image, as in a drag.
    public mutating func drag(by vector: Point) {
        guard base.b != 0 || base.c != 0 else { return move(by: Point(x: vector.x / base.a, y: vector.y / base.d)) }
        guard let inverse = base.inverse else { return }
        move(by: inverse.apply(to: vector) - inverse.apply(to: .zero))
    }

    /// Scales the image by a factor; the point under a fixed point of the first image stays under it.
    ///
    /// - Parameters:
    ///   - scale: the new ``RegistrationCorrection/scale``, which is clamped to ``RegistrationCorrection/scales`` and rounded
    ///     to a millionth, so that opposite steps cancel out.
    ///   - fixed: the fixed point, in pixels of the first image.
    public mutating func setScale(_ scale: Double, about fixed: Point) {
        guard scale.isFinite, let inverse = transform.inverse else { return }
        let range = RegistrationCorrection.scales
        let scale = (min(max(scale, range.lowerBound), range.upperBound) * 1e6).rounded() / 1e6
        let vector = inverse.apply(to: fixed) - center
        let change = correction.scale - scale
        correction.offset = correction.offset + Point(x: vector.x * change, y: vector.y * change)
        correction.scale = scale
    }
}

extension ImageRegistration {
    /// Moves the image in a direction of the screen, by some of its own pixels.
    ///
    /// Only the direction of the view counts: one step is one pixel of the image, whatever the zoom.
    mutating func move(_ direction: ScrollDirection, pixels: Int, in view: ViewState) {
        let unit =
            switch direction {
            case .left: Point(x: -1, y: 0)
            case .right: Point(x: 1, y: 0)
            case .up: Point(x: 0, y: -1)
            case .down: Point(x: 0, y: 1)
            }
        var turned = ViewState(center: .zero, angle: view.angle)
        turned.isFlipped = view.isFlipped
        let vector = turned.contentVector(unit)
        move(by: Point(x: vector.x * Double(pixels), y: vector.y * Double(pixels)))
    }
}
