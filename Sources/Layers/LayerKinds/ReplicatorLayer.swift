public import LayerTree
public import VectorDrawing

/// A layer that shows its sublayers several times, each copy with a different transform, color and time.
///
/// The transform of each copy is the previous copy's transform, followed by the `instanceTransform` about the center of the
/// layer's bounds. For example, ten squares in a circle, with colors from white to red:
///
/// ```swift
/// let circle = ReplicatorLayer()
/// circle.frame = Rect(x: 0, y: 0, width: 200, height: 200)
/// circle.instanceCount = 10
/// circle.instanceTransform = Transform3D(rotation: .pi / 5, x: 0, y: 0, z: 1)
/// circle.instanceGreenOffset = -0.1
/// circle.instanceBlueOffset = -0.1
/// circle.addSublayer(square)
/// ```
///
/// Copies are not found by hit tests, and share all bitmaps. If copies differ only in position and color, their sublayers are
/// traversed once for all copies. All replicators of a frame together show at most ``copyLimit`` copies.
open class ReplicatorLayer: Layer {
    /// The maximum number of copies of all replicators in a frame, originals included: 100,000; further copies are left out.
    public nonisolated static let copyLimit = Replication.copyLimit

    private static let kindTraits = LayerTraits(
        placeIndependentClass: ReplicatorLayer.self, flattensSublayers: { !$0.preservesDepth },
        replication: { $0.replication })

    /// Creates a layer that shows its sublayers once.
    public override init() {
        super.init()
        traits = Self.kindTraits
    }
}

extension LayerProperties {
    /// The copies that a replicator shows.
    fileprivate var replication: Replication {
        let center = bounds.point(at: Point(x: 0.5, y: 0.5))
        let step = Transform3D(translationX: -center.x, y: -center.y)
            .followed(by: instanceTransform)
            .followed(by: Transform3D(translationX: center.x, y: center.y))
        return Replication(
            count: instanceCount, step: step, delay: instanceDelay, color: instanceColor,
            colorStep: Color(
                red: instanceRedOffset, green: instanceGreenOffset, blue: instanceBlueOffset,
                alpha: instanceAlphaOffset))
    }
}

extension LayerProperties {
    /// The number of copies that a ``ReplicatorLayer`` shows, the original included; the default is 1.
    ///
    /// With 0, or a negative number, nothing is shown. A change is not animated.
    public var instanceCount: Int {
        get { self[InstanceCount.self] }
        set { self[InstanceCount.self] = newValue }
    }

    /// The transform between copies of a ``ReplicatorLayer``, about the center of its bounds; the default is the identity.
    public var instanceTransform: Transform3D {
        get { self[InstanceTransform.self] }
        set { self[InstanceTransform.self] = newValue }
    }

    /// The delay of each copy of a ``ReplicatorLayer`` after the previous copy, in seconds; the default is 0.
    ///
    /// The animations of all copies end with those of the original, so a delay is useful mainly for endless animations.
    public var instanceDelay: Double {
        get { self[InstanceDelay.self] }
        set { self[InstanceDelay.self] = newValue }
    }

    /// The color by which the original of a ``ReplicatorLayer`` is multiplied; the default is white.
    ///
    /// Each copy of a sublayer is multiplied as a whole, with everything in it.
    public var instanceColor: Color {
        get { self[InstanceColor.self] }
        set { self[InstanceColor.self] = newValue }
    }

    /// The red that is added to the color of each copy of a ``ReplicatorLayer``; the default is 0.
    ///
    /// Sums below 0 count as 0, and sums above 1 as 1.
    public var instanceRedOffset: Double {
        get { self[InstanceRedOffset.self] }
        set { self[InstanceRedOffset.self] = newValue }
    }

    /// The green that is added to the color of each copy of a ``ReplicatorLayer``; the default is 0.
    public var instanceGreenOffset: Double {
        get { self[InstanceGreenOffset.self] }
        set { self[InstanceGreenOffset.self] = newValue }
    }

    /// The blue that is added to the color of each copy of a ``ReplicatorLayer``; the default is 0.
    public var instanceBlueOffset: Double {
        get { self[InstanceBlueOffset.self] }
        set { self[InstanceBlueOffset.self] = newValue }
    }

    /// The alpha that is added to the color of each copy of a ``ReplicatorLayer``; the default is 0.
    public var instanceAlphaOffset: Double {
        get { self[InstanceAlphaOffset.self] }
        set { self[InstanceAlphaOffset.self] = newValue }
    }

    /// Whether the copies of a ``ReplicatorLayer`` keep their depth, as the sublayers of a ``TransformLayer`` do, or the
    /// particles of an ``EmitterLayer``; the default is false.
    public var preservesDepth: Bool {
        get { self[PreservesDepth.self] }
        set { self[PreservesDepth.self] = newValue }
    }
}

private enum InstanceCount: LayerPropertyKey {
    static let defaultValue = 1
}

private enum InstanceTransform: LayerPropertyKey {
    static let defaultValue = Transform3D.identity
}

private enum InstanceDelay: LayerPropertyKey {
    static let defaultValue = 0.0
}

private enum InstanceColor: LayerPropertyKey {
    static let defaultValue = Color.white
}

private enum InstanceRedOffset: LayerPropertyKey {
    static let defaultValue = 0.0
}

private enum InstanceGreenOffset: LayerPropertyKey {
    static let defaultValue = 0.0
}

private enum InstanceBlueOffset: LayerPropertyKey {
    static let defaultValue = 0.0
}

private enum InstanceAlphaOffset: LayerPropertyKey {
    static let defaultValue = 0.0
}

private enum PreservesDepth: LayerPropertyKey {
    static let defaultValue = false
}
