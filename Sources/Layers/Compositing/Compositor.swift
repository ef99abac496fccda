internal import Concurrency
public import LayerTree
internal import PixelKernels
public import TilePyramid

/// Draws frames into memory on the processor: with no window, display or graphics processor, and the same everywhere.
///
/// What comes out depends on the render tree alone, to the last bit, whatever the machine and the number of workers, and
/// whether a frame is drawn as a whole or region by region.
///
/// - A pixel is covered when its center is; see `PixelPolygon`. There is no smoothing of edges.
/// - Contents are sampled where the center of the pixel is seen. Linear means have weights of 8 bits each way, clamped
///   to the pixels of the source; trilinear ones mix two halved sizes, chosen by how far neighboring pixels of the
///   frame lie apart in the contents: for each quad, or with perspective for every 16 pixels.
/// - Colors and opacities are rounded to 255ths and every product of two fractions of 255 to the nearest one. Half an
///   opacity's step is rounded down, so what is half transparent lets 128 of 255 through; only where things are added it
///   is rounded up, so that the two parts of a cross-fade are one together.
///
/// ```swift
/// let compositor = Compositor()
/// let picture = compositor.draw(scene.frame())
/// ```
///
/// It can be used from any thread, also from several at a time, and is best kept: it keeps halved sizes of contents that
/// are drawn with the trilinear filter.
public final class Compositor: Sendable {
    /// How many rows are drawn at a time; a worker draws one such band after the other.
    ///
    /// It bounds the memory a worker takes: for each group within another, one such band as wide as the picture.
    public static let bandHeight = 32

    /// The most threads that draw at a time, the calling one included.
    public let workerCount: Int

    /// The most bytes of halved sizes of contents that are kept from one frame to the next.
    ///
    /// A frame that needs more is drawn as well, but makes them anew. Those of a buffer that is gone go with the next
    /// frame.
    public let mipCacheLimit: Int

    private let mipCache: MipCache

    /// A compositor with its limits.
    ///
    /// - Parameters:
    ///   - workerCount: how many threads may draw at a time; as many as there are processors for this process by default.
    ///   - mipCacheLimit: how many bytes of halved sizes may be kept; 64 MiB by default.
    public init(workerCount: Int? = nil, mipCacheLimit: Int = 64 << 20) {
        self.workerCount = max(1, workerCount ?? Processors.count)
        self.mipCacheLimit = max(0, mipCacheLimit)
        mipCache = MipCache(limit: self.mipCacheLimit)
    }

    /// Draws a frame into a new buffer.
    ///
    /// - Parameter tree: the frame; at least one pixel large.
    /// - Returns: its pixels, opaque if the background is.
    public func draw(_ tree: RenderTree) -> PixelBuffer {
        PixelBuffer(size: tree.size, isOpaque: tree.background.pixel() >> 24 == 255) { pixels in
            draw(tree, into: pixels, stride: tree.size.width)
        }
    }

    /// Draws a frame, or a region of it, into memory.
    ///
    /// Nothing outside of the region is read or written. What was in it before does not matter.
    ///
    /// - Parameters:
    ///   - tree: the frame.
    ///   - pixels: the memory of the picture, from its upper left pixel on: premultiplied 0xAARRGGBB.
    ///   - stride: pixels from the start of one row to that of the next; at least the width of the picture.
    ///   - region: what to draw; all by default.
    /// - Complexity: O(items · bands + pixels filled); memory as ``bandHeight`` says.
    public func draw(
        _ tree: RenderTree, into pixels: UnsafeMutableBufferPointer<UInt32>, stride: Int, region: PixelRect? = nil
    ) {
        let frameBounds = PixelRect(x: 0, y: 0, width: tree.size.width, height: tree.size.height)
        let area = region.map { frameBounds.intersection($0) } ?? frameBounds
        guard !area.isEmpty, let base = pixels.baseAddress else { return }
        precondition(stride >= tree.size.width, "a row holds as many pixels as the picture is wide")
        precondition(
            pixels.count >= stride * (tree.size.height - 1) + tree.size.width, "the memory holds the whole picture")

        let canvas = Canvas(base: base, stride: stride, bounds: frameBounds)
        let mipLevels = mipCache.levels(for: tree.items, in: area, workers: workerCount)
        let commands = [DrawCommand](tree.items, in: area, mipLevels: mipLevels)
        let background = tree.background.pixel()
        let bands = (area.size.height + Self.bandHeight - 1) / Self.bandHeight
        parallelFor(bands, workers: workerCount, makeContext: { Workspace() }) { band, workspace in
            let first = area.y + band * Self.bandHeight
            let rows = first..<min(first + Self.bandHeight, area.rows.upperBound)
            let painter = BandPainter(
                canvas: canvas,
                area: PixelRect(x: area.x, y: rows.lowerBound, width: area.size.width, height: rows.count),
                workspace: workspace)
            painter.draw(commands, over: background)
        }
    }
}
