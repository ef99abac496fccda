internal import LayerTree
internal import ScrollLayers
internal import TiledLayers

extension Viewer {
    /// Shows the tiles and the panel as ``colorAdjustment`` says.
    func applyColorAdjustment() {
        tiles?.colorAdjustment = colorAdjustment
        scene.setNeedsFrame()
    }

    /// Stretches the values in view to all that the screen can show; a second time shows them as they are stored.
    func stretchContrast() {
        let neutral = ColorAdjustment()
        var new = colorAdjustment
        if (new.blackPoint, new.whitePoint) == (neutral.blackPoint, neutral.whitePoint), let tiles {
            new.stretch(to: tiles.visibleHistogram())
        } else {
            new.blackPoint = neutral.blackPoint
            new.whitePoint = neutral.whitePoint
        }
        colorAdjustment = new
    }

    /// Updates the panel that adjusts the display, if it is open.
    func updateAdjustmentPanel() {
        guard features.contains(.adjustment), let tiles else { return }
        let layout = OverlayLayout(size: windowSize, theme: overlays.environment.theme)
        // Counting takes a fraction of a frame, and nobody can read a histogram that moves.
        if !controller.model.isTracking || adjustmentHistogram.pixelCount == 0 {
            adjustmentHistogram = tiles.visibleHistogram()
        }
        overlays.adjustment.update(colorAdjustment, adjustmentHistogram, in: layout)
    }
}
