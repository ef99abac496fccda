internal import Glibc
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// A turn, a mixture, a shear, a turn in space, one with perspective, one of all sublayers, and a mirrored back.
    static let sevenTransforms = Demo("seven-transforms", "A turn, a shear, and turns in space") { stage in
        let quarter = Double.pi / 4
        // Smaller steps than in `transform-order`, which stay in the cell.
        let mixed = AffineTransform.identity.scaled(x: 0.6, y: 0.6).rotated(.pi / 6).translated(x: 20, y: 0)
        let inSpace = Transform3D(rotation: quarter, x: 0, y: 1, z: 0)
        let transforms = [
            Transform3D(AffineTransform(rotation: quarter)),
            Transform3D(mixed),
            Transform3D(AffineTransform(a: 1, b: 0, c: -1, d: 1, tx: 0, ty: 0)),
            inSpace,
            Transform3D(perspectiveDistance: 300).rotated(quarter, x: 0, y: 1, z: 0),
            .identity,
            // With `isDoubleSided = false` this cell would be empty.
            Transform3D(rotation: .pi, x: 0, y: 1, z: 0),
        ]
        let tilted = Transform3D(perspectiveDistance: 150)
            .rotated(-quarter, x: 1, y: 0, z: 0).rotated(-quarter, x: 0, y: 1, z: 0)
        for (index, transform) in transforms.enumerated() {
            let cell = Layer()
            cell.frame = Rect(x: 6 + 79 * Double(index % 4), y: 40 + 95 * Double(index / 4), width: 70, height: 70)
            // Only the sixth is turned and seen in perspective by its superlayer.
            cell.sublayerTransform = index == 5 ? tilted : .identity
            let image = Layer()
            image.frame = Rect(x: 15, y: 15, width: 40, height: 40)
            image.contents = DemoImages.dial
            image.transform = transform
            cell.addSublayer(image)
            stage.root.addSublayer(cell)
        }
    }
}
