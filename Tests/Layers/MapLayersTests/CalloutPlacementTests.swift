import LayerTree
import TestLimits
import Testing
import VectorDrawing

@testable import MapLayers

@Suite(.timeLimited) struct CalloutPlacementTests {
    private let view = Rect(x: 0, y: 0, width: 400, height: 300)
    private let size = Size(width: 120, height: 50)

    private func placed(at x: Double, _ y: Double) -> CalloutPlacement {
        // A pin of 20 × 30 points.
        CalloutPlacement(of: size, at: Rect(x: x - 10, y: y - 30, width: 20, height: 30), in: view)
    }

    @Test func `in the middle the callout is centered above the pin`() {
        let place = placed(at: 200, 200)
        #expect(!place.isBelow && place.tip == Point(x: 200, y: 170))
        #expect(place.frame == Rect(x: 140, y: 170 - 9 - 50, width: 120, height: 50))
    }

    @Test func `without room above it is below`() {
        #expect(!placed(at: 200, 97).isBelow)
        let place = placed(at: 200, 96)
        #expect(place.isBelow && place.tip == Point(x: 200, y: 96))
        #expect(place.frame == Rect(x: 140, y: 105, width: 120, height: 50))
    }

    @Test func `in a view that has room on neither side it is on the larger one`() {
        let small = Rect(x: 0, y: 0, width: 400, height: 60)
        #expect(!CalloutPlacement(of: size, at: Rect(x: 200, y: 40, width: 0, height: 0), in: small).isBelow)
        #expect(CalloutPlacement(of: size, at: Rect(x: 200, y: 20, width: 0, height: 0), in: small).isBelow)
    }

    @Test func `near the sides it is moved into view, and its pointer stays at the pin`() {
        let left = placed(at: 30, 200)
        let right = placed(at: 370, 200)
        #expect(left.frame.minX == 8 && left.tip.x == 30)
        #expect(right.frame.maxX == 392 && right.tip.x == 370)
    }

    @Test func `the pointer never reaches into the corners, so the callout leaves the view with its pin`() {
        for x in [-50.0, 0, 5, 395, 400, 450] {
            let place = placed(at: x, 200)
            #expect(place.tip.x - 9 >= place.frame.minX + 10 && place.tip.x + 9 <= place.frame.maxX - 10)
            #expect(place.tip.x == x)
        }
    }

    @Test func `in a view that is narrower than the callout its beginning is seen`() {
        let narrow = Rect(x: 0, y: 0, width: 100, height: 300)
        let place = CalloutPlacement(of: size, at: Rect(x: 50, y: 200, width: 0, height: 0), in: narrow)
        #expect(place.frame.minX == 8)
    }
}
