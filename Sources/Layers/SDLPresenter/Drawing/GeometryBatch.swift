internal import CSDL2
internal import LayerTree
internal import TilePyramid

/// Triangles that wait to be given to the renderer together, as long as they have the same texture and mixing.
struct GeometryBatch {
    /// More corners than these do not wait: 16,384.
    static let maximumCorners = 1 << 14

    /// How often the renderer has been given triangles.
    private(set) var drawCalls = 0
    private let renderer: RendererHandle
    private var vertices: [SDL_Vertex] = []
    private var indices: [Int32] = []
    private var texture: TextureHandle?
    private var blendMode = BlendMode.copy

    init(_ renderer: RendererHandle) {
        self.renderer = renderer
    }

    /// Begins a frame: counts from 0, and forgets what an error has left.
    mutating func beginFrame() {
        drawCalls = 0
        discard()
    }

    /// What is put on triangles.
    struct Paint {
        /// What is sampled; nil for the tint alone.
        var texture: TextureHandle?
        /// The pixels of the contents that the texture has.
        var pixels = PixelRect(x: 0, y: 0, width: 1, height: 1)
        /// What each sample is multiplied by.
        var tint: Tint
        /// How it is put over what is there.
        var blendMode: BlendMode
    }

    /// Adds a polygon.
    ///
    /// - Parameters:
    ///   - polygon: the polygon, in the pixels of the frame.
    ///   - origin: the pixel of the frame that lies in the upper left corner of what is drawn into.
    ///   - paint: what is put on it.
    /// - Throws: `drawing`, also for what has waited.
    mutating func add(
        _ polygon: ClippablePolygon<MeshVertex>, origin: SIMD2<Double>, paint: Paint
    ) throws(PresenterError) {
        guard !polygon.isEmpty else { return }
        if paint.texture !== texture || paint.blendMode != blendMode || vertices.count > Self.maximumCorners {
            try flush()
            (texture, blendMode) = (paint.texture, paint.blendMode)
        }
        let first = Int32(vertices.count)
        let start = SIMD2(Double(paint.pixels.x), Double(paint.pixels.y))
        let extent = SIMD2(Double(paint.pixels.size.width), Double(paint.pixels.size.height))
        for corner in polygon.corners {
            let position = corner.position - origin
            // The corners of outlines are rounded, so they may lie a little outside, which SDL refuses.
            let textureCoordinate = ((corner.source - start) / extent).clamped(lowerBound: .zero, upperBound: .one)
            vertices.append(
                SDL_Vertex(
                    position: SDL_FPoint(x: Float(position.x), y: Float(position.y)),
                    color: paint.tint.color(weight: corner.weight),
                    tex_coord: SDL_FPoint(x: Float(textureCoordinate.x), y: Float(textureCoordinate.y))))
        }
        for second in 1..<Int32(polygon.corners.count - 1) {
            indices.append(first)
            indices.append(first + second)
            indices.append(first + second + 1)
        }
    }

    /// Gives what waits to the renderer.
    mutating func flush() throws(PresenterError) {
        guard !indices.isEmpty else { return }
        defer { discard() }
        drawCalls += 1
        try renderer.draw(vertices, indices: indices, texture: texture, blendMode: blendMode)
    }

    private mutating func discard() {
        vertices.removeAll(keepingCapacity: true)
        indices.removeAll(keepingCapacity: true)
        texture = nil
    }
}
