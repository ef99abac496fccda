public import VectorDrawing

extension LayerProperties {
    /// The anchor point in the layer's own coordinates.
    var anchor: Point { bounds.point(at: anchorPoint) }

    /// The transform to the superlayer's coordinates, without the superlayer's sublayer transform.
    var transformToParent: Transform3D {
        let anchor = anchor
        guard transform != .identity || counterTransform != .identity else {
            return Transform3D(
                translationX: position.x - anchor.x, y: position.y - anchor.y,
                z: zPosition + anchorPointZ - anchorPointZ)
        }
        let transform =
            counterTransform == .identity ? transform : transform.followed(by: Transform3D(counterTransform))
        return Transform3D(translationX: -anchor.x, y: -anchor.y, z: -anchorPointZ)
            .followed(by: transform)
            .followed(by: Transform3D(translationX: position.x, y: position.y, z: zPosition + anchorPointZ))
    }

    /// The sublayer transform about the anchor point, and the flip of ``isGeometryFlipped``, in the layer's
    /// coordinates.
    var effectiveSublayerTransform: Transform3D {
        var result = Transform3D.identity
        if sublayerTransform != .identity {
            result = Transform3D(translationX: -anchor.x, y: -anchor.y)
                .followed(by: sublayerTransform)
                .followed(by: Transform3D(translationX: anchor.x, y: anchor.y))
        }
        if isGeometryFlipped {
            result = result.followed(by: Transform3D(scaleX: 1, y: -1))
                .followed(by: Transform3D(translationX: 0, y: bounds.minY + bounds.maxY))
        }
        return result
    }

    /// The bounding box of the layer in its superlayer's coordinates; it is computed, not stored.
    ///
    /// Setting it changes the size of the bounds and the position, and keeps the bounds' origin and the transform. If
    /// the transform only translates and scales, the frame is then exactly as set.
    public var frame: Rect {
        get { Rect(enclosing: bounds.corners.compactMap(transformToParent.project)) }
        set {
            let scale = (transform.rows.0.x, transform.rows.1.y)
            let isAxisAligned = transform.isAffine && transform.rows.0.y == 0 && transform.rows.1.x == 0
            bounds.size =
                isAxisAligned && scale.0 != 0 && scale.1 != 0
                ? Size(width: newValue.size.width / abs(scale.0), height: newValue.size.height / abs(scale.1))
                : newValue.size
            position = .zero
            let moved = frame
            position = Point(x: newValue.minX - moved.minX, y: newValue.minY - moved.minY)
        }
    }

    /// The transform as an affine transform of the plane; nil if it is not affine.
    ///
    /// Setting nil resets the transform to the identity.
    public var affineTransform: AffineTransform? {
        get { transform.affine }
        set { transform = newValue.map { Transform3D($0) } ?? .identity }
    }

    /// Whether the layer and its subtree are hidden or fully transparent.
    var isInvisible: Bool { isHidden || opacity <= 0 }
}
