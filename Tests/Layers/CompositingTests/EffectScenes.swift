import LayerTree
import TestSupport
import TilePyramid
import VectorDrawing

/// Items with effects, made by hand.
enum EffectScenes {
    static let clip = RenderClip(bounds: PixelRect(x: 0, y: 0, width: 160, height: 120))

    static func move(_ x: Double, _ y: Double) -> Projection { Projection(translationX: x, y: y) }

    static func shape(
        _ path: Path, at projection: Projection, _ fill: RenderFill = .color(.black), opacity: Double = 1,
        _ blendMode: RenderBlendMode = .over, clip: RenderClip = clip
    ) -> RenderItem {
        .shape(
            RenderShape(
                path: path, projection: projection, fill: fill, opacity: opacity, blendMode: blendMode, clip: clip))
    }

    static func roundedShape(_ rect: Rect, _ color: Color, at projection: Projection = .identity) -> RenderItem {
        .shape(RenderShape(roundedRect: rect, radii: 8, projection: projection, fill: .color(color), clip: clip))
    }

    static func ellipse(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Path {
        Path(ellipseIn: Rect(x: x, y: y, width: width, height: height))
    }

    static func gradient(_ kind: RenderGradient.Kind, at projection: Projection) -> RenderFill {
        .gradient(
            RenderGradient(
                kind: kind,
                stops: [
                    GradientStop(Color(200, 30, 40), at: 0), GradientStop(Color(20, 180, 90), at: 0.5),
                    GradientStop(Color(red: 0.1, green: 0.1, blue: 0.9, alpha: 0.3), at: 1),
                ], projection: projection))
    }

    static func sprites(_ count: Int, _ blendMode: RenderBlendMode, filter: ContentsFilter = .linear) -> RenderItem {
        var random = SeededRandom(seed: 7)
        let image = PixelBuffer(9, 7) { x, y in UInt32(255 - 20 * (abs(x - 4) + abs(y - 3))) * 0x0101_0101 }
        let sprites = (0..<count).map { index in
            let turn = AffineTransform(rotation: Double(index))
            return RenderSprite(
                center: SIMD2(Float.random(in: -5...165, using: &random), Float.random(in: -5...125, using: &random)),
                axes: SIMD4(Float(turn.a), Float(turn.b), Float(turn.c), Float(turn.d)) * (index % 3 == 0 ? 1.7 : 0.8),
                tint: index % 2 == 0 ? 0xFFFF_FFFF : 0x8040_2080)
        }
        return .sprites(
            RenderSprites(
                buffer: image, source: PixelRect(x: 0, y: 0, width: 9, height: 7), filter: filter, sprites: sprites,
                opacity: 0.8, blendMode: blendMode, clip: clip))
    }

    static func shadow(
        _ caster: RenderShadow.Caster, offset: SIMD2<Double> = SIMD2(3, 4.3), blurRadius: Double = 4,
        opacity: Double = 0.7,
        clip: RenderClip = clip
    ) -> RenderItem {
        .shadow(
            RenderShadow(
                caster, offset: offset, blurRadius: blurRadius, color: Color(20, 10, 60), opacity: opacity, clip: clip))
    }

    /// A group with a mask that contains a group with a mask.
    static let nestedMasks: RenderItem = {
        func masked(_ items: [RenderItem], by mask: [RenderItem], opacity: Double = 1) -> RenderItem {
            .group(RenderGroup(items: items, opacity: opacity, bounds: clip.bounds, mask: mask))
        }
        let half = RenderItem.color(
            Color(red: 0, green: 0, blue: 0, alpha: 0.5), Rect(x: 0, y: 0, width: 80, height: 120))
        let inner = masked(
            [
                .color(Color(200, 60, 60), Rect(x: 10, y: 10, width: 100, height: 90)),
                .group([half, sprites(20, .add)], opacity: 0.9, bounds: clip.bounds),
            ],
            by: [
                masked(
                    [shape(ellipse(20, 20, 100, 80), at: .identity)],
                    by: [half, .color(.black, Rect(x: 60, y: 0, width: 60, height: 120))])
            ])
        return masked(
            [inner, masked([roundedShape(Rect(x: 70, y: 20, width: 60, height: 60), Color(60, 60, 220))], by: [half])],
            by: [
                masked(
                    [shape(ellipse(5, 5, 140, 105), at: .identity)],
                    by: [.group([inner], opacity: 0.9, bounds: clip.bounds)], opacity: 0.9)
            ],
            opacity: 0.8)
    }()

    /// One of each kind.
    static let all: RenderTree = {
        let turned = Projection(AffineTransform(translationX: 60, y: 20).rotated(0.4))
        let tilted = Projection(
            Transform3D(rotation: 0.9, x: 0.2, y: 1, z: 0).followed(by: Transform3D(perspectiveDistance: 200))
        ).followed(by: move(80, 60))
        let image = PixelBuffer.random(40, 30, seed: 5)
        return RenderTree(
            160, 120, over: Color(240, 235, 225),
            [
                shadow(
                    .roundedRect(Rect(x: 0, y: 0, width: 90, height: 60), radius: 12, move(20.3, 15.8)), blurRadius: 5),
                roundedShape(Rect(x: 0, y: 0, width: 90, height: 60), Color(250, 220, 90), at: move(20.3, 15.8)),
                shape(
                    ellipse(-60, -40, 120, 80), at: tilted,
                    gradient(.radial, at: Projection(scaleX: 50, y: 50).followed(by: tilted)), opacity: 0.8),
                shadow(.path(ellipse(0, 0, 40, 30), .nonZero, turned), blurRadius: 1.3),
                shape(
                    ellipse(0, 0, 40, 30), at: turned,
                    gradient(.conic, at: Projection(scaleX: 20, y: 20).followed(by: move(70, 40))), .add),
                nestedMasks,
                shadow(.items([shape(ellipse(100, 60, 40, 50), at: .identity), sprites(5, .over)]), blurRadius: 3),
                sprites(90, .add),
                shape(
                    ellipse(0, 0, 50, 50), at: move(100.6, 60.2),
                    .contents(
                        RenderContents(
                            buffer: image, source: Rect(x: 0, y: 0, width: 40, height: 30), filter: .linear,
                            projection: Projection(scaleX: 1.3, y: 1.7).followed(by: move(100, 60)),
                            tint: Color(red: 0.9, green: 0.5, blue: 0.7, alpha: 0.8)))),
            ])
    }()
}
