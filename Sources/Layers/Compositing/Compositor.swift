internal import Caching
internal import Concurrency
public import LayerTree
internal import PixelKernels
public import TilePyramid
public import VectorDrawing

/// A software compositor: draws frames into memory on the CPU, without a window, display or GPU.
///
/// The result is deterministic: it depends only on the render tree, to the last bit, and not on the machine, the number
/// of workers, or the regions in which a frame is drawn.
///
/// - A pixel is covered if its center is; see `PixelPolygon`. Edges are not antialiased, except those of a quad's
///   soft outline, along which coverage is the distance of the center from the edge.
/// - Contents are sampled at the pixel's center. Bilinear weights have 8 bits along each axis, and coordinates are
///   clamped to the pixels of the source. Trilinear filtering interpolates between two mipmap levels; the level of
///   detail follows from the distance in the contents between neighboring pixels of the frame. It is computed once for
///   each quad, or with perspective for every 16 pixels. Supersampling takes the mean of four bilinear samples before
///   they are rounded to 8 bits; cubic weights have 14 bits.
/// - Colors and opacities are quantized to 255ths, and every product of two 255ths is rounded to nearest. Opacities are
///   rounded half down, so that an opacity of 0.5 lets 128/255 through. Only for additive blending they are rounded
///   half up, so that the two weights of a cross-fade add up to 1.
///
/// ```swift
/// let compositor = Compositor()
/// let image = compositor.draw(scene.frame())
/// ```
///
/// It can be used from several threads at a time. Keep it between frames: it caches the mipmaps of contents with the
/// trilinear filter.
public final class Compositor: Sendable {
    /// The number of rows in a band, a power of 2; each worker draws one band at a time.
    ///
    /// It limits the memory of a worker: one band of the frame's width for each level of nested groups.
    public static let bandHeight = 32

    /// The largest number of threads that draw at a time, including the calling one.
    public let workerCount: Int

    /// The limit in bytes of the mipmaps that are cached between frames.
    ///
    /// A frame that needs more is drawn too, but recomputes them. The mipmaps of a deallocated buffer are removed with
    /// the next frame.
    public let mipCacheLimit: Int

    /// The limit in bytes of the masks of shadows that are kept between frames: 32 MiB.
    public static let shadowCacheLimit = 32 << 20
    /// The limit in bytes of the coverage of small shapes that is kept between frames: 8 MiB.
    public static let shapeCacheLimit = 8 << 20
    /// The limit in bytes of the images of rasterized layers that are kept between frames: 64 MiB.
    public static let rasterCacheLimit = 64 << 20

    private let mipCache: MipCache
    let shapeCache = SharedCache<MaskKey, CoverageMask>(limit: shapeCacheLimit)
    let shadowCache = SharedCache<ShadowKey, ShadowMask>(limit: shadowCacheLimit)
    let rasterCache = RasterCache(limit: rasterCacheLimit)

    /// Creates a compositor.
    ///
    /// - Parameters:
    ///   - workerCount: the largest number of threads; the default is the number of processors available to the
    ///     process.
    ///   - mipCacheLimit: the limit of cached mipmaps in bytes; the default is 64 MiB.
    public init(workerCount: Int? = nil, mipCacheLimit: Int = 64 << 20) {
        self.workerCount = max(1, workerCount ?? Processors.count)
        self.mipCacheLimit = max(0, mipCacheLimit)
        mipCache = MipCache(limit: self.mipCacheLimit)
    }

    /// The number of rasterized layers that were shown from the cache (hits), and of layers that were drawn (misses).
    public var rasterCounts: (hits: Int, misses: Int) { rasterCache.counts }

    /// Draws a frame into a new buffer.
    ///
    /// - Parameter tree: the frame; at least one pixel in size.
    /// - Returns: the pixels; opaque if the background is.
    public func draw(_ tree: RenderTree) -> PixelBuffer {
        PixelBuffer(size: tree.size, isOpaque: tree.background.pixel() >> 24 == 255) { pixels in
            draw(tree, into: pixels, stride: tree.size.width)
        }
    }

    /// Draws a frame, or a region of it, into memory.
    ///
    /// Pixels outside the region are neither read nor written. The previous pixels of the region do not matter.
    ///
    /// - Parameters:
    ///   - tree: the frame.
    ///   - pixels: the memory of the frame from its upper left pixel: premultiplied 0xAARRGGBB.
    ///   - stride: the number of pixels from one row to the next; at least the frame's width.
    ///   - region: the region to draw; the default is the whole frame.
    /// - Complexity: O(items · bands + pixels filled); for memory see ``bandHeight``.
    public func draw(
        _ tree: RenderTree, into pixels: UnsafeMutableBufferPointer<UInt32>, stride: Int, region: PixelRect? = nil
    ) {
        let frameBounds = PixelRect(tree.size)
        let area = region.map { frameBounds.intersection($0) } ?? frameBounds
        guard !area.isEmpty, let base = pixels.baseAddress else { return }
        precondition(stride >= tree.size.width, "the stride must be at least the frame's width")
        precondition(
            pixels.count >= stride * (tree.size.height - 1) + tree.size.width, "the memory must hold the whole frame")

        beginFrame()
        let canvas = Canvas(base: base, stride: stride, bounds: frameBounds)
        draw(tree.items, over: tree.background.pixel(), on: canvas, in: area)
    }

    /// Begins a frame: cached values that are not used from now on are evicted first.
    package func beginFrame() {
        shapeCache.beginRound()
        shadowCache.beginRound()
        rasterCache.beginFrame()
    }

    /// Draws items into a buffer of the pixels of a rectangle, on a transparent background.
    ///
    /// - Parameters:
    ///   - items: the items, from bottom to top.
    ///   - bounds: the rectangle, which has at least one pixel; nothing outside it is drawn.
    /// - Returns: the pixels.
    package func draw(_ items: [RenderItem], in bounds: PixelRect) -> PixelBuffer {
        PixelBuffer(size: bounds.size, isOpaque: nil) { pixels in
            guard let base = pixels.baseAddress else { return }
            let canvas = Canvas(base: base, stride: bounds.size.width, bounds: bounds)
            draw(items, over: 0, on: canvas, in: bounds)
        }
    }

    /// Returns the image of a raster; draws the image if the items have changed.
    package func image(of raster: RenderRaster) -> PixelBuffer {
        rasterCache.image(of: raster) { draw(raster.items, in: raster.bounds) }
    }

    private func draw(_ items: [RenderItem], over background: UInt32, on canvas: Canvas, in area: PixelRect) {
        let resources = FrameResources(
            frame: canvas.bounds, mipLevels: mipCache.levels(for: items, in: area, workers: workerCount),
            shapeCache: shapeCache, shadowCache: shadowCache
        ) { self.image(of: $0) }
        let commands = CommandList(items, in: area, resources: resources)
        let coverage = FrameCoverage(
            shapes: resources.shapes.resolve(workers: workerCount),
            shadows: resources.shadows.resolve(workers: workerCount) { draw($0, in: $1) })
        let first = BandIndex.band(ofRow: area.y)
        let bands = BandIndex.band(ofRow: area.rows.upperBound - 1) - first + 1
        parallelFor(bands, workers: workerCount, makeContext: { Workspace() }) { band, workspace in
            let top = (first + band) * Self.bandHeight
            let rows = (top..<top + Self.bandHeight).clamped(to: area.rows)
            let painter = BandPainter(
                canvas: canvas,
                area: PixelRect(x: area.x, y: rows.lowerBound, width: area.size.width, height: rows.count),
                coverage: coverage, workspace: workspace)
            painter.draw(commands, over: background)
        }
    }
}
