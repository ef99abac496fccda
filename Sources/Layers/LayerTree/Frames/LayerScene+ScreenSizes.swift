internal import VectorDrawing

extension LayerScene {
    /// Compensates for the transforms above the layers that keep their size on the screen.
    ///
    /// - Complexity: O(number of such layers · depth of the tree).
    func keepScreenSizes() {
        var spaces: [ObjectIdentifier: Projection] = [:]
        // A layer inside another one of them depends on it, so superlayers come first.
        for layer in screenSizeLayers.all.sorted(by: { $0.depth < $1.depth }) {
            guard let superlayer = layer.superlayer else { continue }
            let id = ObjectIdentifier(superlayer)
            let space = spaces[id] ?? superlayer.presentedSpaceInScene
            spaces[id] = superlayer.keepsScreenSize ? nil : space
            layer.setCounterTransform(space.counterTransform(at: layer.presented.position))
        }
    }
}

extension Layer {
    /// The number of superlayers.
    var depth: Int { sequence(first: self, next: \.superlayer).reduce(-1) { count, _ in count + 1 } }

    /// Sets or resets the transform that compensates for the superlayers' transforms.
    func keepsScreenSizeDidChange() {
        if keepsScreenSize {
            scene?.screenSizeLayers.insert(self)
        } else {
            scene?.screenSizeLayers.remove(self)
            setCounterTransform(.identity)
        }
        scene?.setNeedsFrame()
    }

    /// The projection from the coordinates of the sublayers' positions to the scene, in presented values.
    fileprivate var presentedSpaceInScene: Projection {
        let (plane, space) = sublayerSpace { $0.presented }
        let toPlane = Projection(space)
        guard let superlayer = plane.superlayer else {
            return toPlane.followed(by: Projection(plane.presented.transformToParent))
        }
        let (outer, outerSpace) = superlayer.sublayerSpace { $0.presented }
        let toOuter = Projection(plane.presented.transformToParent.followed(by: outerSpace))
        return toPlane.followed(by: toOuter).followed(by: outer.projectionInScene)
    }

    /// The projection from the layer to the scene, in presented values.
    private var projectionInScene: Projection {
        let toParent = presented.transformToParent
        guard let superlayer else { return Projection(toParent) }
        let (plane, space) = superlayer.sublayerSpace { $0.presented }
        return Projection(toParent.followed(by: space)).followed(by: plane.projectionInScene)
    }
}

extension Projection {
    /// Returns the transform that, applied before the projection, preserves lengths and directions near a point.
    ///
    /// It is the inverse of the derivative at the point, or the identity if there is no inverse.
    fileprivate func counterTransform(at point: Point) -> AffineTransform {
        let image = homogeneous(point)
        guard image.z > 0 else { return .identity }
        let x = image.x / image.z
        let y = image.y / image.z
        let derivative = AffineTransform(
            a: (rows.0.x - x * rows.0.z) / image.z, b: (rows.0.y - y * rows.0.z) / image.z,
            c: (rows.1.x - x * rows.1.z) / image.z, d: (rows.1.y - y * rows.1.z) / image.z, tx: 0, ty: 0)
        return derivative.inverse ?? .identity
    }
}
