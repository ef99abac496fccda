package import VectorDrawing

/// The copies of its sublayers that a layer shows.
package struct Replication: Hashable, Sendable {
    /// The maximum number of copies in a frame; further copies are not shown.
    package static let copyLimit = 100_000

    /// The number of copies, the original included; 0 shows nothing.
    var count: Int
    /// The transform from each copy to the next, in the coordinates of the sublayers' positions.
    var step: Transform3D
    /// The delay of each copy after the previous copy, in seconds.
    var delay: Double
    /// The color by which the first copy is multiplied.
    var color: Color
    /// The change of the color from each copy to the next.
    var colorStep: Color

    /// Creates copies.
    package init(count: Int, step: Transform3D, delay: Double, color: Color, colorStep: Color) {
        self.count = count
        self.step = step
        self.delay = delay
        self.color = color
        self.colorStep = colorStep
    }

    /// The color of a copy, with components from 0 to 1.
    func color(ofCopy index: Int) -> Color {
        func component(_ start: Double, _ step: Double) -> Double {
            // In binary, 1 − 9 · 0.1 is less than 0.1: twelve decimals are kept.
            let sum = index == 0 ? start : start + Double(index) * step
            let exact = (sum * 1e12).rounded() / 1e12
            return exact > 0 ? min(exact, 1) : 0
        }
        return Color(
            red: component(color.red, colorStep.red), green: component(color.green, colorStep.green),
            blue: component(color.blue, colorStep.blue), alpha: component(color.alpha, colorStep.alpha))
    }
}
