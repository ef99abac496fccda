import TestLimits
import Testing
import TilePyramid

import VectorDrawing
@testable import LayerTree

@MainActor
@Suite(.timeLimited) struct TransitionTests {
    private static let red = Color(red: 1, green: 0, blue: 0)
    private static let blue = Color(red: 0, green: 0, blue: 1)

    /// A red layer in a transition of 1 s to blue.
    private func stage(_ transition: Transition) -> Stage {
        let stage = Stage { $0.backgroundColor = Self.red }
        stage.layer.addAnimation(transition, forKey: "any")
        Transaction.run(disablesActions: true) { stage.layer.backgroundColor = Self.blue }
        stage.frame(at: 0)
        return stage
    }

    /// The visible quads in drawing order: color and range of x.
    private func columns(_ tree: RenderTree) -> [String] {
        tree.items.compactMap { item in
            guard let quad = item.quad, let color = quad.color else { return nil }
            let seen = quad.pixelBounds
            return "\(color == Self.red ? "red" : "blue") \(seen.x)..<\(seen.x + seen.size.width)"
        }
    }

    private func rows(_ tree: RenderTree) -> [String] {
        tree.items.compactMap { item in
            guard let quad = item.quad, let color = quad.color else { return nil }
            let seen = quad.pixelBounds
            return "\(color == Self.red ? "red" : "blue") \(seen.y)..<\(seen.y + seen.size.height)"
        }
    }

    @Test
    func `pushed from the left, after half of the time the new content is the left half and the old one the right`() {
        let stage = stage(Transition(.push, from: .left, duration: 1))
        #expect(columns(stage.frame(at: 0)) == ["red 0..<100"])
        #expect(columns(stage.frame(at: 0.25)) == ["red 25..<100", "blue 0..<25"])
        #expect(columns(stage.frame(at: 0.5)) == ["red 50..<100", "blue 0..<50"])
        #expect(columns(stage.frame(at: 1)) == ["blue 0..<100"])
    }

    @Test func `pushed from the other edges, the content moves in the other directions`() {
        let right = stage(Transition(.push, from: .right, duration: 1))
        #expect(columns(right.frame(at: 0.25)) == ["red 0..<75", "blue 75..<100"])
        let top = stage(Transition(.push, from: .top, duration: 1))
        #expect(rows(top.frame(at: 0.25)) == ["red 25..<100", "blue 0..<25"])
        let bottom = stage(Transition(.push, from: .bottom, duration: 1))
        #expect(rows(bottom.frame(at: 0.25)) == ["red 0..<75", "blue 75..<100"])
    }

    @Test func `moveIn slides the new content over the old one, and reveal slides the old one off the new one`() {
        let moveIn = stage(Transition(.moveIn, from: .right, duration: 1))
        #expect(columns(moveIn.frame(at: 0.25)) == ["red 0..<100", "blue 75..<100"])
        let reveal = stage(Transition(.reveal, from: .right, duration: 1))
        #expect(columns(reveal.frame(at: 0.25)) == ["blue 0..<100", "red 0..<75"])
    }

    /// Shows items of its own, 100 pixels wide, in a color that is not a property.
    private final class Banner: Layer {
        var color = red

        override func renderItems(in context: LayerRenderContext) -> [RenderItem] {
            let path = Path(self.bounds)
            return [
                .shape(
                    RenderShape(
                        path: path, projection: context.projection, fill: .color(color), clip: context.clipping))
            ]
        }
    }

    @Test(arguments: [Transition.Kind.push, .moveIn, .reveal])
    func `items of an app's own layers slide with the content around them`(kind: Transition.Kind) {
        let banner = Banner()
        banner.anchorPoint = .zero
        banner.bounds.size = Size(width: 100, height: 100)
        let stage = Stage { $0.addSublayer(banner) }
        stage.layer.addAnimation(Transition(kind, from: .left, duration: 1), forKey: Transition.key)
        banner.color = Self.blue
        stage.frame(at: 0)
        let columns = stage.frame(at: 0.25).items.compactMap { item -> String? in
            guard case .shape(let shape) = item, case .color(let color) = shape.fill else { return nil }
            return "\(color == Self.red ? "red" : "blue") \(shape.pixelBounds.columns)"
        }
        switch kind {
        case .push: #expect(columns == ["red 25..<100", "blue 0..<25"])
        case .moveIn: #expect(columns == ["red 0..<100", "blue 0..<25"])
        default: #expect(columns == ["blue 0..<100", "red 25..<100"])
        }
    }

    @Test func `in a fade each side counts one half after half of the time`() throws {
        let stage = stage(Transition(.fade, duration: 1))
        let quads = stage.frame(at: 0.5).items.compactMap(\.quad)
        // Source over with an opacity of one half leaves half of the quad below, so no offscreen buffer is needed.
        #expect(quads.map(\.color) == [Self.red, Self.blue])
        #expect(quads.map(\.opacity) == [1, 0.5])
    }

    @Test func `sides that are not opaque quads are faded by adding their weighted groups`() throws {
        let stage = Stage {
            $0.backgroundColor = Self.red
            let dot = Layer()
            dot.frame = Rect(x: 10, y: 10, width: 200, height: 20)
            dot.backgroundColor = Self.blue
            $0.addSublayer(dot)
        }
        stage.layer.addAnimation(Transition(.fade, duration: 1), forKey: Transition.key)
        stage.layer.sublayers[0].removeFromSuperlayer()
        stage.frame(at: 0)
        let tree = stage.frame(at: 0.25)
        #expect(tree.items.count == 1)
        let crossFade = try #require(tree.items.first?.group)
        #expect(crossFade.opacity == 1 && crossFade.blendMode == .over)
        #expect(crossFade.bounds == PixelRect(x: 0, y: 0, width: 200, height: 100))
        let sides = crossFade.items.compactMap(\.group)
        #expect(sides.map(\.opacity) == [0.75, 0.25])
        #expect(sides.map(\.blendMode) == [.over, .add])
        #expect(sides.map { $0.items.compactMap { $0.quad?.color } } == [[Self.red, Self.blue], [Self.red]])
    }

    @Test func `a fade between translucent colors in a half transparent superlayer is one group`() throws {
        let stage = Stage {
            $0.backgroundColor = Color(red: 1, green: 0, blue: 0, alpha: 0.5)
        }
        stage.layer.addAnimation(Transition(.fade, duration: 1), forKey: Transition.key)
        Transaction.run(disablesActions: true) { stage.layer.backgroundColor = Self.blue }
        stage.root.opacity = 0.5
        stage.root.removeAllAnimations()
        stage.frame(at: 0)
        let tree = stage.frame(at: 0.5)
        #expect(tree.items.count == 1)
        #expect(tree.items.first?.group?.opacity == 0.5)
        #expect(tree.items.first?.group?.items.compactMap { $0.group?.opacity } == [0.5, 0.5])
    }

    @Test func `a second transition replaces the first one, and continues from what was shown`() throws {
        let stage = stage(Transition(.push, from: .left, duration: 1))
        stage.frame(at: 0.5)
        var completions: [Bool] = []
        stage.layer.addAnimation(Transition(.push, from: .left, duration: 1), forKey: "other") {
            completions.append($0)
        }
        #expect(stage.layer.animationKeys == [Transition.key])
        Transaction.run(disablesActions: true) { stage.layer.backgroundColor = .white }
        #expect(columns(stage.frame(at: 0.5)) == ["red 50..<100", "blue 0..<50"])
        let later = stage.frame(at: 0.75)
        #expect(columns(later).prefix(2) == ["red 75..<100", "blue 25..<75"])
        #expect(later.items.last?.quad?.color == .white)
        stage.frame(at: 1.5)
        #expect(completions == [true])
    }

    @Test func `transitions that replace each other faster than they end do not pile up`() {
        let stage = Stage { $0.backgroundColor = Self.red }
        for step in 0..<100 {
            stage.layer.addAnimation(Transition(.push, from: .left, duration: 1), forKey: Transition.key)
            stage.frame(at: Double(step) / 100)
        }
        #expect(stage.frame(at: 1).items.count < 10)
    }

    @Test func `two changes before a frame have one snapshot`() {
        let stage = Stage { $0.backgroundColor = Self.red }
        var push = Transition(.push, duration: 1)
        push.timingFunction = .linear
        stage.layer.actions[.backgroundColor] = .run(push)
        for shade in 0..<10 {
            stage.layer.backgroundColor = Color(red: 0, green: Double(shade) / 10, blue: 0)
        }
        stage.layer.backgroundColor = Self.blue
        stage.frame(at: 0)
        #expect(columns(stage.frame(at: 0.25)) == ["red 25..<100", "blue 0..<25"])
    }

    @Test func `as the action of a color it pushes from the left instead of interpolating`() {
        let stage = Stage { $0.backgroundColor = Self.red }
        stage.layer.actions[.backgroundColor] = .run(Transition(.push, from: .left))
        Transaction.run(timingFunction: .linear) { stage.layer.backgroundColor = Self.blue }
        #expect(stage.layer.animationKeys == [Transition.key])
        #expect(columns(stage.frame(at: 0.125)) == ["red 50..<100", "blue 0..<50"])
        #expect(columns(stage.frame(at: 0.25)) == ["blue 0..<100"])
    }

    @Test func `a layer that is hidden fades out for 0.25 s, and in again`() throws {
        let stage = Stage { $0.backgroundColor = Self.red }
        Transaction.run(timingFunction: .linear) { stage.layer.isHidden = true }
        #expect(stage.frame(at: 0.0625).items.first?.quad?.opacity == 0.75)
        #expect(stage.frame(at: 0.25).items.isEmpty)
        Transaction.run(timingFunction: .linear) { stage.layer.isHidden = false }
        #expect(stage.frame(at: 0.3125).items.first?.quad?.opacity == 0.25)
        #expect(stage.frame(at: 0.5).items.first?.quad?.opacity == 1)
    }

    @Test func `a sublayer that is removed during its superlayer's fade keeps fading`() throws {
        let stage = Stage()
        let child = Layer()
        child.frame = Rect(x: 0, y: 0, width: 50, height: 50)
        child.backgroundColor = Self.red
        stage.layer.addSublayer(child)
        stage.frame(at: 0)
        stage.layer.addAnimation(Transition(.fade, duration: 1), forKey: Transition.key)
        stage.frame(at: 0)
        stage.frame(at: 0.25)
        child.removeFromSuperlayer()
        child.backgroundColor = Self.blue
        let fading = try #require(stage.frame(at: 0.5).items.first?.quad)
        #expect(fading.color == Self.red && fading.opacity == 0.5)
        #expect(stage.frame(at: 1).items.isEmpty)
    }

    @Test func `a transition on the sublayer itself ends when the sublayer is removed`() {
        let stage = stage(Transition(.fade, duration: 1))
        stage.frame(at: 0.5)
        stage.layer.removeFromSuperlayer()
        #expect(stage.frame(at: 0.5).items.isEmpty)
    }

    @Test func `a page replaces another one with all sublayers`() {
        let stage = Stage()
        let pages = [Self.red, Self.blue].map { color in
            let page = Layer()
            page.frame = Rect(x: 0, y: 0, width: 100, height: 100)
            let inner = Layer()
            inner.frame = Rect(x: 20, y: 20, width: 20, height: 20)
            inner.backgroundColor = color
            page.addSublayer(inner)
            return page
        }
        stage.layer.addSublayer(pages[0])
        stage.frame(at: 0)
        stage.layer.addAnimation(Transition(.push, from: .right, duration: 1), forKey: Transition.key)
        stage.layer.replaceSublayer(pages[0], with: pages[1])
        stage.frame(at: 0)
        #expect(columns(stage.frame(at: 0.125)) == ["red 7..<27"])
        #expect(columns(stage.frame(at: 0.75)) == ["blue 45..<65"])
    }

    @Test func `the snapshot is still while the new content keeps moving`() throws {
        let stage = Stage { $0.backgroundColor = Self.red }
        var fade = BasicAnimation(\.backgroundColor, from: Color?.some(Self.red), to: Self.blue)
        fade.timing.duration = 1
        stage.layer.addAnimation(fade, forKey: "color")
        stage.frame(at: 0)
        stage.frame(at: 0.5)
        stage.layer.addAnimation(Transition(.reveal, from: .top, duration: 1), forKey: Transition.key)
        stage.frame(at: 0.5)
        let colors = stage.frame(at: 0.75).items.compactMap { $0.quad?.color?.red }
        #expect(colors == [0.25, 0.5])
    }

    @Test func `it can start and end in between`() {
        var half = Transition(.push, from: .left, duration: 1)
        half.startProgress = 0.5
        half.endProgress = 0.75
        let stage = stage(half)
        #expect(columns(stage.frame(at: 0)) == ["red 50..<100", "blue 0..<50"])
        #expect(columns(stage.frame(at: 0.998)) == ["red 75..<100", "blue 0..<75"])
    }

    @Test func `in a rotated layer content slides along the layer's own edges, and is clipped to it`() throws {
        let stage = Stage { layer in
            layer.backgroundColor = Self.red
            layer.position = Point(x: 100, y: 0)
            layer.affineTransform = AffineTransform(rotation: .pi / 2)
        }
        stage.layer.addAnimation(Transition(.push, from: .left, duration: 1), forKey: Transition.key)
        Transaction.run(disablesActions: true) { stage.layer.backgroundColor = Self.blue }
        stage.frame(at: 0)
        let quads = stage.frame(at: 0.25).items.compactMap(\.quad)
        #expect(quads.map(\.color) == [Self.red, Self.blue])
        #expect(quads.map { $0.outline.corners.map(\.y).min() } == [25 * 256, -75 * 256])
        #expect(
            quads.allSatisfy {
                $0.clip.outlines.isEmpty && $0.clip.bounds == PixelRect(x: 0, y: 0, width: 100, height: 100)
            })
    }

    @Test func `a layer that was not shown yet slides in over what is below it`() {
        let stage = Stage { $0.backgroundColor = Self.red }
        let card = Layer()
        card.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        card.backgroundColor = Self.blue
        card.addAnimation(Transition(.moveIn, from: .right, duration: 1), forKey: Transition.key)
        stage.root.addSublayer(card)
        #expect(columns(stage.frame(at: 0)) == ["red 0..<100"])
        #expect(columns(stage.frame(at: 0.5)) == ["red 0..<100", "blue 50..<100"])
    }

    @Test func `the snapshot keeps a layer's own quads`() {
        final class Tiles: Layer {
            var buffers = [image(0xff00_0001)]

            override func contentsQuads(in context: LayerRenderContext) -> [ContentsQuad] {
                buffers.enumerated().map { index, buffer in
                    ContentsQuad(
                        buffer: buffer, source: Rect(x: 0, y: 0, width: 10, height: 10),
                        frame: Rect(x: Double(index) * 10, y: 0, width: 10, height: 10))
                }
            }
        }
        let stage = Stage()
        let tiles = Tiles()
        tiles.frame = Rect(x: 0, y: 0, width: 20, height: 10)
        stage.root.addSublayer(tiles)
        stage.frame(at: 0)
        let old = tiles.buffers
        tiles.addAnimation(Transition(.push, from: .left, duration: 1), forKey: Transition.key)
        tiles.buffers = [image(0xff00_0002), image(0xff00_0003)]
        stage.frame(at: 0)
        let half = stage.frame(at: 0.5).items.compactMap { $0.quad }
        #expect(half.map(\.buffer) == old + tiles.buffers.suffix(1))
        #expect(half.map(\.pixelBounds.x) == [10, 0])
    }

    @Test func `a half transparent layer is faded as a group while its content slides`() throws {
        let stage = Stage {
            $0.backgroundColor = Self.red
            $0.opacity = 0.5
        }
        stage.layer.addAnimation(Transition(.moveIn, from: .right, duration: 1), forKey: Transition.key)
        Transaction.run(disablesActions: true) { stage.layer.backgroundColor = Self.blue }
        stage.frame(at: 0)
        let tree = stage.frame(at: 0.25)
        #expect(tree.items.count == 1)
        let group = try #require(tree.items.first?.group)
        #expect(group.opacity == 0.5)
        #expect(group.items.compactMap { $0.quad?.opacity } == [1, 1])
        #expect(group.items.compactMap { $0.quad?.color } == [Self.red, Self.blue])
    }

    @Test func `both parts follow a layer that has moved`() {
        let push = stage(Transition(.push, from: .left, duration: 1))
        Transaction.run(disablesActions: true) { push.layer.position.x = 60 }
        #expect(columns(push.frame(at: 0.5)) == ["red 110..<160", "blue 60..<110"])
        let moveIn = stage(Transition(.moveIn, from: .right, duration: 1))
        Transaction.run(disablesActions: true) { moveIn.layer.position.x = 60 }
        #expect(columns(moveIn.frame(at: 0.25)) == ["red 60..<160", "blue 135..<160"])
        let reveal = stage(Transition(.reveal, from: .right, duration: 1))
        Transaction.run(disablesActions: true) { reveal.layer.position.x = 60 }
        #expect(columns(reveal.frame(at: 0.25)) == ["blue 60..<160", "red 60..<135"])
    }

    @Test func `both parts of a fade are at the present place, which they cover alike`() {
        let stage = stage(Transition(.fade, duration: 1))
        Transaction.run(disablesActions: true) { stage.layer.position.x = 60 }
        let quads = stage.frame(at: 0.5).items.compactMap(\.quad)
        #expect(quads.map(\.color) == [Self.red, Self.blue] && quads.map(\.opacity) == [1, 0.5])
        #expect(quads.map(\.pixelBounds) == Array(repeating: PixelRect(x: 60, y: 0, width: 100, height: 100), count: 2))
    }

    @Test func `the old part is stretched to the present size, with everything in it`() {
        let stage = Stage {
            $0.backgroundColor = Self.red
            let dot = Layer()
            dot.frame = Rect(x: 20, y: 20, width: 40, height: 20)
            dot.backgroundColor = Self.blue
            $0.addSublayer(dot)
        }
        stage.layer.addAnimation(Transition(.push, from: .left, duration: 1), forKey: Transition.key)
        Transaction.run(disablesActions: true) {
            stage.layer.bounds.size = Size(width: 50, height: 50)
            stage.layer.sublayers[0].isHidden = true
            stage.layer.position = Point(x: 80, y: 10)
        }
        stage.frame(at: 0)
        let tree = stage.frame(at: 0.5)
        #expect(columns(tree) == ["red 105..<130", "blue 115..<130", "red 80..<105"])
        #expect(rows(tree) == ["red 10..<60", "blue 20..<30", "red 10..<60"])
    }

    @Test func `the old part of a transition that replaces another one follows, too`() {
        let stage = stage(Transition(.push, from: .left, duration: 1))
        stage.frame(at: 0.5)
        stage.layer.addAnimation(Transition(.push, from: .left, duration: 1), forKey: Transition.key)
        Transaction.run(disablesActions: true) {
            stage.layer.backgroundColor = .white
            stage.layer.position.x = 60
        }
        stage.frame(at: 0.5)
        #expect(columns(stage.frame(at: 0.75)).prefix(2) == ["red 135..<160", "blue 85..<135"])
    }

    @Test func `a layer that moves for a second takes both parts of a push with it`() {
        let stage = stage(Transition(.push, from: .left, duration: 1))
        var move = BasicAnimation(\.position.x, from: 0, to: 80)
        move.timing.duration = 1
        stage.layer.addAnimation(move, forKey: "move")
        stage.frame(at: 0)
        #expect(columns(stage.frame(at: 0.25)) == ["red 45..<120", "blue 20..<45"])
        #expect(columns(stage.frame(at: 0.5)) == ["red 90..<140", "blue 40..<90"])
    }
}
