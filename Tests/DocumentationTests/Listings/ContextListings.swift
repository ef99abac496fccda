import TilePyramid
import VectorDrawing

/// The gradient of the listings.
func makeSunset() -> Gradient {
    // listing
    let sunset = Gradient(
        colors: [Color(red: 0.1, green: 0.1, blue: 0.4), Color(red: 1, green: 0.5, blue: 0.2), .white],
        locations: [0, 0.7, 1])
    // end
    return sunset
}

/// Draws a card with a shadow and a clipped gradient.
func draw(_ card: Path, _ sunset: Gradient, in context: inout PixelContext) {
    // listing
    context.shadow = Shadow(offset: Point(x: 0, y: 2), blur: 6)
    context.fill(card)
    // end

    // listing
    context.withSavedState { context in
        context.clip(to: Path(ellipseIn: Rect(x: 0, y: 0, width: 80, height: 80)))
        context.drawLinearGradient(sunset, start: Point(x: 0, y: 0), end: Point(x: 0, y: 80))
    }
    // end
}

/// Draws a disc with a gradient and a shadow.
func makeBadge(_ sunset: Gradient) -> PixelBuffer {
    // listing
    let badge = PixelBuffer.drawn(size: PixelSize(width: 96, height: 96)) { context in
        let disc = Path(ellipseIn: Rect(x: 8, y: 8, width: 80, height: 80))
        context.withSavedState { context in
            context.shadow = Shadow(offset: Point(x: 0, y: 4), blur: 8)
            context.fill(disc)
        }
        context.clip(to: disc)
        context.drawLinearGradient(sunset, start: Point(x: 0, y: 8), end: Point(x: 0, y: 88))
    }
    // end
    return badge
}
