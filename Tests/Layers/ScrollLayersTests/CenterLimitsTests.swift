import LayerTree
import TestLimits
import TestSupport
import Testing
import VectorDrawing

@testable import ScrollLayers

@Suite(.timeLimited) struct CenterLimitsTests {
    private let geometry = ScrollGeometry(
        contentSize: Size(width: 1000, height: 600), viewportSize: Size(width: 200, height: 100))

    @Test func `upright content leaves no gap at the view's sides`() {
        let limits = geometry.centerLimits(of: ViewState(center: .zero, scale: 0.5))
        #expect(limits.x == 200...800)
        #expect(limits.y == 100...500)
    }

    @Test func `at a quarter turn, the view's sides are swapped`() {
        let limits = geometry.centerLimits(of: ViewState(center: .zero, scale: 0.5, angle: 90))
        #expect(limits.x == 100...900)
        #expect(limits.y == 200...400)
    }

    @Test func `content that is smaller than the view is centered`() {
        let limits = geometry.centerLimits(of: ViewState(center: .zero, scale: 0.18))
        #expect(limits.x == 500...500)
        let wide = geometry.centerLimits(of: ViewState(center: .zero, scale: 0.16))
        #expect(wide.x == 500...500 && wide.y == 300...300)
    }

    @Test func `content can be scrolled out from under the insets`() {
        var geometry = geometry
        geometry.insets = EdgeInsets(top: 20, left: 60)
        let limits = geometry.centerLimits(of: ViewState(center: .zero, scale: 0.5))
        // 60 points are 120 content points: the content's left edge comes as far as the inset's right edge.
        #expect(limits.x == 80...800)
        #expect(limits.y == 60...500)
        let fit = geometry.view(showing: geometry.contentRect)
        #expect(abs(fit.scale - 80.0 / 600) < 1e-12)
        #expect(fit.viewPoint(of: Point(x: 500, y: 300), in: geometry.viewportSize) == Point(x: 130, y: 60))
        #expect(geometry.constrained(fit) == fit)
    }

    @Test func `at any angle and scale each point can be seen, and a view of everything has a single center`() {
        var random = SeededRandom(seed: 9)
        for _ in 0..<20_000 {
            let geometry = ScrollGeometry(
                contentSize: Size(
                    width: .random(in: 1...2000, using: &random), height: .random(in: 1...2000, using: &random)),
                viewportSize: Size(
                    width: .random(in: 1...500, using: &random), height: .random(in: 1...500, using: &random)))
            let view = ViewState(
                center: .zero, scale: .random(in: 0.01...8, using: &random),
                angle: .random(in: -360...360, using: &random), isFlipped: .random(using: &random))
            let limits = geometry.centerLimits(of: view)
            for corner in geometry.contentRect.corners {
                var nearest = view
                nearest.center = limits.clamp(corner)
                let seen = nearest.viewPoint(of: corner, in: geometry.viewportSize)
                let width = geometry.viewportSize.width
                let height = geometry.viewportSize.height
                #expect(seen.x > -1e-6 && seen.x < width + 1e-6 && seen.y > -1e-6 && seen.y < height + 1e-6)
            }
            if view.scale <= geometry.fittingScale(for: geometry.contentSize, angle: view.angle) * (1 - 1e-9) {
                let middle = geometry.contentRect.middle
                #expect((limits.clamp(.zero) - middle).length < 1e-6)
                #expect((limits.clamp(Point(x: 1e6, y: 1e6)) - middle).length < 1e-6)
            }
        }
    }

    @Test func `limits change continuously with the angle`() {
        for scale in [0.05, 0.16, 0.25, 1, 7] {
            var last = geometry.centerLimits(of: ViewState(center: .zero, scale: scale, angle: -0.01))
            for step in 0...36_000 {
                let view = ViewState(center: .zero, scale: scale, angle: Double(step) / 100)
                let limits = geometry.centerLimits(of: view)
                let change = max(
                    abs(limits.x.lowerBound - last.x.lowerBound), abs(limits.y.lowerBound - last.y.lowerBound))
                #expect(change * scale < 0.2, "at \(Double(step) / 100)°, scale \(scale)")
                last = limits
            }
        }
    }

    @Test func `scales range from the fitting scale, or the actual size if that is smaller, to 16`() {
        #expect(geometry.scaleRange() == 100.0 / 600...16)
        var small = geometry
        small.contentSize = Size(width: 20, height: 10)
        #expect(small.scaleRange() == 1...16)
        #expect(small.view(showing: small.contentRect).scale == 10)
        small.minimumScale = 20
        #expect(small.scaleRange() == 20...20)
    }

    @Test func `empty content and empty viewports have valid limits`() {
        for sizes in [(0.0, 100.0), (100, 0), (0, 0)] {
            let empty = ScrollGeometry(
                contentSize: Size(width: sizes.0, height: sizes.0), viewportSize: Size(width: sizes.1, height: sizes.1))
            let view = empty.view(showing: empty.contentRect, angle: 30)
            #expect(view.scale > 0 && view.scale.isFinite && view.center.isValid)
            #expect(empty.constrained(view).center.isValid)
        }
    }
}
