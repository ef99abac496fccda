/// Takes a layer, with all in it, from one picture to another one.
///
/// The old picture is what the layer shows when the transition is added, before its changes, and nothing for a layer that
/// was not shown yet; it does not change any more. The new one is what the layer shows from then on, and may go on
/// changing:
///
/// ```swift
/// pages.addAnimation(Transition(.push, from: .right), forKey: Transition.key)
/// pages.replaceSublayer(first, with: second)
/// ```
///
/// It belongs to one layer and is lost when that leaves its scene, so what takes layers in and out is best animated by
/// the layer they lie in. A layer has one transition at a time, and an ``AnimationGroup`` none. Pictures that slide are
/// cut off at the layer's bounds. Adding it costs O(layers in the layer); no pixels are copied.
public struct Transition: LayerAnimation, LayerAction {
    /// What the two pictures do.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// The old one fades out while the new one fades in: at half of the way each counts one half.
        case fade
        /// The new one slides over the old one.
        case moveIn
        /// The new one slides in and pushes the old one out.
        case push
        /// The old one slides off the new one.
        case reveal
    }

    /// Where a picture that slides in comes from; one that slides off goes to the opposite side.
    public enum Edge: Hashable, Sendable, CaseIterable {
        /// From the left edge of the layer, in its own coordinates.
        case left
        /// From the right edge.
        case right
        /// From the upper edge.
        case top
        /// From the lower edge.
        case bottom
    }

    /// What the two pictures do.
    public var kind: Kind
    /// Where pictures slide in from; not used for fading.
    public var edge: Edge
    /// The part of the way at which it begins, from 0 to 1; default 0.
    public var startProgress = 0.0
    /// The part of the way at which it ends, from 0 to 1; default 1.
    public var endProgress = 1.0

    /// When and how fast it runs; until it begins, the old picture shows.
    public var timing = LayerTiming()
    /// Its pace; nil, the default, for linear, or the transaction's when it follows a change as an action.
    public var timingFunction: TimingFunction?
    /// What the app knows it by.
    public var tag: (any Hashable & Sendable)?

    /// The key under which every transition is added.
    public static let key = "transition"

    /// A transition of so many seconds; 0, the default, for the transaction's duration.
    public init(_ kind: Kind, from edge: Edge = .left, duration: Double = 0) {
        self.kind = kind
        self.edge = edge
        timing.duration = duration
        timing.fillMode = .backwards
    }

    /// Changes no property.
    public func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double) {}

    /// Begins to take a layer to its new picture.
    public func run(for key: ActionKey, on layer: Layer, from previous: LayerProperties) {
        layer.startTransition(by: self, from: previous)
    }
}

extension Transition: SnapshotAnimation {
    func formerSnapshot(of layer: Layer, as model: LayerProperties) -> FormerSnapshot {
        .layer(SnapshotLayer(layer, as: model))
    }

    /// How far the two pictures are moved at a part of the way, in a layer of a certain size.
    func offsets(at progress: Double, in size: Size) -> (old: Point, new: Point) {
        let way =
            switch edge {
            case .left: Point(x: size.width, y: 0)
            case .right: Point(x: -size.width, y: 0)
            case .top: Point(x: 0, y: size.height)
            case .bottom: Point(x: 0, y: -size.height)
            }
        let old = Point(x: way.x * progress, y: way.y * progress)
        return switch kind {
        case .fade: (.zero, .zero)
        case .moveIn: (.zero, old - way)
        case .push: (old, old - way)
        case .reveal: (old, .zero)
        }
    }
}

extension Layer {
    /// The transition that is mixing pictures at a moment of the layer's time, the old picture, and the part of the way;
    /// nil when none is.
    func transition(at time: Double) -> (transition: Transition, old: SnapshotLayer, progress: Double)? {
        for index in animations.indices {
            guard case .layer(let old) = animations[index].former else { continue }
            let running = animations[index]
            guard let transition = running.animation as? Transition,
                let progress = transition.progress(at: running.phase(at: time))
            else { return nil }
            let way = transition.startProgress.interpolated(with: transition.endProgress, at: progress)
            return (transition, old, way)
        }
        return nil
    }
}
