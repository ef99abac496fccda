internal import CSDL2
internal import LayerTree
internal import TilePyramid

/// Collects triangles with the same texture and blend mode into one draw call.
struct GeometryBatch {
    /// The number of vertices at which a batch is flushed: 16,384.
    static let maximumCorners = 1 << 14

    /// The number of draw calls in this frame.
    private(set) var drawCalls = 0
    private let renderer: RendererHandle
    private var vertices: [SDL_Vertex] = []
    private var indices: [Int32] = []
    private var texture: TextureHandle?
    private var blendMode = BlendMode.copy

    init(_ renderer: RendererHandle) {
        self.renderer = renderer
    }

    /// Begins a frame: resets the counter, and discards triangles left after an error.
    mutating func beginFrame() {
        drawCalls = 0
        discard()
    }

    /// The fill of a polygon.
    struct Paint {
        /// The texture to sample; nil for the tint alone.
        var texture: TextureHandle?
        /// The pixels of the contents that the texture holds.
        var pixels = PixelRect(x: 0, y: 0, width: 1, height: 1)
        /// The factor of each sample.
        var tint: Tint
        /// The blend mode.
        var blendMode: BlendMode
    }

    /// Adds a polygon of the frame; the target's upper left corner is at `origin`.
    ///
    /// - Throws: `drawing`, also for polygons added before.
    mutating func add(
        _ polygon: ClippablePolygon<MeshVertex>, origin: SIMD2<Double>, paint: Paint
    ) throws(PresenterError) {
        guard !polygon.isEmpty else { return }
        if paint.texture !== texture || paint.blendMode != blendMode || vertices.count > Self.maximumCorners {
            try flush()
            texture = paint.texture
            blendMode = paint.blendMode
        }
        let first = Int32(vertices.count)
        let start = SIMD2(Double(paint.pixels.x), Double(paint.pixels.y))
        let extent = SIMD2(Double(paint.pixels.size.width), Double(paint.pixels.size.height))
        for corner in polygon.corners {
            let position = corner.position - origin
            // Corners of outlines are rounded and may lie slightly outside of the texture, which SDL rejects.
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

    /// Draws the collected triangles.
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
