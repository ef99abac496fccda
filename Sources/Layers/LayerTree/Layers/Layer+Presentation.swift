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

    /// The values of an app's properties that are presented.
    var presentedCustomProperties: CustomProperties {
        guard !animations.isEmpty, let time = scene?.frameTime else { return model.customProperties }
        return cachedPresentation(at: localTime(at: time)).properties.customProperties
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
        animations.isEmpty ? model : cachedPresentation(at: time).properties
    }

    /// What a layer with animations shows; ordering layers by depth and drawing them both ask, and so may apps.
    private func cachedPresentation(at time: Double) -> PresentationCache {
        if let presentationCache, presentationCache.time == time { return presentationCache }
        let cache = PresentationCache(time: time, properties: presentation(of: model, at: time))
        presentationCache = cache
        return cache
    }

    private func presentation(of model: LayerProperties, at time: Double) -> LayerProperties {
        var shown = model
        for index in animations.indices {
            animations[index].apply(to: &shown, at: time)
        }
        return shown
    }

    /// Whether a frame has been made of its scene since it became part of it.
    var hasBeenShown: Bool { scene.map { $0.framesMade > framesMadeBeforeEntering } ?? false }
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
