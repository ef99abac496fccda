internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// A frame full of tiles.
struct CompositeScene {
    /// The name in the table.
    var name: String
    /// The frame.
    var tree: RenderTree

    /// Returns a scene of each kind.
    static func all(of size: PixelSize) -> [CompositeScene] {
        let tiles = (0..<tileCount).map(tile)
        func scene(
            _ name: String, _ view: Projection, _ filter: ContentsFilter = .linear, opacity: Double = 1
        ) -> CompositeScene {
            let items = quads(of: tiles, projectedBy: view, size: size, filter: filter, opacity: opacity)
            return CompositeScene(name: name, tree: RenderTree(size: size, background: .white, items: items))
        }
        func scaled(_ scale: Double) -> Projection { Projection(scaleX: scale, y: scale) }
        let center = (Double(size.width) / 2, Double(size.height) / 2)
        let rotated = Projection(
            AffineTransform(translationX: center.0, y: center.1).rotated(10 * .pi / 180).scaled(x: 1.37, y: 1.37)
                .translated(x: -center.0, y: -center.1))
        let tilted = Projection(
            Transform3D(translationX: -center.0, y: -center.1)
                .followed(by: Transform3D(scaleX: 2, y: 2))
                .followed(by: Transform3D(rotation: 0.5, x: 0, y: 1, z: 0))
                .followed(by: Transform3D(perspectiveDistance: 2.0 * Double(size.width)))
        ).followed(by: Projection(translationX: center.0, y: center.1))
        var group = scene("scale 1.37, fading as one", scaled(1.37))
        group.tree.items = [
            .group(
                RenderGroup(
                    items: group.tree.items, opacity: 0.5,
                    bounds: PixelRect(x: 0, y: 0, width: size.width, height: size.height)))
        ]
        return [
            scene("scale 1.37", scaled(1.37)), scene("scale 1.37, fading", scaled(1.37), opacity: 0.5), group,
            scene("pixel on pixel", .identity), scene("nearest, 1.37", scaled(1.37), .nearest),
            scene("rotated by 10°", rotated), scene("perspective", tilted),
            scene("perspective, trilinear", tilted, .trilinear),
            scene("scale 0.3, trilinear", scaled(0.3), .trilinear),
            scene("scale 0.7, supersampled", scaled(0.7), .supersampled),
            scene("scale 2.5, sharp", scaled(2.5), .sharp), scene("scale 2.5, cubic", scaled(2.5), .cubic),
            CompositeScene(name: "10,000 small images", tree: smallQuads(tiles, size: size)),
        ]
    }

    /// The number of different tiles: too many for the processor's caches.
    private static let tileCount = 48
    private static let tileSize = 256

    /// Returns an opaque tile of noise, so that no pixel is like its neighbors.
    private static func tile(_ number: Int) -> PixelBuffer {
        PixelBuffer(size: PixelSize(width: tileSize, height: tileSize), isOpaque: true) { pixels in
            var state = UInt32(number + 1) &* 0x9E37_79B9
            for index in pixels.indices {
                state = state &* 1_664_525 &+ 1_013_904_223
                pixels[index] = 0xFF00_0000 | state >> 8
            }
        }
    }

    /// Returns a frame of 8-pixel images, which measures the cost per quad.
    private static func smallQuads(_ tiles: [PixelBuffer], size: PixelSize) -> RenderTree {
        let clip = RenderClip(bounds: PixelRect(x: 0, y: 0, width: size.width, height: size.height))
        let perRow = max(1, size.width / 8)
        let items = (0..<10_000).compactMap { index -> RenderItem? in
            let origin = (Double(index % perRow * 8), Double(index / perRow * 8))
            let rect = Rect(x: origin.0, y: origin.1, width: 8, height: 8)
            guard let outline = PixelPolygon(rect, projectedBy: .identity) else { return nil }
            let contents = RenderContents(
                buffer: tiles[index % tiles.count], source: Rect(x: 0, y: 0, width: 16, height: 16), filter: .linear,
                projection: Projection(scaleX: 0.5, y: 0.5)
                    .followed(by: Projection(translationX: origin.0, y: origin.1)))
            return .quad(RenderQuad(outline: outline, fill: .contents(contents), opacity: 1, clip: clip))
        }
        return RenderTree(size: size, background: .white, items: items)
    }

    /// Returns the visible tiles of an infinite plane.
    private static func quads(
        of tiles: [PixelBuffer], projectedBy view: Projection, size: PixelSize, filter: ContentsFilter, opacity: Double
    ) -> [RenderItem] {
        let clip = RenderClip(bounds: PixelRect(x: 0, y: 0, width: size.width, height: size.height))
        let side = Double(tileSize)
        let reach = 4 * max(size.width, size.height) / tileSize
        return (-reach..<reach).flatMap { row in
            (-reach..<reach).compactMap { column in
                let origin = (Double(column) * side, Double(row) * side)
                let rect = Rect(x: origin.0, y: origin.1, width: side, height: side)
                guard let outline = PixelPolygon(rect, projectedBy: view) else { return nil }
                let contents = RenderContents(
                    buffer: tiles[abs(row &* 7 &+ column) % tiles.count],
                    source: Rect(x: 0, y: 0, width: side, height: side),
                    filter: filter,
                    projection: Projection(translationX: origin.0, y: origin.1).followed(by: view))
                let quad = RenderQuad(outline: outline, fill: .contents(contents), opacity: opacity, clip: clip)
                return quad.pixelBounds.isEmpty ? nil : .quad(quad)
            }
        }
    }
}
