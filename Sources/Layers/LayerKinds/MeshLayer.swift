public import LayerTree
internal import TilePyramid
public import VectorDrawing

/// A layer that draws triangles, with colors that blend from corner to corner, or with a texture.
///
/// ```swift
/// let mesh = MeshLayer()
/// mesh.frame = Rect(x: 0, y: 0, width: 200, height: 200)
/// mesh.backgroundColor = .black
/// mesh.vertices = [
///     MeshLayer.Vertex(Point(x: 100, y: 20), color: Color(red: 0, green: 0, blue: 1)),
///     MeshLayer.Vertex(Point(x: 180, y: 180), color: Color(red: 0, green: 1, blue: 0)),
///     MeshLayer.Vertex(Point(x: 20, y: 180), color: Color(red: 1, green: 0, blue: 0)),
/// ]
/// mesh.triangles = [0, 1, 2]
/// ```
///
/// Triangles are drawn in order. Triangles with a common edge neither overlap nor leave a gap, because edges are not
/// antialiased. Blended colors are exact to 2/255. Triangles are not clipped to the bounds of the layer.
open class MeshLayer: Layer {
    /// A corner of triangles.
    public struct Vertex: Hashable, Sendable {
        /// The position in the layer's coordinates.
        public var position: Point
        /// The color at the corner, if there is no texture.
        public var color: Color
        /// The point of the texture at the corner, in unit coordinates.
        public var texturePoint: Point

        /// Creates a corner; by default white, and with the upper left corner of the texture.
        public init(_ position: Point, color: Color = .white, texturePoint: Point = .zero) {
            self.position = position
            self.color = color
            self.texturePoint = texturePoint
        }
    }

    private static let kindTraits = LayerTraits(placeIndependentClass: MeshLayer.self)

    /// The maximum number of triangles: 10,000; further triangles are left out.
    public nonisolated static let triangleLimit = 10_000

    /// The corners; none by default.
    public var vertices: [Vertex] = [] {
        didSet { if vertices != oldValue { setNeedsFrame() } }
    }

    /// The indices in ``vertices`` of three corners for each triangle; none by default.
    ///
    /// Triangles with an invalid index are left out, and so is an incomplete triangle at the end.
    public var triangles: [Int] = [] {
        didSet { if triangles != oldValue { setNeedsFrame() } }
    }

    /// The image that fills the triangles; nil, the default, for the colors of the corners.
    public var texture: PixelBuffer? {
        didSet { if texture != oldValue { setNeedsFrame() } }
    }

    /// Creates a layer without triangles.
    public override init() {
        super.init()
        traits = Self.kindTraits
    }

    /// Returns the triangles: each a quad, or a group of three whose colors are added.
    ///
    /// - Complexity: O(triangles).
    open override func renderItems(in context: LayerRenderContext) -> [RenderItem] {
        let count = min(triangles.count / 3, Self.triangleLimit)
        return (0..<count).compactMap { index -> RenderItem? in
            let corners = triangles[3 * index..<3 * index + 3]
            guard corners.allSatisfy(vertices.indices.contains) else { return nil }
            return item(of: corners.map { vertices[$0] }, in: context)
        }
    }

    private func item(of corners: [Vertex], in context: LayerRenderContext) -> RenderItem? {
        guard let outline = PixelPolygon(convex: corners.map(\.position), projectedBy: context.projection)
        else { return nil }
        func quad(_ fill: RenderFill, _ blendMode: RenderBlendMode = .over) -> RenderItem {
            .quad(
                RenderQuad(outline: outline, fill: fill, opacity: 1, blendMode: blendMode, clip: context.clipping))
        }
        if let texture {
            return textureFill(texture, corners, in: context).map { quad($0) }
        }
        if corners.allSatisfy({ $0.color == corners[0].color }) { return quad(.color(corners[0].color)) }
        // Each color falls from its corner to the opposite edge; at every point, the three parts add up to 1.
        let parts = (0..<3).map { index -> RenderItem in
            let own = corners[index]
            let second = corners[(index + 1) % 3]
            let third = corners[(index + 2) % 3]
            let toLayer = Self.transform(origin: second.position, own.position, third.position)
            let transparent = Color(red: own.color.red, green: own.color.green, blue: own.color.blue, alpha: 0)
            let gradient = RenderGradient(
                kind: .axial, stops: [GradientStop(transparent, at: 0), GradientStop(own.color, at: 1)],
                projection: Projection(toLayer).followed(by: context.projection))
            return quad(.gradient(gradient), index == 0 ? .over : .add)
        }
        let bounds = outline.pixelBounds.intersection(context.clip)
        return bounds.isEmpty ? nil : .group(RenderGroup(items: parts, opacity: 1, bounds: bounds))
    }

    private func textureFill(
        _ texture: PixelBuffer, _ corners: [Vertex], in context: LayerRenderContext
    ) -> RenderFill? {
        let width = Double(texture.size.width)
        let height = Double(texture.size.height)
        let pixels = corners.map { Point(x: $0.texturePoint.x * width, y: $0.texturePoint.y * height) }
        let fromPixels = Self.transform(origin: pixels[0], pixels[1], pixels[2]).inverse
        let toLayer = Self.transform(origin: corners[0].position, corners[1].position, corners[2].position)
        guard let projection = fromPixels.map({ Projection($0.followed(by: toLayer)).followed(by: context.projection) })
        else { return nil }
        let source = Rect(x: 0, y: 0, width: width, height: height)
        let center = source.point(at: Point(x: 0.5, y: 0.5))
        let shown = context.properties
        let isEnlarged = projection.areaScale(at: center) >= 1
        return .contents(
            RenderContents(
                buffer: texture, source: source,
                filter: isEnlarged ? shown.magnificationFilter : shown.minificationFilter, projection: projection))
    }

    /// The transform from coordinates along two sides of a triangle: (1, 0) is `x` and (0, 1) is `y`.
    private static func transform(origin: Point, _ x: Point, _ y: Point) -> AffineTransform {
        let right = x - origin
        let down = y - origin
        return AffineTransform(a: right.x, b: right.y, c: down.x, d: down.y, tx: origin.x, ty: origin.y)
    }
}
