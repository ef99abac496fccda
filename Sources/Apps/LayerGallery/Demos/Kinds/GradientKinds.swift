internal import LayerKinds
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// The same colors along an axis, outward from a center, and around it.
    static let gradientKinds = Demo("gradient-kinds", "Axial, radial and conic gradients") { stage in
        let kinds: [RenderGradient.Kind] = [.axial, .radial, .conic]
        for (index, kind) in kinds.enumerated() {
            let gradient = GradientLayer()
            gradient.frame = Rect(x: 8 + 104 * Double(index), y: 72, width: 96, height: 96)
            gradient.colors = [DemoColors.yellow, DemoColors.red, DemoColors.night]
            gradient.gradientKind = kind
            gradient.startPoint = kind == .axial ? Point(x: 0, y: 0.5) : Point(x: 0.5, y: 0.5)
            gradient.endPoint = kind == .radial ? Point(x: 1, y: 1) : Point(x: 1, y: 0.5)
            gradient.cornerRadius = 12
            stage.root.addSublayer(gradient)
        }
    }
}
