import Caching
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import Compositing

/// Values that are enormous, not finite or beyond the limits of caches.
@Suite(.timeLimited) struct EffectLimitsTests {
    private func draw(_ items: [RenderItem]) -> PixelBuffer {
        Compositor(workerCount: 2).draw(RenderTree(160, 120, over: .white, items))
    }

    private static let wide = RenderClip(bounds: PixelRect(x: -1 << 19, y: -1 << 19, width: 1 << 20, height: 1 << 20))

    @Test(arguments: [1.0, 1e6])
    func `a shadow a million pixels wide takes only what is visible, and is black inside`(scale: Double) throws {
        let rect = Rect(x: -1e6 / scale, y: -1e6 / scale, width: 1e6 / scale + 80 / scale, height: 2e6 / scale)
        for caster in [
            RenderShadow.Caster.roundedRect(rect, radius: 4 / scale, Projection(scaleX: scale, y: scale)),
            .path(Path(rect), .nonZero, Projection(scaleX: scale, y: scale)),
            .items([EffectScenes.shape(Path(rect), at: Projection(scaleX: scale, y: scale), clip: Self.wide)]),
        ] {
            let compositor = Compositor(workerCount: 2)
            let item = EffectScenes.shadow(caster, offset: .zero, blurRadius: 6, opacity: 1, clip: Self.wide)
            let drawn = compositor.draw(RenderTree(160, 120, over: .white, [item]))
            #expect(drawn[20, 60] == 0xFF14_0A3C && drawn[140, 60] == 0xFFFF_FFFF)
            let edge = drawn[80, 60] >> 8 & 255
            #expect(abs(Int(edge) - (255 + 10) / 2) < 12)
            #expect(compositor.shadowCache.statistics.cost < 1 << 17)
        }
    }

    @Test func `shapes of a million points, and of any scale, cover the frame`() {
        for scale in [1.0, 1e3, 1e6] {
            let rect = Rect(x: -1e6, y: -1e6, width: 2e6, height: 2e6)
            let path = Path(ellipseIn: rect)
            let drawn = draw([EffectScenes.shape(path, at: Projection(scaleX: scale, y: scale), clip: Self.wide)])
            #expect(drawn.pixels.allSatisfy { $0 == 0xFF00_0000 })
        }
    }

    @Test func `shapes and shadows near the horizon are drawn`() {
        let plane = Projection(
            Transform3D(rotation: 1.5, x: 1, y: 0, z: 0).followed(by: Transform3D(perspectiveDistance: 100))
        ).followed(by: Projection(translationX: 80, y: 60))
        let path = Path(ellipseIn: Rect(x: -5000, y: -5000, width: 10000, height: 10000))
        let drawn = draw([
            EffectScenes.shadow(.path(path, .nonZero, plane), blurRadius: 10), EffectScenes.shape(path, at: plane),
        ])
        #expect(drawn.pixels.contains(0xFF00_0000) && drawn.pixels.contains(0xFFFF_FFFF))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func `numbers that are not finite, or enormous, draw something or nothing`(bad: Double) {
        let rect = Rect(x: 10, y: 10, width: bad, height: 40)
        let path = Path(roundedRect: Rect(x: 10, y: 10, width: 60, height: 40), radius: bad)
        let stops = [
            GradientStop(.black, at: 0), GradientStop(Color(red: bad, green: 0, blue: 0, alpha: bad), at: bad),
        ]
        var sprites = [RenderSprite(center: SIMD2(Float(bad), 4), axes: SIMD4(1, 0, 0, 1))]
        sprites.append(RenderSprite(center: SIMD2(4, 4), axes: SIMD4(Float(bad), 0, 0, 1)))
        sprites.append(RenderSprite(center: SIMD2(40, 40), axes: SIMD4(1, 0, 0, 1)))
        let image = PixelBuffer(4, 4) { _, _ in 0xFFFF_0000 }
        for projection in [Projection.identity, Projection(translationX: bad, y: 0), Projection(scaleX: bad, y: 1)] {
            _ = draw([
                EffectScenes.shadow(.roundedRect(rect, radius: bad, projection), offset: SIMD2(bad, 0)),
                EffectScenes.shadow(.path(path, .nonZero, projection), blurRadius: bad, opacity: bad),
                EffectScenes.shadow(.roundedRect(Rect(x: 0, y: 0, width: 9, height: 9), radius: 2, projection)),
                EffectScenes.shape(path, at: projection, opacity: bad),
                EffectScenes.shape(
                    EffectScenes.ellipse(10, 10, 90, 90), at: .identity,
                    .gradient(RenderGradient(kind: .conic, stops: stops, projection: projection))),
                .shape(
                    RenderShape(
                        roundedRect: rect, radii: CornerRadii(bad), projection: projection, fill: .color(.black),
                        clip: EffectScenes.clip)),
            ])
        }
        let drawn = draw([
            .sprites(
                RenderSprites(
                    buffer: image, source: PixelRect(x: 0, y: 0, width: 4, height: 4), sprites: sprites,
                    clip: EffectScenes.clip))
        ])
        #expect(drawn[40, 40] == 0xFFFF_0000 || bad.isNaN)
    }

    @Test func `the blur radius is limited, and so is the cost of what lies far outside`() {
        let shadow = RenderShadow(
            .roundedRect(Rect(x: 0, y: 0, width: 10, height: 10), radius: 0, .identity), blurRadius: 1e9,
            color: .black, clip: EffectScenes.clip)
        #expect(shadow.blurRadius == RenderShadow.blurRadiusLimit)
        _ = draw([.shadow(shadow)])
    }

    @Test func `caches hold their limits whatever is drawn`() {
        let compositor = Compositor(workerCount: 2)
        for frame in 0..<40 {
            let items = (0..<60).map { index in
                EffectScenes.shadow(
                    .path(
                        EffectScenes.ellipse(0, 0, 200 + Double(index), 150), .nonZero,
                        Projection(translationX: -20, y: Double(frame * 60 + index) / 100)), blurRadius: 30,
                    clip: Self.wide)
            }
            let shapes = (0..<60).map { index in
                EffectScenes.shape(
                    EffectScenes.ellipse(0, 0, 50 + Double(index) / 7, 50),
                    at: EffectScenes.move(Double(frame) / 256, 3))
            }
            _ = compositor.draw(RenderTree(160, 120, over: .white, frame % 8 == 0 ? items + shapes : shapes))
            #expect(compositor.shadowCache.statistics.cost <= Compositor.shadowCacheLimit)
            #expect(compositor.shapeCache.statistics.cost <= Compositor.shapeCacheLimit)
        }
        #expect(compositor.shadowCache.statistics.values > 0 && compositor.shapeCache.statistics.values > 0)
    }

    @Test func `a raster beyond the limit is drawn for each frame, and evicts no other`() {
        let cache = RasterCache(limit: 4 * 100)
        func raster(_ id: Int, _ side: Int) -> RenderRaster? {
            let rect = Rect(x: 0, y: 0, width: Double(side), height: Double(side))
            return PixelPolygon(rect, projectedBy: .identity).map {
                RenderRaster(
                    id: id, size: PixelSize(width: side, height: side), items: [], outline: $0, projection: .identity,
                    filter: .nearest, clip: EffectScenes.clip)
            }
        }
        for _ in 0..<3 {
            cache.beginFrame()
            for raster in [raster(1, 5), raster(2, 20), raster(3, 7)].compactMap(\.self) {
                _ = cache.image(of: raster) { PixelBuffer(size: raster.size) { _ in } }
            }
            #expect(cache.byteCount == 4 * (25 + 49))
        }
        #expect(cache.counts == (hits: 4, misses: 5))
    }

    @Test func `copies of one rasterized layer may differ`() throws {
        let rect = Rect(x: 0, y: 0, width: 20, height: 20)
        let items = [Color.black, .pureRed].enumerated().compactMap { index, color in
            PixelPolygon(rect, projectedBy: EffectScenes.move(Double(index) * 40, 0)).map {
                RenderItem.raster(
                    RenderRaster(
                        id: 1, size: PixelSize(width: 20, height: 20), items: [.color(color, rect)], outline: $0,
                        projection: EffectScenes.move(Double(index) * 40, 0), filter: .nearest,
                        clip: EffectScenes.clip))
            }
        }
        let drawn = draw(items)
        #expect(drawn[10, 10] == 0xFF00_0000 && drawn[50, 10] == 0xFFFF_0000)
    }
}
