internal import PixelKernels
internal import TilePyramid

/// The shadow below everything that a context fills, strokes or draws, as `setShadow` of Core Graphics has it.
///
/// ```swift
/// context.shadow = Shadow(offset: Point(x: 0, y: 2), blur: 6)
/// context.fill(card)
/// ```
///
/// It has the shape of what is drawn, in proportion to its alpha, and shows through where that is translucent.
public struct Shadow: Hashable, Sendable {
    /// The distance from the object, in points of the bitmap: ``PixelContext/concatenate(_:)`` does not change it.
    public var offset: Point
    /// The width of the soft edge in points of the bitmap, 0 for a sharp shadow: twice the standard deviation of the blur, as
    /// in Core Graphics and on the Web.
    public var blur: Double
    /// The color.
    public var color: Color

    /// The maximum ``blur`` in pixels, 512, to which wider blurs are reduced.
    public static let blurLimit = 512.0
    /// The maximum ``offset`` each way in pixels, 2²⁰, beyond which there is no shadow.
    public static let offsetLimit = 0x1p20

    /// Creates a shadow; by default it is black with an opacity of 1/3.
    public init(offset: Point, blur: Double, color: Color = Color(red: 0, green: 0, blue: 0, alpha: 1.0 / 3)) {
        self.offset = offset
        self.blur = blur
        self.color = color
    }
}

/// A shadow in pixels.
struct PixelShadow {
    /// The distance from the object.
    let offset: Point
    /// The standard deviation of the blur.
    let deviation: Double
    /// The premultiplied color.
    let pixel: UInt32

    /// Creates the shadow in a bitmap; nil if nothing of it would be seen.
    init?(_ shadow: Shadow, transform: AffineTransform) {
        offset = Point(
            x: transform.a * shadow.offset.x + transform.c * shadow.offset.y,
            y: transform.b * shadow.offset.x + transform.d * shadow.offset.y)
        let blur = shadow.blur * abs(transform.determinant).squareRoot()
        deviation = blur > 0 ? min(blur, Shadow.blurLimit) / 2 : 0
        pixel = shadow.color.pixel()
        guard abs(offset.x) <= Shadow.offsetLimit, abs(offset.y) <= Shadow.offsetLimit, pixel >> 24 > 0 else {
            return nil
        }
    }

    /// The offset, rounded to whole pixels.
    var wholeOffset: (columns: Int, rows: Int) { (Int(offset.x.rounded()), Int(offset.y.rounded())) }

    /// The largest distance each way from which a pixel of the object has an effect.
    var support: Int { GaussianBlur.support(ofDeviation: deviation) }
}
