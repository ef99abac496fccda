extension Layer {
    /// The values of the layer in its scene's last frame; nil before the first one.
    ///
    /// They are the model values, changed by the running animations. They include model values that were set without an
    /// animation after that frame, and the first values of animations that were added after it. During a frame, for example in
    /// ``layoutSublayers()``, they are the values of that frame. ``presentationLayer`` has them together with the layer's tree.
    ///
    /// - Complexity: O(animations of the layer).
    public var presentation: LayerProperties? { hasBeenShown ? presented : nil }

    /// The presented values: ``presentation`` if the layer has been shown, otherwise the values that it would show.
    public var presented: LayerProperties {
        guard !animations.isEmpty, let time = scene?.frameTime else { return model }
        return presentation(at: localTime(at: time))
    }

    /// Returns the presented values with another model.
    func presented(as model: LayerProperties) -> LayerProperties {
        guard !animations.isEmpty, let time = scene?.frameTime else { return model }
        return presentation(of: model, at: localTime(at: time))
    }

    /// Returns the values at a time of the layer: the model, changed by all animations in the order of adding.
    ///
    /// The values are cached, because depth ordering and drawing both need them, and apps may need them too.
    ///
    /// - Complexity: O(animations of the layer).
    public func presentation(at time: Double) -> LayerProperties {
        guard !animations.isEmpty else { return model }
        if let presentationCache, presentationCache.time == time { return presentationCache.properties }
        let shown = presentation(of: model, at: time)
        presentationCache = PresentationCache(time: time, properties: shown)
        return shown
    }

    /// Returns the values at a time of the layer with another model.
    func presentation(of model: LayerProperties, at time: Double) -> LayerProperties {
        var shown = model
        for index in animations.indices {
            animations[index].apply(to: &shown, at: time)
        }
        return shown
    }

    /// The layer's time of a change that is made now; nil in no scene.
    var timeOfChange: Double? { scene.map { localTime(at: $0.timeOfChange()) } }

    /// Whether the scene has made a frame since the layer entered it.
    var hasBeenShown: Bool { scene.map { $0.framesMade > framesMadeBeforeEntering } ?? false }
}

/// The presented values of an animated layer at a time.
final class PresentationCache {
    let time: Double
    let properties: LayerProperties

    init(time: Double, properties: LayerProperties) {
        self.time = time
        self.properties = properties
    }
}
