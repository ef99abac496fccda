internal import Caching
internal import Concurrency
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The resources of a frame that is drawn in bands: mipmaps and images, and the coverage of its shapes and shadows.
///
/// Creating the commands only collects the coverages that they need; then several workers compute all of them at once. A
/// command refers to its coverage by the number in the frame's list.
final class FrameResources {
    /// The pixels of the frame.
    let frame: PixelRect
    /// The mipmaps of contents.
    let mipLevels: [MipCache.Key: MipLevels]
    /// The coverage of shapes.
    var shapes: CoverageTable
    /// The blurred silhouettes of shadows.
    var shadows: ShadowTable
    /// The images of rasters.
    ///
    /// Copies of one layer may differ in their items, so each number may have several.
    private var rasters: [Int: [(raster: RenderRaster, image: PixelBuffer)]] = [:]
    private let draw: (RenderRaster) -> PixelBuffer

    /// Creates the resources of a frame.
    ///
    /// - Parameters:
    ///   - frame: the pixels of the frame.
    ///   - mipLevels: the mipmaps.
    ///   - shapeCache: the coverage of shapes in earlier frames.
    ///   - shadowCache: the masks of shadows in earlier frames.
    ///   - draw: returns the image of a raster.
    init(
        frame: PixelRect, mipLevels: [MipCache.Key: MipLevels], shapeCache: SharedCache<MaskKey, CoverageMask>,
        shadowCache: SharedCache<ShadowKey, ShadowMask>, draw: @escaping (RenderRaster) -> PixelBuffer
    ) {
        self.frame = frame
        self.mipLevels = mipLevels
        self.draw = draw
        shapes = CoverageTable(cache: shapeCache)
        shadows = ShadowTable(cache: shadowCache)
    }

    /// Returns the image of a raster; equal rasters are drawn only once.
    func image(of raster: RenderRaster) -> PixelBuffer {
        let others = rasters[raster.id] ?? []
        if let known = others.first(where: { $0.raster.bounds == raster.bounds && $0.raster.items == raster.items }) {
            return known.image
        }
        let image = draw(raster)
        rasters[raster.id, default: []].append((raster, image))
        return image
    }
}

/// The coverage of all shapes and shadows of a frame, by the numbers in its commands.
struct FrameCoverage: Sendable {
    /// The coverage of shapes.
    let shapes: [ShapeCoverage]
    /// The blurred silhouettes of shadows.
    let shadows: [ShadowMask]
}
