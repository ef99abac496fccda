/// A transition from a snapshot of a layer, with its sublayers, to the live layer.
protocol WholeLayerTransition: SnapshotAnimation {
    /// The progress at which the transition starts.
    var startProgress: Double { get }
    /// The progress at which the transition ends.
    var endProgress: Double { get }
}

extension WholeLayerTransition {
    /// A layer has one transition at a time, of whatever kind.
    static var key: String { Transition.key }

    @MainActor func formerSnapshot(of layer: Layer, as model: LayerProperties) -> FormerSnapshot {
        .layer(SnapshotLayer(layer, as: model))
    }
}

/// A transition that is shown at a time.
struct RunningTransition {
    /// The transition: a ``Transition`` or a ``CustomTransition``.
    let transition: any WholeLayerTransition
    /// The old appearance.
    let old: SnapshotLayer
    /// The progress, between the start and the end progress of the transition.
    let progress: Double
}

extension Layer {
    /// The active transition at a time of the layer; nil if there is none.
    func transition(at time: Double) -> RunningTransition? {
        for index in animations.indices {
            guard case .layer(let old) = animations[index].former else { continue }
            let running = animations[index]
            guard let transition = running.animation as? any WholeLayerTransition,
                let fraction = transition.progress(at: running.phase(at: time))
            else { return nil }
            let progress = transition.startProgress.interpolated(with: transition.endProgress, at: fraction)
            return RunningTransition(transition: transition, old: old, progress: progress)
        }
        return nil
    }
}
