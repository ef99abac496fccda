internal import LayerTree
internal import TiledLayers

extension ViewerContext {
    /// Makes the present frame as a picture for a file or for another program, without messages.
    ///
    /// It is in sRGB, whatever the colors of the display are: a PNG file without a profile is read so. The window shows another frame
    /// after it, because it has not shown this one.
    ///
    /// - Parameter hidesOverlays: whether panels, the map, the scale bar and the status line are left out, too; `false` by default.
    /// - Returns: the picture.
    func makePicture(hidesOverlays: Bool = false) -> RenderTree {
        let hidden = (hidesOverlays ? [overlays.layer] : overlays.layers(at: .message)).filter { !$0.isHidden }
        Transaction.run(disablesActions: true) { hidden.forEach { $0.isHidden = true } }
        defer {
            Transaction.run(disablesActions: true) { hidden.forEach { $0.isHidden = false } }
            scene.setNeedsFrame()
        }
        let layers = parts.all.flatMap(\.tiledLayers).filter { $0.displayColors != nil }
        guard displayColors != nil || !layers.isEmpty else { return scene.frame() }
        // What only the picture shows need not be uploaded.
        let link = scene.presenterLink
        let uploader = link.uploader
        link.uploader = nil
        let buffers = layers.map { $0.beginStoredColors() }
        let images = parts.all.flatMap(\.displayedImages)
        images.forEach { $0.displayColors = nil }
        let tree = scene.frame()
        images.forEach { $0.displayColors = displayColors }
        for (layer, buffers) in zip(layers, buffers) { layer.endStoredColors(buffers) }
        link.uploader = uploader
        return tree
    }

    /// Shows the images beside the tiles in the colors of the display.
    func showDisplayColors() {
        for image in parts.all.flatMap(\.displayedImages) { image.displayColors = displayColors }
        scene.setNeedsFrame()
    }
}
