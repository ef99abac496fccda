internal import LayerKinds
internal import LayerTree
internal import VectorDrawing

extension Demo {
    /// Two instances: the second one is mirrored below the first, two points apart, with 40 % of its opacity.
    static let reflection = Demo("reflection", "A replicator as a mirror") { stage in
        stage.root.addSublayer(reflecting(Size(width: 160, height: 90), offset: 92, alpha: -0.6))
    }

    /// The mirror image is moved by twice the height of the image, with 30 % of its opacity.
    static let longReflection = Demo("long-reflection", "A mirror image farther away and fainter") { stage in
        stage.root.addSublayer(reflecting(Size(width: 124, height: 70), offset: 140, alpha: -0.7))
    }

    /// A landscape with its mirror image below.
    @MainActor private static func reflecting(_ size: Size, offset: Double, alpha: Double) -> Layer {
        let mirror = ReplicatorLayer()
        mirror.frame = Rect(origin: Point(x: 160 - size.width / 2, y: 5), size: size)
        mirror.instanceCount = 2
        mirror.instanceTransform = Transform3D.identity.translated(x: 0, y: offset).scaled(x: 1, y: -1, z: 1)
        mirror.instanceAlphaOffset = alpha
        let image = Layer()
        image.frame = mirror.bounds
        image.contents = DemoImages.landscape
        mirror.addSublayer(image)
        return mirror
    }
}
