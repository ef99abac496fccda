internal import TilePyramid
internal import VectorDrawing

extension RenderItem {
    /// Whether a graphics card cannot draw the item exactly from triangles and images.
    ///
    /// The compositor then draws an image of it, which is copied to the card.
    package var needsCompositor: Bool {
        switch self {
        case .quad(let quad):
            if case .gradient(let gradient) = quad.fill { !gradient.isStrip } else { false }
        case .shape, .shadow: true
        case .sprites(let sprites): sprites.source != PixelRect(sprites.buffer.size)
        case .raster: false
        case .group(let group): group.mask != nil
        }
    }
}

extension RenderGradient {
    /// Whether the gradient is a strip of colors that is stretched across the frame without perspective.
    package var isStrip: Bool { kind == .axial && projection.isAffine && projection.inverse != nil && !stops.isEmpty }
}
