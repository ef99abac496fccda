import LayerTree
import TilePyramid
import VectorDrawing

@MainActor
func listings(of layer: Layer, pages: Layer, first: Layer, second: Layer, clock: any LayerClock) throws {
    // listing
    pages.addAnimation(Transition(.push, from: .right), forKey: Transition.key)
    pages.replaceSublayer(first, with: second)
    // end

    // listing
    let dot = PixelBuffer.drawn(size: PixelSize(width: 20, height: 20)) { context in
        context.fill(Path(ellipseIn: Rect(x: 0, y: 0, width: 20, height: 20)))
    }
    // end
    layer.contents = dot

    // listing
    var pin = Path()
    pin.addArc(center: Point(x: 16, y: 16), radius: 16, startAngle: .pi * 5 / 6, endAngle: .pi / 6)
    pin.addLine(to: Point(x: 16, y: 44))
    pin.close()
    // end
    layer.contents = PixelBuffer.drawn(size: PixelSize(width: 32, height: 44)) { $0.fill(pin) }

    // listing
    Transaction.run(duration: 2) {
        layer.position = Point(x: 100, y: 100)
        Transaction.run(duration: 5) { layer.opacity = 0 }
    }
    // end
}

@MainActor
func listings(ofChangesOf layer: Layer, pointer: Point, list: Layer, rows: [Layer], root: Layer, point: Point) {
    // listing
    Transaction.run(disablesActions: true) { layer.position = pointer }
    // end

    // listing
    Transaction.run(duration: 1) { layer.removeFromSuperlayer() }
    Transaction.run(disablesActions: true) { list.sublayers = rows }
    // end

    // listing
    if let touched = root.presentationLayer?.hitTest(point) {
        touched.modelLayer.removeAllAnimations()
        touched.modelLayer.position = touched.position
    }
    // end
}

@MainActor
func listing(ofTransitionOf pages: Layer, first: Layer, second: Layer) {
    // listing
    let iris = CustomTransition(duration: 0.6) { progress, bounds in
        let center = bounds.point(at: Point(x: 0.5, y: 0.5))
        let radius = progress * (bounds.size.width + bounds.size.height) / 2
        let circle = Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
        return [.old, TransitionPart(.new, mask: Path(ellipseIn: circle))]
    }
    pages.addAnimation(iris, forKey: Transition.key)
    pages.replaceSublayer(first, with: second)
    // end
}

final class Ring: Layer {
    // listing
    override func draw(in context: inout PixelContext) {
        context.strokeColor = Color(red: 1, green: 0, blue: 0)
        context.strokeStyle.width = 10
        context.stroke(Path(ellipseIn: self.bounds))
    }
    // end
}

@MainActor
final class Icons: LayerDisplayDelegate {
    var icons: [String?: PixelBuffer] = [:]

    // listing
    func display(_ layer: Layer) {
        layer.contents = icons[layer.name]
    }
    // end
}

@MainActor
func listing(ofValuesOf layer: Layer) {
    // listing
    enum ImageIndex: LayerValueKey {
        typealias Value = Int
    }
    layer[ImageIndex.self] = 50
    // end
}

@MainActor
func listing(ofStepsBy clock: any LayerClock) -> DisplayLink {
    let gravity = -9.81
    var velocity = 0.0
    var height = 100.0
    // listing
    var steps = FixedTimestep()
    let link = DisplayLink(clock: clock) { frame in
        steps.advance(by: frame.step) { seconds in
            velocity += gravity * seconds
            height += velocity * seconds
        }
    }
    // end
    return link
}
