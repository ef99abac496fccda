import Caching
import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import Compositing

/// Shapes, shadows and groups by faster ways than the plain one.
@Suite(.timeLimited) struct EffectDrawingTests {
    private func draw(_ items: [RenderItem]) -> PixelBuffer {
        Compositor(workerCount: 2).draw(RenderTree(160, 120, over: .white, items))
    }

    private func largestDifference(_ first: PixelBuffer, _ second: PixelBuffer) -> Int {
        zip(first.pixels, second.pixels).reduce(0) { largest, pixels in
            [UInt32(0), 8, 16, 24].reduce(largest) {
                max($0, abs(Int(pixels.0 >> $1 & 255) - Int(pixels.1 >> $1 & 255)))
            }
        }
    }

    @Test(arguments: [0.0, 1, 1.9, 4, 9])
    func `the stretched shadow of a rounded rectangle is that of its path`(deviation: Double) {
        for (width, height, radius) in [(120.0, 90.0, 10.0), (119.3, 30.7, 4.2), (20.5, 100.2, 40), (140, 100, 0)] {
            for projection in [
                EffectScenes.move(10.3, 5.9), Projection(scaleX: -1, y: 1).followed(by: EffectScenes.move(150.6, 8)),
            ] {
                let rect = Rect(x: 0, y: 0, width: width, height: height)
                let stretched = draw([
                    EffectScenes.shadow(.roundedRect(rect, radius: radius, projection), blurRadius: deviation)
                ])
                let plain = draw([
                    EffectScenes.shadow(
                        .path(Path(roundedRect: rect, radius: radius), .nonZero, projection), blurRadius: deviation)
                ])
                #expect(largestDifference(stretched, plain) <= 1, "\(width)×\(height)")
            }
        }
    }

    @Test func `a large mask is stored as its corners only`() throws {
        let compositor = Compositor(workerCount: 1)
        let caster = RenderShadow.Caster.roundedRect(
            Rect(x: 0, y: 0, width: 100_000, height: 5000), radius: 8, .identity)
        _ = compositor.draw(
            RenderTree(160, 120, over: .white, [EffectScenes.shadow(caster, blurRadius: 12)]))
        #expect(compositor.shadowCache.statistics.values == 1 && compositor.shadowCache.statistics.cost < 40_000)
    }

    @Test func `what an opaque shape hides of its shadow makes no difference`() {
        let rect = Rect(x: 0, y: 0, width: 100, height: 70)
        let projection = EffectScenes.move(30.4, 20.7)
        let shadow = EffectScenes.shadow(.roundedRect(rect, radius: 8, projection), blurRadius: 6)
        let caster = RenderShape(
            roundedRect: rect, radii: 8, projection: projection, fill: .color(Color(9, 99, 9)), clip: EffectScenes.clip)
        var unknown = caster
        unknown.core = nil
        #expect(caster.opaquePixels == PixelRect(x: 33, y: 24, width: 95, height: 64))
        #expect(draw([shadow, .shape(caster)]).pixels == draw([shadow, .shape(unknown)]).pixels)
    }

    @Test func `a shadow moved by whole pixels is drawn from the same mask`() {
        let compositor = Compositor(workerCount: 1)
        for step in 0..<20 {
            _ = compositor.draw(
                RenderTree(
                    160, 120, over: .white,
                    [
                        EffectScenes.shadow(
                            .path(
                                EffectScenes.ellipse(0, 0, 40, 30), .nonZero, EffectScenes.move(Double(step) * 3.3, 40))
                        )
                    ]))
        }
        #expect(compositor.shadowCache.statistics.values == 1)
    }

    @Test func `equal shapes share one mask, and each is drawn where it belongs`() {
        let compositor = Compositor(workerCount: 2)
        let path = EffectScenes.ellipse(0, 0, 12, 8)
        let items = (0..<60).map {
            EffectScenes.shape(path, at: EffectScenes.move(Double($0 % 10) * 13, Double($0 / 10) * 9))
        }
        let drawn = compositor.draw(RenderTree(160, 120, over: .white, items))
        #expect(compositor.shapeCache.statistics.values == 1)
        for index in 0..<60 { #expect(drawn[index % 10 * 13 + 6, index / 10 * 9 + 4] == 0xFF00_0000) }
        #expect(drawn[12, 4] == 0xFFFF_FFFF)
    }

    @Test func `a mask within the mask of a group multiplies, at any depth`() {
        let half = RenderItem.color(
            Color(red: 1, green: 1, blue: 1, alpha: 0.5), Rect(x: 0, y: 0, width: 160, height: 120))
        let bounds = EffectScenes.clip.bounds
        func masked(_ items: [RenderItem], by mask: [RenderItem]) -> RenderItem {
            .group(RenderGroup(items: items, opacity: 1, bounds: bounds, mask: mask))
        }
        let black = RenderItem.color(.black, Rect(x: 0, y: 0, width: 160, height: 120))
        // ½ · ½ in the group, and ½ of it by the mask, which is itself masked.
        let quarter = masked([masked([black], by: [half])], by: [half])
        #expect(abs(Int(draw([quarter])[80, 60] & 255) - 191) <= 1)
        let deep = masked(
            [quarter, masked([black], by: [masked([black], by: [half])])], by: [masked([black], by: [quarter])])
        // 1 − (1 − ¼)(1 − ½) = ⅝, of which the mask leaves a quarter.
        let value = Int(draw([deep])[80, 60] & 255)
        #expect(abs(value - Int(255 * (1 - 0.625 / 4))) <= 2)
    }

    @Test func `sprites that are not turned show the image's own pixels`() {
        let image = PixelBuffer.random(10, 6, seed: 3, isOpaque: true)
        for filter in [ContentsFilter.nearest, .linear] {
            let drawn = draw([
                .sprites(
                    RenderSprites(
                        buffer: image, source: PixelRect(x: 0, y: 0, width: 10, height: 6), filter: filter,
                        sprites: [RenderSprite(center: SIMD2(25, 33), axes: SIMD4(1, 0, 0, 1))], clip: EffectScenes.clip
                    ))
            ])
            for row in 0..<6 {
                for column in 0..<10 { #expect(drawn[20 + column, 30 + row] == image[column, row]) }
            }
            #expect(drawn[19, 30] == 0xFFFF_FFFF && drawn[30, 30] == 0xFFFF_FFFF)
        }
    }

    @Test func `a turned sprite is the quad with the same image`() throws {
        let image = PixelBuffer(16, 16, isOpaque: true) { x, y in 0xFF00_0000 | UInt32(x * 15) << 8 | UInt32(y * 15) }
        let turn = AffineTransform(translationX: 80, y: 60).rotated(0.5).scaled(x: 2, y: 2)
        let sprite = RenderSprite(
            center: SIMD2(80, 60), axes: SIMD4(Float(turn.a), Float(turn.b), Float(turn.c), Float(turn.d)))
        let first = draw([
            .sprites(
                RenderSprites(
                    buffer: image, source: PixelRect(x: 0, y: 0, width: 16, height: 16), sprites: [sprite],
                    clip: EffectScenes.clip))
        ])
        let second = draw([.image(image, Rect(x: -8, y: -8, width: 16, height: 16), projectedBy: Projection(turn))])
        let differing = zip(first.pixels, second.pixels).count {
            $0 != $1 && max($0 & 255, $1 & 255) - min($0 & 255, $1 & 255) > 1
        }
        // Corners of quads lie on a grid, so pixels at the edges may differ.
        #expect(differing < 8)
    }

    @Test(arguments: [RenderGradient.Kind.axial, .radial, .conic])
    func `a gradient has the color of each pixel's location`(kind: RenderGradient.Kind) throws {
        let stops = [GradientStop(Color.black, at: 0), GradientStop(.white, at: 1)]
        let projection = Projection(scaleX: 70, y: 70).followed(by: EffectScenes.move(80, 60))
        let outline = try #require(PixelPolygon(Rect(x: 0, y: 0, width: 160, height: 120), projectedBy: .identity))
        let gradient = RenderGradient(kind: kind, stops: stops, projection: projection)
        let drawn = draw([
            .quad(RenderQuad(outline: outline, fill: .gradient(gradient), opacity: 1, clip: EffectScenes.clip))
        ])
        for (column, row) in [(0, 0), (159, 119), (80, 60), (100, 60), (80, 20), (30, 70), (81, 100), (40, 59)] {
            let x = (Double(column) + 0.5 - 80) / 70
            let y = (Double(row) + 0.5 - 60) / 70
            let expected: Double
            switch kind {
            case .axial: expected = min(max(x, 0), 1)
            case .radial: expected = min((x * x + y * y).squareRoot(), 1)
            case .conic: expected = turn(x, y)
            }
            #expect(abs(Double(drawn[column, row] & 255) - 255 * expected) < 1, "\(column), \(row)")
        }
    }

    /// The part of a turn up to a direction, by bisection of the directions' sines.
    private func turn(_ x: Double, _ y: Double) -> Double {
        var low = 0.0
        var high = 1.0
        for _ in 0..<40 {
            let middle = (low + high) / 2
            let direction = AffineTransform(rotation: middle * 2 * .pi)
            // Whether the middle lies beyond the point, counted from the positive x axis.
            let side = direction.a * y - direction.b * x
            let isBeyond = middle < 0.5 ? (y >= 0 && side < 0) : (y >= 0 || side < 0)
            if isBeyond { high = middle } else { low = middle }
        }
        return (low + high) / 2
    }
}
