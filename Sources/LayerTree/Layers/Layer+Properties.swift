extension Layer {
    /// The layer's own coordinates; see ``LayerProperties/bounds``.
    public var bounds: Rect {
        get { properties.bounds }
        set { properties.bounds = newValue }
    }

    /// Where its anchor point lies in its superlayer; see ``LayerProperties/position``.
    public var position: Point {
        get { properties.position }
        set { properties.position = newValue }
    }

    /// The point that is placed and turned about; see ``LayerProperties/anchorPoint``.
    public var anchorPoint: Point {
        get { properties.anchorPoint }
        set { properties.anchorPoint = newValue }
    }

    /// The smallest upright rectangle of the superlayer it covers; see ``LayerProperties/frame``.
    public var frame: Rect {
        get { properties.frame }
        set { properties.frame = newValue }
    }

    /// What turns, scales or tilts it; see ``LayerProperties/transform``.
    public var transform: Transform3D {
        get { properties.transform }
        set { properties.transform = newValue }
    }

    /// The transform as one of the plane; nil when it is none.
    ///
    /// Setting nil removes it.
    public var affineTransform: AffineTransform? {
        get { properties.transform.affine }
        set { properties.transform = newValue.map { Transform3D($0) } ?? .identity }
    }

    /// What transforms all sublayers; see ``LayerProperties/sublayerTransform``.
    public var sublayerTransform: Transform3D {
        get { properties.sublayerTransform }
        set { properties.sublayerTransform = newValue }
    }

    /// The order among its siblings; see ``LayerProperties/zPosition``.
    public var zPosition: Double {
        get { properties.zPosition }
        set { properties.zPosition = newValue }
    }

    /// Whether it is left out; see ``LayerProperties/isHidden``.
    public var isHidden: Bool {
        get { properties.isHidden }
        set { properties.isHidden = newValue }
    }

    /// How opaque it is; see ``LayerProperties/opacity``.
    public var opacity: Double {
        get { properties.opacity }
        set { properties.opacity = newValue }
    }

    /// Whether it clips; see ``LayerProperties/masksToBounds``.
    public var masksToBounds: Bool {
        get { properties.masksToBounds }
        set { properties.masksToBounds = newValue }
    }

    /// What fills it; see ``LayerProperties/backgroundColor``.
    public var backgroundColor: Color? {
        get { properties.backgroundColor }
        set { properties.backgroundColor = newValue }
    }

    /// Whether sublayers are placed from below; see ``LayerProperties/isGeometryFlipped``.
    public var isGeometryFlipped: Bool {
        get { properties.isGeometryFlipped }
        set { properties.isGeometryFlipped = newValue }
    }
}
