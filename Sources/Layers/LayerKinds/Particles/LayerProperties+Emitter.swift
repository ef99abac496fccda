public import LayerTree
public import VectorDrawing

extension LayerProperties {
    /// The center of the shape of an ``EmitterLayer``, in its coordinates; the default is the origin.
    public var emitterPosition: Point {
        get { self[EmitterPosition.self] }
        set { self[EmitterPosition.self] = newValue }
    }

    /// The z coordinate of the center of the shape of an ``EmitterLayer``; the default is 0.
    ///
    /// It is seen if the layer's ``preservesDepth`` is true.
    public var emitterZPosition: Double {
        get { self[EmitterZPosition.self] }
        set { self[EmitterZPosition.self] = newValue }
    }

    /// The size of the shape of an ``EmitterLayer`` in points; the default is 0.
    public var emitterSize: Size {
        get { self[EmitterSize.self] }
        set { self[EmitterSize.self] = newValue }
    }

    /// The depth of the shape of an ``EmitterLayer`` in points, for a cuboid; the default is 0.
    public var emitterDepth: Double {
        get { self[EmitterDepth.self] }
        set { self[EmitterDepth.self] = newValue }
    }

    /// The shape of an ``EmitterLayer``; the default is a point.
    ///
    /// A change is not animated.
    public var emitterShape: EmitterShape {
        get { self[EmitterShapeKey.self] }
        set { self[EmitterShapeKey.self] = newValue }
    }

    /// The part of the shape from which an ``EmitterLayer`` emits; the default is the volume.
    ///
    /// A change is not animated.
    public var emitterMode: EmitterMode {
        get { self[EmitterModeKey.self] }
        set { self[EmitterModeKey.self] = newValue }
    }

    /// The order or blending of overlapping particles of an ``EmitterLayer``; by default none is promised.
    ///
    /// A change is not animated.
    public var emitterRenderMode: EmitterRenderMode {
        get { self[EmitterRenderModeKey.self] }
        set { self[EmitterRenderModeKey.self] = newValue }
    }

    /// The factor of the birth rates of the cells of an ``EmitterLayer``; the default is 1.
    ///
    /// With 0 no particles are born, and those that live live on. Sub-cells are not concerned.
    public var emitterBirthRate: Double {
        get { self[EmitterBirthRate.self] }
        set { self[EmitterBirthRate.self] = newValue }
    }

    /// The factor of the lifetimes of particles that an ``EmitterLayer`` emits from now on; the default is 1.
    public var emitterLifetime: Double {
        get { self[EmitterLifetime.self] }
        set { self[EmitterLifetime.self] = newValue }
    }

    /// The factor of the velocities of particles that an ``EmitterLayer`` emits from now on; the default is 1.
    public var emitterVelocity: Double {
        get { self[EmitterVelocity.self] }
        set { self[EmitterVelocity.self] = newValue }
    }

    /// The factor of the scales of particles that an ``EmitterLayer`` emits from now on; the default is 1.
    public var emitterScale: Double {
        get { self[EmitterScale.self] }
        set { self[EmitterScale.self] = newValue }
    }

    /// The factor of the spins of particles that an ``EmitterLayer`` emits from now on; the default is 1.
    public var emitterSpin: Double {
        get { self[EmitterSpin.self] }
        set { self[EmitterSpin.self] = newValue }
    }
}

private enum EmitterPosition: LayerPropertyKey {
    static let defaultValue = Point.zero
}

private enum EmitterZPosition: LayerPropertyKey {
    static let defaultValue = 0.0
}

private enum EmitterSize: LayerPropertyKey {
    static let defaultValue = Size.zero
}

private enum EmitterDepth: LayerPropertyKey {
    static let defaultValue = 0.0
}

private enum EmitterShapeKey: LayerPropertyKey {
    static let defaultValue = EmitterShape.point
}

private enum EmitterModeKey: LayerPropertyKey {
    static let defaultValue = EmitterMode.volume
}

private enum EmitterRenderModeKey: LayerPropertyKey {
    static let defaultValue = EmitterRenderMode.unordered
}

private enum EmitterBirthRate: LayerPropertyKey {
    static let defaultValue = 1.0
}

private enum EmitterLifetime: LayerPropertyKey {
    static let defaultValue = 1.0
}

private enum EmitterVelocity: LayerPropertyKey {
    static let defaultValue = 1.0
}

private enum EmitterScale: LayerPropertyKey {
    static let defaultValue = 1.0
}

private enum EmitterSpin: LayerPropertyKey {
    static let defaultValue = 1.0
}
