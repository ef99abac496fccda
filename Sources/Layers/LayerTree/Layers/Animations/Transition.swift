internal import VectorDrawing

/// Animates a layer, with all its sublayers, from its old appearance to its new appearance.
///
/// The old appearance is a snapshot of the layer when the transition is added, before its changes; it is empty for a layer that
/// was in no frame yet. The new appearance is live: the layer may continue to change. Both are shown at the layer's present
/// position and transform, the old one stretched to the present size, so that they move together.
///
/// ```swift
/// pages.addAnimation(Transition(.push, from: .right), forKey: Transition.key)
/// pages.replaceSublayer(first, with: second)
/// ```
///
/// A transition belongs to one layer and is removed when the layer leaves its scene, so add it to the superlayer of the
/// layers that are inserted or removed. A layer has one transition at a time, and an ``AnimationGroup`` cannot contain
/// one. Sliding content is clipped to the layer's bounds. Adding a transition costs O(layers in the subtree); no pixels
/// are copied. A ``CustomTransition`` shows what a function of the app returns.
public struct Transition: LayerAnimation, LayerAction {
    /// The kind of transition from the old appearance to the new one.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// The old appearance fades out while the new one fades in.
        case fade
        /// The new appearance slides over the old one.
        case moveIn
        /// The new appearance slides in and pushes the old one out.
        case push
        /// The old appearance slides off the new one.
        case reveal
        /// The layer turns over in perspective, and the new appearance is its back.
        ///
        /// The edge turns toward the viewer and to the opposite side. The layer is not clipped to the bounds.
        case flip
        /// The old appearance is rolled up like a page, starting at the edge, and uncovers the new one.
        case curlUp
        /// The new appearance is rolled out like a page, toward the edge, and covers the old one.
        case curlDown
    }

    /// The edge from which content slides in; content that slides out leaves at the opposite edge.
    ///
    /// For a flip, it is the edge that comes toward the viewer; for a curl, the edge that is lifted first or laid down last.
    public enum Edge: Hashable, Sendable, CaseIterable {
        /// The left edge of the layer, in its own coordinates.
        case left
        /// The right edge.
        case right
        /// The top edge.
        case top
        /// The bottom edge.
        case bottom
    }

    /// The kind of transition.
    public var kind: Kind
    /// The edge from which content slides in; unused by ``Kind/fade``.
    public var edge: Edge
    /// The progress at which the transition starts, from 0 to 1; the default is 0.
    public var startProgress = 0.0
    /// The progress at which the transition ends, from 0 to 1; the default is 1.
    public var endProgress = 1.0

    /// The timing of the transition; until it starts, the old appearance shows.
    public var timing = LayerTiming()
    /// The timing function; nil, the default, for linear or, in an action, for the transaction's timing function.
    public var timingFunction: TimingFunction?
    /// A value for the app to identify the animation.
    public var tag: (any Hashable & Sendable)?

    /// The key under which every transition is added.
    public static let key = "transition"

    /// Creates a transition of `duration` seconds; 0, the default, for the transaction's duration.
    public init(_ kind: Kind, from edge: Edge = .left, duration: Double = 0) {
        self.kind = kind
        self.edge = edge
        timing.duration = duration
        timing.fillMode = .backwards
    }

    /// Does nothing: a transition changes no property.
    public func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double) {}

    /// Starts the transition from the layer's old appearance.
    public func run(for key: ActionKey, on layer: Layer, from previous: LayerProperties) {
        layer.startTransition(by: self, from: previous)
    }
}

extension Transition: WholeLayerTransition {
    /// Returns the translations of the old and the new content at a progress, for a layer of a size.
    func offsets(at progress: Double, in size: Size) -> (old: Transform3D, new: Transform3D) {
        let translation =
            switch edge {
            case .left: Point(x: size.width, y: 0)
            case .right: Point(x: -size.width, y: 0)
            case .top: Point(x: 0, y: size.height)
            case .bottom: Point(x: 0, y: -size.height)
            }
        func translated(_ fraction: Double) -> Transform3D {
            Transform3D(translationX: translation.x * fraction, y: translation.y * fraction)
        }
        return switch kind {
        case .fade, .flip, .curlUp, .curlDown: (.identity, .identity)
        case .moveIn: (.identity, translated(progress - 1))
        case .push: (translated(progress), translated(progress - 1))
        case .reveal: (translated(progress), .identity)
        }
    }

    /// Returns the rotation of the visible side at a progress, about an anchor point, with perspective.
    ///
    /// The viewer is four times the larger side away.
    func flip(at progress: Double, _ bounds: Rect, about anchor: Point) -> Transform3D {
        let half = progress < 0.5 ? progress : progress - 1
        let rotation =
            switch edge {
            case .left: Transform3D(rotation: half * .pi, x: 0, y: 1, z: 0)
            case .right: Transform3D(rotation: -half * .pi, x: 0, y: 1, z: 0)
            case .top: Transform3D(rotation: -half * .pi, x: 1, y: 0, z: 0)
            case .bottom: Transform3D(rotation: half * .pi, x: 1, y: 0, z: 0)
            }
        let center = bounds.point(at: Point(x: 0.5, y: 0.5)) - anchor
        return Transform3D(translationX: -center.x, y: -center.y)
            .followed(by: rotation)
            .followed(by: Transform3D(perspectiveDistance: 4 * max(bounds.size.width, bounds.size.height)))
            .followed(by: Transform3D(translationX: center.x, y: center.y))
    }

    /// Returns the page of a curl at a progress.
    func curl(at progress: Double, _ bounds: Rect) -> PageCurl {
        let length = edge == .left || edge == .right ? bounds.size.width : bounds.size.height
        let radius = PageCurl.relativeRadius * length
        return PageCurl(
            bounds: bounds, edge: edge, radius: radius, contact: length * (1 - progress) - .pi * radius * progress)
    }
}
