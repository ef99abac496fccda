public import ScrollLayers

/// A command that compares images.
public enum ComparisonCommand: Hashable, Sendable {
    /// Goes on to the next mode of comparison; after the last mode, ends the comparison.
    case next
    /// Goes back to the previous mode of comparison; before the first mode, ends the comparison.
    case previous
    /// Moves the second image in a direction of the screen, by a number of its own pixels.
    case move(ScrollDirection, pixels: Int)
    /// Changes the scale of the second image by some thousandths of its size.
    case scale(thousandths: Int)
    /// Resets the second image to its first position and scale.
    case reset
    /// Multiplies differences by the next factor.
    case nextGain
    /// Shows the other image at once, and stops the automatic alternation.
    case blink
    /// Lays the second image over the first one, goes on to the next blend mode, and after the last one ends the overlay.
    case overlay
    /// Changes the opacity of an overlay by some hundredths.
    case opacity(percent: Int)
    /// Begins or ends the marking of points that show the same in both images.
    case markPoints
    /// Shows one image more side by side.
    case addPane
    /// Shows one image less side by side.
    case removePane

    /// The name in files and scripts, which never changes.
    var name: String {
        switch self {
        case .next: "compare-next"
        case .previous: "compare-previous"
        case .move(let direction, let pixels): "second-\(direction)-\(pixels)"
        case .scale(let thousandths): "second-\(thousandths < 0 ? "smaller" : "larger")-\(abs(thousandths))"
        case .reset: "second-reset"
        case .nextGain: "difference-gain"
        case .blink: "blink"
        case .overlay: "overlay"
        case .opacity(let percent): "overlay-\(percent < 0 ? "fainter" : "stronger")-\(abs(percent))"
        case .markPoints: "place-by-points"
        case .addPane: "pane-more"
        case .removePane: "pane-less"
        }
    }

    /// A description in one line.
    var summary: String {
        switch self {
        case .next: "compare: side by side, curtain, blink, difference"
        case .previous: "the previous way of comparing"
        case .move: "move the second image by a pixel, with Shift by ten"
        case .scale: "scale the second image by 1 %, with Ctrl by 0.1 %"
        case .reset: "place the second image as at first"
        case .nextGain: "differences 1, 4 or 16 times as large"
        case .blink: "blink by hand"
        case .overlay: "overlay: normal, multiply, screen, difference"
        case .opacity: "overlay fainter or stronger by 10 %, with Ctrl by 1 %"
        case .markPoints: "place the second image by points that are clicked in both"
        case .addPane, .removePane: "one image more side by side, with Shift one less"
        }
    }

    /// Whether a key that is held down repeats it.
    var repeats: Bool {
        switch self {
        case .move, .scale, .opacity: true
        case .next, .previous, .reset, .nextGain, .blink, .overlay, .markPoints, .addPane, .removePane: false
        }
    }
}
