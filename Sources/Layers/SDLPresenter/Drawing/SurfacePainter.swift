internal import Compositing
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// Lets the compositor draw straight into the memory that the window system shows; draws and hands over only changed regions.
final class SurfacePainter: FramePainter {
    var statistics = PresenterStatistics()
    var target: any FrameTarget { surface }

    private let surface: WindowSurface
    private let compositor = Compositor()
    /// The render tree that the memory shows; nil if its content is undefined.
    private var drawn: RenderTree?
    /// Whether the window system may have lost what it was given.
    private var isLost = false

    init(_ surface: WindowSurface) {
        self.surface = surface
    }

    func draw(_ tree: RenderTree) throws(PresenterError) -> Bool {
        let memory = try surface.memory()
        if memory.isNew { drawn = nil }
        let frame = PixelRect(tree.size)
        guard !frame.isEmpty, memory.size.area > 0 else {
            drawn = nil
            fill(memory, beside: frame, with: tree.background.pixel())
            return true
        }
        let changed = drawn.map { tree.dirtyRegion(since: $0) } ?? PixelRegion(frame)
        if drawn?.size != tree.size || drawn?.background != tree.background {
            fill(memory, beside: frame, with: tree.background.pixel())
        }
        // Undefined until everything has been drawn.
        drawn = nil
        draw(tree, changed, into: memory)
        let isWhole = isLost
        isLost = false
        let handed = isWhole ? PixelRegion(frame) : changed
        for rect in handed.rects { surface.insert(rect) }
        statistics.changedPixels += changed.area
        statistics.uploads += handed.rects.count
        statistics.uploadedBytes += handed.area * 4
        drawn = tree
        return true
    }

    private func draw(_ tree: RenderTree, _ region: PixelRegion, into memory: WindowSurface.Memory) {
        guard tree.size.width <= memory.size.width, tree.size.height <= memory.size.height else {
            // A frame of the size from before a resize.
            return copy(compositor.draw(tree), to: memory)
        }
        for rect in region.rects {
            compositor.draw(tree, into: memory.pixels, stride: memory.stride, region: rect)
        }
    }

    private func copy(_ image: PixelBuffer, to memory: WindowSurface.Memory) {
        image.withPixels { pixels in
            for y in 0..<min(image.size.height, memory.size.height) {
                for x in 0..<min(image.size.width, memory.size.width) {
                    memory.pixels[y * memory.stride + x] = pixels[y * image.size.width + x]
                }
            }
        }
    }

    /// Fills what lies on the right of a frame and below it.
    private func fill(_ memory: WindowSurface.Memory, beside frame: PixelRect, with pixel: UInt32) {
        guard frame.size.width < memory.size.width || frame.size.height < memory.size.height else { return }
        for y in 0..<memory.size.height {
            let start = y < frame.size.height ? min(frame.size.width, memory.size.width) : 0
            for x in start..<memory.size.width {
                memory.pixels[y * memory.stride + x] = pixel
            }
        }
        surface.insert(PixelRect(memory.size))
    }

    func deviceReset() {
        isLost = true
    }
}
