extension Layer {
    /// What is on the screen of the layer: the values of its scene's last frame; nil before the first one.
    ///
    /// It is the model, changed by the animations that were running then; what has been set since without an animation
    /// shows in it already. While a frame is being made, as in ``layoutSublayers()``, it is what that frame will show.
    ///
    /// - Complexity: O(animations of the layer).
    public var presentation: LayerProperties? { hasBeenShown ? presented : nil }

    /// What the layer shows: ``presentation`` if there is one, or else what it would show.
    public var presented: LayerProperties {
        guard !animations.isEmpty, let time = scene?.frameTime else { return model }
        return presentation(at: localTime(at: time))
    }

    /// What it would show with another model.
    func presented(as model: LayerProperties) -> LayerProperties {
        guard !animations.isEmpty, let time = scene?.frameTime else { return model }
        return presentation(of: model, at: localTime(at: time))
    }

    /// What the layer shows at a moment of its time: the model, changed by all animations in the order they were added.
    ///
    /// - Complexity: O(animations of the layer).
    public func presentation(at time: Double) -> LayerProperties {
        guard !animations.isEmpty else { return model }
        // Ordering layers by depth and drawing them both ask, and so may apps.
        if let presentationCache, presentationCache.time == time { return presentationCache.properties }
        let shown = presentation(of: model, at: time)
        presentationCache = PresentationCache(time: time, properties: shown)
        return shown
    }

    private func presentation(of model: LayerProperties, at time: Double) -> LayerProperties {
        var shown = model
        for place in animations.indices {
            animations[place].apply(to: &shown, at: time)
        }
        return shown
    }

    /// Whether a frame has been made of its scene since it became part of it.
    var hasBeenShown: Bool { scene.map { $0.framesMade > framesBefore } ?? false }
}

/// What a layer with animations presents at a moment.
final class PresentationCache {
    let time: Double
    let properties: LayerProperties

    init(time: Double, properties: LayerProperties) {
        self.time = time
        self.properties = properties
    }
}
