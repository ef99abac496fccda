internal import LayerKinds
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Two instances: the second one is mirrored below the first, two points apart, with 40 % of its opacity.
    static let reflection = Demo("reflection", "A replicator as a mirror") { stage in
        stage.root.addSublayer(reflecting(gap: 2, alpha: -0.6))
    }

    /// The mirror image begins as far below as the image is high, with 30 % of its opacity.
    static let longReflection = Demo("long-reflection", "A mirror image farther away and fainter") { stage in
        stage.root.addSublayer(reflecting(gap: 50, alpha: -0.7))
    }

    /// A landscape with its mirror image below.
    @MainActor private static func reflecting(gap: Double, alpha: Double) -> Layer {
        let mirror = ReplicatorLayer()
        mirror.frame = Rect(x: 80, y: 5, width: 160, height: 90)
        mirror.instanceCount = 2
        mirror.instanceTransform = Transform3D.identity.translated(x: 0, y: 90 + gap).scaled(x: 1, y: -1, z: 1)
        mirror.instanceAlphaOffset = alpha
        let image = Layer()
        image.frame = Rect(x: 0, y: 0, width: 160, height: 90)
        image.contents = DemoImages.landscape
        mirror.addSublayer(image)
        return mirror
    }
}
