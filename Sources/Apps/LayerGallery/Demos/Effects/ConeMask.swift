internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// An image is shown only where the mask is opaque; the color of the mask does not matter.
    ///
    /// Also for cutting a photo out along any outline: the mask is the layer that draws the outline.
    static let coneMask = Demo("cone-mask", "An image cut out by the alpha of another one") { stage in
        let image = Layer()
        image.frame = Rect(x: 60, y: 20, width: 200, height: 200)
        image.contents = DemoImages.landscape
        image.contentsGravity = .resizeAspectFill
        let cone = Layer()
        cone.frame = Rect(x: 0, y: 0, width: 200, height: 200)
        cone.contents = DemoImages.cone
        image.mask = cone
        stage.root.addSublayer(image)
    }
}
