import Compositing
import LayerTree
import TilePyramid
import VectorDrawing

@MainActor
func drawLayers() -> (before: PixelBuffer, onItsWay: PixelBuffer) {
    // listing
    let root = Layer()
    root.frame = Rect(x: 0, y: 0, width: 640, height: 400)
    let square = Layer()
    square.frame = Rect(x: 40, y: 40, width: 100, height: 100)
    square.backgroundColor = Color(red: 1, green: 0.5, blue: 0)
    root.addSublayer(square)

    let scene = LayerScene(root: root, size: PixelSize(width: 640, height: 400), background: .black)
    let compositor = Compositor()
    let before = compositor.draw(scene.frame())
    square.position = Point(x: 500, y: 300)
    square.transform.rotation.z = Double.pi / 4
    // The square arrives, rotated, a quarter of a second later; until then each frame shows it on its way.
    let onItsWay = compositor.draw(scene.frame())
    // end
    return (before, onItsWay)
}
