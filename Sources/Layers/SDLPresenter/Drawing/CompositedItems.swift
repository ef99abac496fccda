internal import Compositing
internal import LayerTree
internal import TilePyramid

/// The images of items that SDL's renderer cannot draw exactly: shapes, shadows, gradients, masked groups.
///
/// The compositor draws each of them into an image of its own, which is kept while frames show the same item.
final class CompositedItems {
    private let compositor = Compositor()
    private var images: [RenderItem: PixelBuffer] = [:]
    /// The items that the present frame shows.
    private var used: Set<RenderItem> = []
    /// The images that were drawn, since the last call of ``takeCount()``.
    private var count = 0

    /// Returns the image of an item's ``RenderItem/pixelBounds``, in which it is drawn at full opacity.
    func image(of item: RenderItem) -> PixelBuffer {
        used.insert(item)
        if let image = images[item] { return image }
        let image = compositor.draw([item], in: item.pixelBounds)
        images[item] = image
        count += 1
        return image
    }

    /// Returns the image of a raster.
    func image(of raster: RenderRaster) -> PixelBuffer { compositor.image(of: raster) }

    /// Returns the number of images that were drawn since the last call.
    func takeCount() -> Int {
        defer { count = 0 }
        return count
    }

    /// Frees the images of items that the frame that ends did not show.
    func endFrame() {
        if used.count < images.count { images = images.filter { used.contains($0.key) } }
        used.removeAll(keepingCapacity: true)
    }
}

extension RenderItem {
    /// Whether the compositor has to draw the item for the graphics card.
    var needsCompositor: Bool {
        switch self {
        case .quad(let quad):
            switch quad.fill {
            case .color: false
            case .gradient: true
            case .contents(let contents): contents.tint != .white
            }
        case .shape, .shadow, .sprites: true
        case .raster: false
        case .group(let group): group.mask != nil
        }
    }
}
