internal import TilePyramid
internal import VectorDrawing

extension RenderTreeBuilder {
    /// Adds a layer as a rolled-up page: the layer is drawn into one image, and strips of the image are shown.
    mutating func addCurl(
        of layer: Layer, _ shown: LayerProperties, _ curl: PageCurl, _ projection: Projection, _ context: Context,
        to items: inout [RenderItem]
    ) {
        let own = layer.presented
        guard let bitmap = BackingStoreGeometry(own.bounds, scale: scale),
            let toOwn = Projection(bitmap.transform).inverse
        else { return }
        let toLayer = own.bounds == shown.bounds ? toOwn : toOwn.followed(by: own.bounds.stretched(to: shown.bounds))
        let inner = inside(of: layer, own, geometry: bitmap)
        let id = Int(bitPattern: ObjectIdentifier(layer))
        for strip in curl.strips {
            let toFrame = Projection(strip.transform).followed(by: projection)
            guard let outline = PixelPolygon(strip.source, projectedBy: toFrame) else { continue }
            // All strips show parts of the same image.
            let raster = RenderRaster(
                id: id, size: bitmap.size, items: inner, outline: outline, projection: toLayer.followed(by: toFrame),
                filter: .linear, clip: context.clip)
            guard !raster.pixelBounds.isEmpty else { continue }
            items.append(.raster(raster))
            func cover(_ color: Color) {
                items.append(
                    .quad(RenderQuad(outline: outline, fill: .color(color), opacity: 1, clip: context.clip)))
            }
            if strip.isBack { cover(Self.paper) }
            if strip.shade > 0 { cover(Color(red: 0, green: 0, blue: 0, alpha: strip.shade)) }
        }
    }

    /// The color of a page's back; the front shows through faintly.
    private static let paper = Color(red: 1, green: 1, blue: 1, alpha: 0.8)
}

extension Rect {
    /// Returns the projection that stretches the rectangle, which is not empty, to another one.
    fileprivate func stretched(to other: Rect) -> Projection {
        let scale = (x: other.size.width / size.width, y: other.size.height / size.height)
        return Projection(
            rows: ([scale.x, 0, 0], [0, scale.y, 0], [other.minX - minX * scale.x, other.minY - minY * scale.y, 1]))
    }
}
