import Compositing
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

/// Whole frames, compared with golden images.
@Suite(.timeLimited) struct GoldenTests {
    /// An image with a border, fine lines and a round transparent hole.
    private let stamp = PixelBuffer(64, 48) { x, y in
        let right = x - 32
        let down = y - 24
        if right * right + down * down < 100 { return 0 }
        if x < 3 || y < 3 || x >= 61 || y >= 45 { return 0xFF80_2010 }
        let line: UInt32 = (x + y) % 8 < 2 ? 0x40 : 0
        return 0xFF00_0000 | UInt32(4 * x) << 16 | UInt32(5 * y) << 8 | (0x60 + line)
    }

    @Test(arguments: [ContentsFilter.nearest, .linear, .trilinear])
    func `a fan of rotated and tilted images in a rotated clip`(filter: ContentsFilter) throws {
        let frame = Rect(x: -60, y: -45, width: 120, height: 90)
        let clipView = Projection(AffineTransform(translationX: 80, y: 60).rotated(0.3))
        let clip = RenderClip(bounds: PixelRect(x: 4, y: 4, width: 152, height: 112))
            .intersection(
                try #require(PixelPolygon(Rect(x: -70, y: -50, width: 140, height: 100), projectedBy: clipView)))
        let items = [-0.5, 0, 0.4].map { angle in
            let tilt = Transform3D(rotation: angle * 2, x: 0, y: 1, z: 0)
                .followed(by: Transform3D(rotation: angle, x: 0, y: 0, z: 1))
                .followed(by: Transform3D(perspectiveDistance: 300))
            let view = Projection(tilt).followed(by: Projection(translationX: 80 + 70 * angle, y: 60))
            return RenderItem.image(
                stamp, frame, projectedBy: view, filter: filter, opacity: angle < 0 ? 0.6 : 1, clip: clip)
        }
        let small = RenderItem.image(stamp, Rect(x: 4, y: 90, width: 21, height: 17), filter: filter, opacity: 0.8)
        let bounds = PixelRect(x: 0, y: 0, width: 160, height: 120)
        let tree = RenderTree(
            160, 120, over: Color(235, 235, 225), [.group(items, opacity: 0.9, bounds: bounds), small])
        try expectSnapshot(Compositor().draw(tree), matches: "fan-\(filter)")
    }
}
