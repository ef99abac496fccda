import LayerTree
import TestLimits
import TestSupport
import Testing
import TilePyramid
import VectorDrawing

@testable import Compositing

/// A frame of which only the dirty region is drawn, over the frame before it, has the pixels of a frame drawn whole.
@MainActor
@Suite(.timeLimited) struct PartialRedrawTests {
    /// Tiles that move below overlays that do not.
    @MainActor
    private struct Stage {
        let map = Layer()
        let badge = Layer()
        let marker = Layer()
        let clock = ManualClock()
        let scene: LayerScene

        init(seed: UInt64, scale: Double) {
            let root = Layer()
            root.frame = Rect(x: 0, y: 0, width: 120, height: 80)
            scene = LayerScene(
                root: root, size: PixelSize(width: Int(120 * scale), height: Int(80 * scale)), scale: scale,
                background: .white, clock: clock)
            map.anchorPoint = .zero
            map.bounds = Rect(x: 0, y: 0, width: 120, height: 80)
            for index in 0..<20 {
                let tile = Layer()
                tile.contents = .random(32, 32, seed: seed + UInt64(index), isOpaque: index % 5 > 0)
                tile.magnificationFilter = index % 3 == 0 ? .nearest : .linear
                tile.minificationFilter = index % 4 == 0 ? .trilinear : .linear
                tile.frame = Rect(x: Double(index % 5 * 32), y: Double(index / 5 * 32), width: 32, height: 32)
                map.addSublayer(tile)
            }
            badge.frame = Rect(x: 70, y: 8, width: 40, height: 24)
            badge.backgroundColor = Color(red: 0.9, green: 0.2, blue: 0.1, alpha: 0.7)
            badge.cornerRadius = 6
            badge.shadowOpacity = 0.5
            badge.shadowRadius = 4
            marker.frame = Rect(x: 10, y: 60, width: 12, height: 12)
            marker.backgroundColor = Color(red: 0, green: 0.5, blue: 0.2)
            for layer in [map, badge, marker] { root.addSublayer(layer) }
        }

        /// Changes something: pans by whole and by fractional points, zooms, turns, fades, an overlay, or nothing.
        func change(using random: inout SeededRandom) {
            func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
            let kind = Int.random(in: 0..<8, using: &random)
            // Half of the changes are animated.
            Transaction.disablesActions = Bool.random(using: &random)
            switch kind {
            case 0, 1:
                map.position.x += number(-9...9).rounded()
                map.position.y += number(-9...9).rounded()
            case 2: map.position.x += number(-3...3)
            case 3: map.transform = Transform3D(scaleX: number(0.3...3), y: number(0.3...3))
            case 4: map.transform = Transform3D(rotation: number(-1...1), x: 0, y: 0, z: 1)
            case 5: map.sublayers[Int.random(in: 0..<20, using: &random)].opacity = number(0...1)
            case 6: marker.position.x += number(-5...30)
            default: break
            }
            Transaction.disablesActions = false
            clock.advance(by: number(0...0.2))
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64], [1, 1.5, 2])
    func `frames of which only what has changed is drawn are those drawn whole`(seed: UInt64, scale: Double) throws {
        var random = SeededRandom(seed: seed)
        let stage = Stage(seed: seed, scale: scale)
        let compositor = Compositor(workerCount: 2)
        var former = stage.scene.frame()
        var pixels = compositor.draw(former).pixels
        var partial = 0
        var drawn = Set([pixels])
        for _ in 0..<25 {
            stage.change(using: &random)
            let frame = stage.scene.frame()
            let region = frame.dirtyRegion(since: former)
            for rect in region.rects {
                pixels.withUnsafeMutableBufferPointer {
                    compositor.draw(frame, into: $0, stride: frame.size.width, region: rect)
                }
            }
            try #require(pixels == Compositor(workerCount: 1).draw(frame).pixels)
            partial += region.area < frame.size.area ? 1 : 0
            drawn.insert(pixels)
            former = frame
        }
        #expect(partial > 3 && drawn.count > 10)
    }
}
