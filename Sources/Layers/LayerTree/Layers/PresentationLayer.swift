public import VectorDrawing

/// A layer as it is on the screen, with its superlayer and its sublayers.
///
/// It is not a copy: it refers to a layer, and computes the values of the last frame when they are read. So it costs nothing to
/// make, and has the values of a later frame when there is one. Every property of ``LayerProperties`` is also one of it:
///
/// ```swift
/// if let touched = root.presentationLayer?.hitTest(point) {
///     touched.modelLayer.removeAllAnimations()
///     touched.modelLayer.position = touched.position
/// }
/// ```
@MainActor
@dynamicMemberLookup
public struct PresentationLayer {
    /// The layer itself, with the values that were set.
    public let modelLayer: Layer

    /// The values of the layer in the last frame; see ``Layer/presentation``.
    public var properties: LayerProperties { modelLayer.presented }

    /// Reads a property of the last frame.
    public subscript<Value>(dynamicMember property: KeyPath<LayerProperties, Value>) -> Value {
        properties[keyPath: property]
    }

    /// The superlayer; nil for the root.
    public var superlayer: PresentationLayer? { modelLayer.superlayer?.presentationLayer }

    /// The sublayers that have been shown, from bottom to top.
    ///
    /// Images of removed layers that fade out are not among them.
    public var sublayers: [PresentationLayer] { modelLayer.sublayers.compactMap(\.presentationLayer) }

    /// The mask; nil if there is none, or if it has not been shown.
    public var mask: PresentationLayer? { modelLayer.mask?.presentationLayer }

    /// The visible part of the bounds; see ``Layer/visibleRect(in:)``.
    public var visibleRect: Rect? { modelLayer.visibleRect(in: .presentation) }

    /// Returns the deepest layer at a point of the superlayer; see ``Layer/hitTest(_:in:)``.
    public func hitTest(_ point: Point) -> PresentationLayer? {
        modelLayer.hitTest(point, in: .presentation).map(PresentationLayer.init)
    }

    /// Whether a point in the layer's own coordinates hits the layer; see ``Layer/contains(_:in:)``.
    public func contains(_ point: Point) -> Bool { modelLayer.contains(point, in: .presentation) }

    /// Converts a point to the coordinates of another layer of the same tree, as both are on the screen.
    ///
    /// - Parameters:
    ///   - point: a point in this layer's coordinates.
    ///   - layer: the other layer; nil for the root.
    /// - Returns: the point; nil if the layers are in different trees, if one of them is edge-on, or if the point is behind the
    ///   viewer.
    public func convert(_ point: Point, to layer: PresentationLayer?) -> Point? {
        modelLayer.convert(point, to: layer?.modelLayer) { $0.presented }
    }

    /// Converts a point of another layer, or of the root for nil, to this layer's coordinates; see ``convert(_:to:)``.
    public func convert(_ point: Point, from layer: PresentationLayer?) -> Point? {
        (layer?.modelLayer ?? modelLayer.root).convert(point, to: modelLayer) { $0.presented }
    }
}

extension PresentationLayer: Hashable {
    /// Returns true if both refer to the same layer.
    public nonisolated static func == (left: PresentationLayer, right: PresentationLayer) -> Bool {
        left.modelLayer === right.modelLayer
    }

    /// Hashes the identity of the layer.
    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(modelLayer)) }
}

extension Layer {
    /// The layer as it is on the screen; nil before the first frame.
    ///
    /// ``presentation`` has its values alone.
    public var presentationLayer: PresentationLayer? { hasBeenShown ? PresentationLayer(modelLayer: self) : nil }
}
