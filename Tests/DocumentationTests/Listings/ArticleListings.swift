import LayerTree
import ScrollLayers
import TilePyramid
import TiledLayers
import VectorDrawing

@MainActor
func listings(ofEffectsOn card: Layer, photo: Layer, outline: Layer, scene: LayerScene) {
    // listing
    card.cornerRadius = 20
    card.borderWidth = 5
    card.shadowOpacity = 0.5
    card.shadowOffset = Point(x: 0, y: 5)
    card.shadowRadius = 5
    photo.mask = outline
    // end

    // listing
    card.shouldRasterize = true
    card.rasterizationScale = scene.scale
    // end
}

@MainActor
func listings(ofContentsOf button: Layer, digit: Layer, image: PixelBuffer, sheet: PixelBuffer) {
    // listing
    button.contents = image
    button.contentsScale = 2
    // The corners keep their size; what is between them is stretched.
    button.contentsCenter = Rect(x: 0.5, y: 0.5, width: 0, height: 0)
    // The eighth of ten digits in one image.
    digit.contents = sheet
    digit.contentsRect = Rect(x: 0.7, y: 0, width: 0.1, height: 1)
    digit.magnificationFilter = .nearest
    // end
}

@MainActor
func listings(ofPlacesOf hand: Layer, root: Layer, position: Point) -> Layer? {
    // listing
    hand.bounds = Rect(x: 0, y: 0, width: 6, height: 80)
    hand.anchorPoint = Point(x: 0.5, y: 0.9)
    hand.position = Point(x: 100, y: 100)
    hand.zPosition = 1
    let touched = root.hitTest(position)
    // end
    return touched
}

@MainActor
func listings(ofTransformsOf image: Layer) {
    // listing
    image.affineTransform = AffineTransform.identity.scaled(x: 0.5, y: 0.5).rotated(.pi / 6)
    image.transform = Transform3D(perspectiveDistance: 500).rotated(.pi / 4, x: 0, y: 1, z: 0)
    image.isDoubleSided = false
    // end
}

@MainActor
func listings(ofAnimationsOf layer: Layer) throws {
    // listing
    Transaction.run(duration: 1) {
        Transaction.setCompletion { layer.affineTransform = AffineTransform(rotation: .pi / 2) }
        layer.position = Point(x: 220, y: 150)
    }
    var fade = BasicAnimation(\.opacity, from: 1, to: 0)
    fade.timing.duration = 3
    fade.timing.repeatCount = 2
    fade.timing.autoreverses = true
    layer.addAnimation(fade, forKey: "fade")
    // end
}

@MainActor
func listings(ofTimeOf door: Layer, swing: BasicAnimation<Double>, ball: Layer) throws {
    // listing
    // The door's time stands still, and a drag moves it.
    door.addAnimation(swing, forKey: "swing")
    door.timing.speed = 0
    door.timing.timeOffset = 0.5
    let heights = (0...60).map { 180 * TimingFunction.bounceOut(Double($0) / 60) }
    ball.addAnimation(KeyframeAnimation(\.position.y, values: heights), forKey: "fall")
    // end
}

@MainActor
func listings(ofLazyImages stage: Layer, read: @escaping @Sendable () throws -> [UInt8]) {
    // listing
    let thumbnail = ImageLayer(image: LazyImage(name: "thumbnail", load: read))
    thumbnail.frame = Rect(x: 0, y: 0, width: 160, height: 120)
    thumbnail.contentsGravity = .resizeAspectFill
    // end
    stage.addSublayer(thumbnail)
}

@MainActor
func listings(ofScrolling map: Layer, stage: Layer) {
    // listing
    let view = ScrollLayer()
    view.frame = Rect(x: 60, y: 40, width: 200, height: 160)
    view.addSublayer(map)
    view.scroll(to: Point(x: 50, y: 20))
    // end
    stage.addSublayer(view)
}
