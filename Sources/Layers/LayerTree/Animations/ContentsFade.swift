/// Mixes a layer's new contents with those it had: the default action of contents.
///
/// It is cheaper than a ``Transition``, for nothing but the contents is drawn twice.
public struct ContentsFade: LayerAnimation, LayerAction {
    /// When and how fast it runs; until it begins, the former contents show.
    public var timing = LayerTiming()
    /// Its pace; nil, the default, for the transaction's.
    public var timingFunction: TimingFunction?
    /// What the app knows it by.
    public var tag: (any Hashable & Sendable)?

    static let key = ActionKey.contents.name

    /// A fade of so many seconds; 0, the default, for the transaction's duration.
    public init(duration: Double = 0) {
        timing.duration = duration
        timing.fillMode = .backwards
    }

    /// Changes no property.
    public func apply(to properties: inout LayerProperties, at time: Double, defaultDuration: Double) {}

    /// Begins to mix the contents that a layer has now with those it had.
    public func run(for key: ActionKey, on layer: Layer, from previous: LayerProperties) {
        layer.startTransition(by: self, from: previous)
    }
}

/// Contents that a layer had, and how much of them was to be seen.
struct FormerContents {
    /// The layer's properties at that time, of which only those of the contents count.
    var properties: LayerProperties
    /// From 0 to 1; those of all former contents add up to 1.
    var weight: Double
}

extension ContentsFade: SnapshotAnimation {
    func formerSnapshot(of layer: Layer, as model: LayerProperties) -> FormerSnapshot {
        let newest = layer.presented(as: model)
        guard let time = layer.scene?.frameTime,
            let fade = layer.contentsFade(at: layer.localTime(at: time))
        else { return .contents([FormerContents(properties: newest, weight: 1)]) }
        var parts = fade.former.map {
            FormerContents(properties: $0.properties, weight: $0.weight * (1 - fade.progress))
        }
        parts.append(FormerContents(properties: newest, weight: fade.progress))
        return .contents(Self.mostVisible(parts))
    }

    /// Leaves out what is hardly to be seen when contents are changed faster than they fade.
    private static func mostVisible(_ parts: [FormerContents]) -> [FormerContents] {
        let kept = parts.sorted { $0.weight > $1.weight }.prefix(4)
        let sum = kept.reduce(0) { $0 + $1.weight }
        return kept.map { FormerContents(properties: $0.properties, weight: $0.weight / sum) }
    }
}

extension Layer {
    /// The contents that are fading away, and the part of the way to the new ones; nil when none are.
    func contentsFade(at time: Double) -> (former: [FormerContents], progress: Double)? {
        for index in animations.indices {
            guard case .contents(let former) = animations[index].former else { continue }
            let running = animations[index]
            return (running.animation as? ContentsFade)?.progress(at: running.phase(at: time)).map { (former, $0) }
        }
        return nil
    }
}
