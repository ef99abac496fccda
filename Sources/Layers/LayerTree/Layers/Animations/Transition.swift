/// Animates a layer, with all its sublayers, from its old appearance to its new one.
///
/// The old appearance is a snapshot of what the layer shows when the transition is added, before its changes; it is
/// empty for a layer that was in no frame yet. The new one is live: the layer may go on changing.
///
/// ```swift
/// pages.addAnimation(Transition(.push, from: .right), forKey: Transition.key)
/// pages.replaceSublayer(first, with: second)
/// ```
///
/// A transition belongs to one layer and is removed when the layer leaves its scene, so add it to the superlayer of the
/// layers that are inserted or removed. A layer has one transition at a time, and an ``AnimationGroup`` cannot contain
/// one. Sliding content is clipped to the layer's bounds. Adding a transition costs O(layers in the subtree); no pixels
/// are copied.
public struct Transition: LayerAnimation, LayerAction {
    /// The way in which the new appearance replaces the old one.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// The old one fades out while the new one fades in.
        case fade
        /// The new one slides over the old one.
        case moveIn
        /// The new one slides in and pushes the old one out.
        case push
        /// The old one slides off the new one.
        case reveal
    }

    /// The edge from which content slides in; content that slides out leaves at the opposite edge.
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

    /// When and how fast the transition runs; until it starts, the old appearance shows.
    public var timing = LayerTiming()
    /// The timing function; nil, the default, for linear or, if it runs as an action, for the transaction's.
    public var timingFunction: TimingFunction?
    /// A value of the app's own to identify the animation.
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

extension Transition: SnapshotAnimation {
    func formerSnapshot(of layer: Layer, as model: LayerProperties) -> FormerSnapshot {
        .layer(SnapshotLayer(layer, as: model))
    }

    /// The translations of the old and the new content at a progress, for a layer of a size.
    func offsets(at progress: Double, in size: Size) -> (old: Point, new: Point) {
        let translation =
            switch edge {
            case .left: Point(x: size.width, y: 0)
            case .right: Point(x: -size.width, y: 0)
            case .top: Point(x: 0, y: size.height)
            case .bottom: Point(x: 0, y: -size.height)
            }
        let old = Point(x: translation.x * progress, y: translation.y * progress)
        return switch kind {
        case .fade: (.zero, .zero)
        case .moveIn: (.zero, old - translation)
        case .push: (old, old - translation)
        case .reveal: (old, .zero)
        }
    }
}

extension Layer {
    /// The active transition at a time of the layer, its snapshot, and its progress; nil if there is none.
    func transition(at time: Double) -> (transition: Transition, old: SnapshotLayer, progress: Double)? {
        for index in animations.indices {
            guard case .layer(let old) = animations[index].former else { continue }
            let running = animations[index]
            guard let transition = running.animation as? Transition,
                let fraction = transition.progress(at: running.phase(at: time))
            else { return nil }
            let progress = transition.startProgress.interpolated(with: transition.endProgress, at: fraction)
            return (transition, old, progress)
        }
        return nil
    }
}
