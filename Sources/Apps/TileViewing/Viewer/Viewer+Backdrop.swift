internal import LayerTree
internal import TiledLayers

extension Viewer {
    /// Draws the checkerboard from now on if a tile that was drawn is transparent.
    func updateCheckerboard() {
        guard settings.showsCheckerboard, checkerboard.superlayer == nil, tiles?.lastFrame?.drawsTransparency ?? false
        else { return }
        content.insertSublayer(checkerboard, at: 0)
    }

    /// Prepares what is below and around an image that is shown from now on.
    ///
    /// - Parameter size: its size in full-size pixels.
    func prepareBackdrop(for size: Size) {
        checkerboard.bounds.size = size
        // Below an opaque image it would cost time.
        checkerboard.removeFromSuperlayer()
        guard settings.framesImage else { return }
        // The line is seen on the background, and beside white and black images.
        let background = settings.background
        let isBright = 0.299 * background.red + 0.587 * background.green + 0.114 * background.blue > 0.25
        let gray = isBright ? 0.0 : 1
        gridSelectionLayer.frameColor = Color(red: gray, green: gray, blue: gray, alpha: 0.5)
    }
}
