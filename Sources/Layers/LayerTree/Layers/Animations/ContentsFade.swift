/// Cross-fades from a layer's former contents to its new ones: the default action of contents.
///
/// It is cheaper than a ``Transition``, because only the contents are drawn twice.
public struct ContentsFade: LayerAnimation, LayerAction {
    /// The timing of the fade; until it starts, the former contents show.
    public var timing = LayerTiming()
    /// The timing function; nil, the default, for the transaction's timing function.
    public var timingFunction: TimingFunction?
    /// A value for the app to identify the animation.
    public var tag: (any Hashable & Sendable)?

    static let key = ActionKey.contents.name

    /// Creates a fade of `duration` seconds; 0, the default, for the transaction's duration.
    public init(duration: Double = 0) {
        timing.duration = duration
        timing.fillMode = .backwards
    }

    /// Does nothing: a fade changes no property.
    public func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double) {}

    /// Starts the cross-fade from the layer's former contents.
    public func run(for key: ActionKey, on layer: Layer, from previous: LayerProperties) {
        layer.startTransition(by: self, from: previous, at: Transaction.isImplicit ? layer.timeOfChange : nil)
    }
}

/// Former contents of a layer, and their weight in a cross-fade.
struct FormerContents {
    /// The layer's former properties; only the properties of the contents are used.
    var properties: LayerProperties
    /// The weight, from 0 to 1; the weights of all former contents add up to 1.
    var weight: Double
}

extension ContentsFade: SnapshotAnimation {
    func formerSnapshot(of layer: Layer, as model: LayerProperties) -> FormerSnapshot {
        let newest = layer.presented(as: model)
        guard let fade = layer.timeOfChange.flatMap(layer.contentsFade) else {
            return .contents([FormerContents(properties: newest, weight: 1)])
        }
        var weighted = fade.former.map {
            FormerContents(properties: $0.properties, weight: $0.weight * (1 - fade.progress))
        }
        weighted.append(FormerContents(properties: newest, weight: fade.progress))
        return .contents(Self.mostVisible(weighted))
    }

    /// Keeps the four largest weights: contents may change faster than they fade.
    private static func mostVisible(_ weighted: [FormerContents]) -> [FormerContents] {
        let kept = weighted.filter { $0.weight > 0 }.sorted { $0.weight > $1.weight }.prefix(4)
        let sum = kept.reduce(0) { $0 + $1.weight }
        return kept.map { FormerContents(properties: $0.properties, weight: $0.weight / sum) }
    }
}

extension Layer {
    /// The former contents that are fading out and the progress of the fade; nil if no fade is active.
    func contentsFade(at time: Double) -> (former: [FormerContents], progress: Double)? {
        for index in animations.indices {
            guard case .contents(let former) = animations[index].former else { continue }
            let running = animations[index]
            return (running.animation as? ContentsFade)?.progress(at: running.phase(at: time)).map { (former, $0) }
        }
        return nil
    }
}
