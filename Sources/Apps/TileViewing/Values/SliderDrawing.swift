internal import Controls
internal import LayerTree
internal import VectorDrawing

extension PixelContext {
    /// Draws a slider of a panel: a line with a round handle.
    ///
    /// - Parameters:
    ///   - start: the first position of the handle, in pixels.
    ///   - width: the distance to the last position.
    ///   - middle: the middle of the line, in pixels from the top.
    ///   - position: the position, from 0 to 1.
    ///   - theme: the colors.
    ///   - scale: pixels for each point.
    mutating func drawSlider(
        from start: Double, width: Double, middle: Double, position: Double, theme: ControlTheme, scale: Double
    ) {
        var track = theme.secondaryColor
        track.alpha = 0.4
        fillColor = track
        let height = 3 * scale
        fill(
            Path(
                roundedRect: Rect(x: start, y: middle - height / 2, width: width, height: height), radius: height / 2))
        fillColor = theme.textColor
        let radius = 5 * scale
        let center = start + position * width
        fill(
            Path(
                roundedRect: Rect(x: center - radius, y: middle - radius, width: 2 * radius, height: 2 * radius),
                radius: radius))
    }
}
