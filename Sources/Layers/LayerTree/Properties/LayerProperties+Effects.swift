public import VectorDrawing

extension LayerProperties {
    /// The radii of the corners of background, border and, with ``masksToBounds``, everything else; the default is 0.
    public var cornerRadii: CornerRadii {
        get { effects.cornerRadii }
        set { effects.cornerRadii = newValue }
    }

    /// The radius of all corners in points; if they differ, the radius of the upper left corner.
    public var cornerRadius: Double {
        get { cornerRadii.topLeft }
        set { cornerRadii = CornerRadii(newValue) }
    }

    /// The width of the border in points; the default is 0.
    ///
    /// The border is inside the bounds, above contents and sublayers.
    public var borderWidth: Double {
        get { effects.borderWidth }
        set { effects.borderWidth = newValue }
    }

    /// The color of the border; the default is black.
    public var borderColor: Color {
        get { effects.borderColor }
        set { effects.borderColor = newValue }
    }

    /// The opacity of the shadow, from 0 to 1; the default is 0.
    ///
    /// The shadow has the shape of the drawn layer, sublayers and transparency included, or of ``shadowPath``. A layer that
    /// masks to its bounds has no shadow: everything outside is clipped. A ``Layer/mask`` clips the layer and its shadow as
    /// one: to see the shadow of a masked layer, give it to the superlayer.
    public var shadowOpacity: Double {
        get { effects.shadowOpacity }
        set { effects.shadowOpacity = newValue }
    }

    /// The color of the shadow; the default is black.
    public var shadowColor: Color {
        get { effects.shadowColor }
        set { effects.shadowColor = newValue }
    }

    /// The offset of the shadow in points; the default is 3 points up.
    public var shadowOffset: Point {
        get { effects.shadowOffset }
        set { effects.shadowOffset = newValue }
    }

    /// The standard deviation of the shadow's blur in points, 0 for a sharp shadow; the default is 3.
    public var shadowRadius: Double {
        get { effects.shadowRadius }
        set { effects.shadowRadius = newValue }
    }

    /// The shape that casts the shadow, in the layer's coordinates; the default is nil, for the drawn layer.
    ///
    /// A path saves the offscreen pass that computes the shape.
    public var shadowPath: Path? {
        get { effects.shadowPath }
        set { effects.shadowPath = newValue }
    }

    /// Whether the layer is cached as an image until something in it changes; the default is false.
    ///
    /// The image covers everything that the layer draws, as it is before opacity and transform: sublayers and paths outside the
    /// bounds, border, shadow and mask. Only ``masksToBounds`` clips it. A layer whose image would have more than
    /// ``RenderRaster/areaLimit`` pixels is drawn without one, in each frame.
    public var shouldRasterize: Bool {
        get { effects.shouldRasterize }
        set { effects.shouldRasterize = newValue }
    }

    /// Pixels of the image for each point of the layer, if ``shouldRasterize`` is set; the default is 1.
    ///
    /// The scale of the scene does not matter: on a scene of two pixels for each point, an image of 1 is shown enlarged, and
    /// one of 2, the ``LayerScene/scale``, in full resolution.
    public var rasterizationScale: Double {
        get { effects.rasterizationScale }
        set { effects.rasterizationScale = newValue }
    }

    /// The corners, border, shadow and rasterization.
    var effects: EffectProperties {
        get { effectStorage.properties }
        set { effectStorage = newValue == .standard ? .standard : .other(newValue) }
    }
}

/// The properties that have their defaults in most layers.
struct EffectProperties: Hashable, Sendable {
    var cornerRadii = CornerRadii.zero
    var borderWidth = 0.0
    var borderColor = Color.black
    var shadowOpacity = 0.0
    var shadowColor = Color.black
    var shadowOffset = Point(x: 0, y: -3)
    var shadowRadius = 3.0
    var shadowPath: Path?
    var shouldRasterize = false
    var rasterizationScale = 1.0

    /// The defaults.
    static let standard = EffectProperties()
}

/// The storage of ``EffectProperties``, out of line: layers without effects pay nothing for it when they are copied or
/// compared.
enum EffectStorage: Hashable, Sendable {
    /// The defaults.
    case standard
    /// Values that differ from the defaults.
    indirect case other(EffectProperties)

    /// The values.
    var properties: EffectProperties {
        switch self {
        case .standard: .standard
        case .other(let properties): properties
        }
    }
}
