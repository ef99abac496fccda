extension LayerProperties {
    /// The anchor point in the layer's own coordinates.
    var anchor: Point { bounds.point(at: anchorPoint) }

    /// From the layer's own coordinates to those of its superlayer, without what the superlayer does to its sublayers.
    var transformToParent: Transform3D {
        Transform3D(translationX: -anchor.x, y: -anchor.y, z: -anchorPointZ)
            .followed(by: transform)
            .followed(by: Transform3D(translationX: position.x, y: position.y, z: zPosition + anchorPointZ))
    }

    /// What it does to its sublayers, in its own coordinates: the sublayer transform about its anchor point, and the
    /// turning upside down.
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

    /// The smallest upright rectangle of the superlayer that the bounds cover; it is computed, never stored.
    ///
    /// Setting it keeps the bounds' origin and the transform and changes the bounds' size and the position: with a
    /// transform that only moves or scales, the frame is then as it was set.
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

    /// The transform as one of the plane; nil when it is none.
    ///
    /// Setting nil removes it.
    public var affineTransform: AffineTransform? {
        get { transform.affine }
        set { transform = newValue.map { Transform3D($0) } ?? .identity }
    }

    /// Whether neither it nor anything in it can be seen.
    var isInvisible: Bool { isHidden || opacity <= 0 }
}
