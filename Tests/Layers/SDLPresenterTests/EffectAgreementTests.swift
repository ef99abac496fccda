import Compositing
import LayerTree
import TestLimits
import Testing
import TilePyramid
import VectorDrawing

@testable import SDLPresenter

/// Effects that the graphics card and the compositor must draw alike, but for a few pixels at edges.
@MainActor
@Suite(.serialized, .withAcceleratedRenderer, .timeLimited) struct EffectAgreementTests {
    private static let clip = RenderClip(bounds: PixelRect(x: 0, y: 0, width: 160, height: 120))

    /// Expects 99 % of the pixels to differ by at most 2 steps; returns the statistics of the window.
    @discardableResult
    private func expectAgreement(
        _ items: [RenderItem], sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> PresenterStatistics {
        let tree = RenderTree(
            size: PixelSize(width: 160, height: 120), background: Color(red: 0.9, green: 0.9, blue: 0.85), items: items)
        let window = try acceleratedWindow(width: 160, height: 120)
        let first = try window.snapshot(of: tree)
        let second = Compositor().draw(tree)
        var differing = 0
        for row in 0..<120 {
            for column in 0..<160 where difference(first[column, row], second[column, row]) > 2 { differing += 1 }
        }
        #expect(differing <= 160 * 120 / 100, sourceLocation: sourceLocation)
        return window.statistics
    }

    /// The largest difference between the samples of two pixels, alpha excluded.
    private func difference(_ first: UInt32, _ second: UInt32) -> Int {
        var largest = 0
        for shift in [UInt32(0), 8, 16] {
            largest = max(largest, abs(Int(first >> shift & 255) - Int(second >> shift & 255)))
        }
        return largest
    }

    private func move(_ x: Double, _ y: Double) -> Projection { Projection(translationX: x, y: y) }

    private func ellipse(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> RenderItem {
        .shape(
            RenderShape(
                path: Path(ellipseIn: rect(0, 0, width, height)), projection: move(x, y),
                fill: .color(Color(red: 0.2, green: 0.4, blue: 0.7)), opacity: 0.9, clip: Self.clip))
    }

    @Test func `sprites, turned, tinted, over and added, without the compositor`() throws {
        let image = buffer(16, 16, isOpaque: false) { x, y in
            let distance = (x - 8) * (x - 8) + (y - 8) * (y - 8)
            return UInt32(max(0, 250 - 4 * distance)) * 0x0101_0101
        }
        for blendMode in [RenderBlendMode.over, .add] {
            let sprites = (0..<40).map { index in
                let turn = AffineTransform(rotation: Double(index) * 0.7)
                return RenderSprite(
                    center: SIMD2(Float(index * 37 % 170), Float(index * 53 % 130)),
                    axes: SIMD4(Float(turn.a), Float(turn.b), Float(turn.c), Float(turn.d)),
                    tint: index % 2 == 0 ? 0xFFFF_FFFF : 0x8060_2040)
            }
            let statistics = try expectAgreement([
                .sprites(
                    RenderSprites(
                        buffer: image, source: PixelRect(x: 0, y: 0, width: 16, height: 16), sprites: sprites,
                        opacity: 0.7, blendMode: blendMode, clip: Self.clip))
            ])
            #expect(statistics.compositedItems == 0 && statistics.drawCalls == 1 && statistics.quads == 40)
        }
    }

    @Test func `tinted images, without the compositor`() throws {
        let image = buffer(40, 30) { x, y in
            let red = UInt32(x * 6)
            let green = UInt32(y * 8)
            return 0xFF00_0000 | red << 16 | green << 8 | 90
        }
        let outline = try #require(PixelPolygon(rect(20, 20, 100, 75), projectedBy: .identity))
        let contents = RenderContents(
            buffer: image, source: rect(0, 0, 40, 30), filter: .linear,
            projection: Projection(scaleX: 2.5, y: 2.5).followed(by: move(20, 20)),
            tint: Color(red: 0.9, green: 0.4, blue: 0.6, alpha: 0.8))
        let statistics = try expectAgreement([
            .quad(RenderQuad(outline: outline, fill: .contents(contents), opacity: 0.9, clip: Self.clip))
        ])
        #expect(statistics.compositedItems == 0)
    }

    @Test(arguments: [RenderGradient.Kind.axial, .radial, .conic])
    func `gradients, the axial one without the compositor`(kind: RenderGradient.Kind) throws {
        let outline = try #require(PixelPolygon(rect(10, 10, 140, 100), projectedBy: .identity))
        let turn = Projection(AffineTransform(translationX: 40, y: 30).rotated(0.6).scaled(x: 70, y: 70))
        let gradient = RenderGradient(
            kind: kind,
            stops: [
                GradientStop(Color(red: 1, green: 0, blue: 0), at: 0.1), GradientStop(.white, at: 0.5),
                GradientStop(Color(red: 0, green: 0, blue: 1, alpha: 0.5), at: 1),
            ], projection: turn)
        let statistics = try expectAgreement([
            .quad(RenderQuad(outline: outline, fill: .gradient(gradient), opacity: 0.8, clip: Self.clip))
        ])
        #expect(statistics.compositedItems == (kind == .axial ? 0 : 1))
    }

    @Test func `shapes, shadows and masks, with the offscreen passes of each`() throws {
        let shadow = RenderItem.shadow(
            RenderShadow(
                .roundedRect(rect(0, 0, 80, 50), radius: 9, move(30.4, 30.7)), offset: SIMD2(2, 5), blurRadius: 5,
                color: .black, opacity: 0.6, clip: Self.clip))
        let path = try expectAgreement([shadow, ellipse(30, 30, 80, 50)])
        #expect(path.compositedItems == 2 && path.offscreenPasses == 0)
        let drawn = try expectAgreement([
            .shadow(
                RenderShadow(
                    .items([ellipse(30, 30, 80, 50)]), offset: SIMD2(2, 5), blurRadius: 5, color: .black,
                    clip: Self.clip))
        ])
        #expect(drawn.compositedItems == 1 && drawn.offscreenPasses == 1)
        let mask = RenderGroup(
            items: [ellipse(10, 10, 80, 90), ellipse(60, 20, 90, 80)], opacity: 0.8, bounds: Self.clip.bounds,
            mask: [ellipse(30, 30, 100, 60)])
        let masked = try expectAgreement([.group(mask)])
        #expect(masked.compositedItems == 1 && masked.offscreenPasses == 1)
        for operation in [MaskOperation.difference(gain: 4), .multiply, .screen] {
            var combined = mask
            combined.maskOperation = operation
            let shown = try expectAgreement([.group(combined)])
            #expect(shown.compositedItems == 1 && shown.offscreenPasses == 1)
        }
    }

    @Test func `an item that moves by whole pixels is composited once, and the images hold their limit`() throws {
        let items = CompositedItems(byteLimit: 40_000)
        let area = PixelRect(x: 0, y: 0, width: 160, height: 120)
        for step in 0..<20 {
            _ = items.image(of: ellipse(10.3 + Double(step), 20.7, 40, 30), in: area)
            items.endFrame()
        }
        #expect(items.takeCounts().items == 1)
        for step in 0..<20 {
            _ = items.image(of: ellipse(10.3 + Double(step) / 7, 20.7, 40, 30), in: area)
            #expect(items.byteCount <= 40_000)
            items.endFrame()
        }
        // Seven fractions of a pixel, of which the first is there already.
        #expect(items.takeCounts().items == 6)
    }
}
