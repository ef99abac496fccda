internal import Compositing
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// Shows the compositor's frame through one texture; draws and copies only changed regions.
///
/// It is for windows without memory of their own; see ``SurfacePainter``.
final class CompositedPainter: FramePainter {
    var statistics = PresenterStatistics()
    var target: any FrameTarget { renderer }

    private let renderer: RendererHandle
    private let compositor = Compositor()
    /// The frame, row by row without padding.
    private var pixels: [UInt32] = []
    /// The render tree that `pixels` shows; nil if its content is undefined.
    private var drawn: RenderTree?
    /// The texture with the pixels of the frame; nil if they have been lost.
    private var texture: TextureHandle?

    init(_ renderer: RendererHandle) {
        self.renderer = renderer
    }

    func draw(_ tree: RenderTree) throws(PresenterError) -> Bool {
        let size = tree.size
        let whole = PixelRect(size)
        let output = renderer.outputSize
        if output != size || whole.isEmpty {
            try renderer.fill(PixelRect(output), with: tree.background.pixel())
        }
        guard !whole.isEmpty else { return true }

        let changed = drawn.map { tree.dirtyRegion(since: $0) } ?? PixelRegion(whole)
        if pixels.count != size.area {
            pixels = Array(repeating: 0, count: size.area)
        }
        // Undefined until everything has been drawn and copied.
        drawn = nil
        for rect in changed.rects {
            pixels.withUnsafeMutableBufferPointer {
                compositor.draw(tree, into: $0, stride: size.width, region: rect)
            }
        }
        statistics.changedPixels += changed.area
        try show(texture?.size == size ? changed : PixelRegion(whole), of: size)
        drawn = tree
        return true
    }

    /// Copies a region of the frame to the texture, and the texture to the window.
    private func show(_ region: PixelRegion, of size: PixelSize) throws(PresenterError) {
        let shown: TextureHandle
        if let texture, texture.size == size {
            shown = texture
        } else {
            texture = nil
            shown = try TextureHandle(renderer, size: size, use: .stream)
        }
        try pixels.withUnsafeBufferPointer { (pixels) throws(PresenterError) in
            guard let base = pixels.baseAddress else { return }
            for rect in region.rects {
                try shown.update(rect, from: base + rect.y * size.width + rect.x, stride: size.width)
            }
        }
        statistics.uploads += region.rects.count
        statistics.uploadedBytes += region.area * 4
        try renderer.copy(shown)
        texture = shown
    }

    func deviceReset() {
        texture = nil
    }
}
