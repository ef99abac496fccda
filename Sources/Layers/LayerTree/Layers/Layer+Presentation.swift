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
        var shown = model
        present(&shown, at: localTime(at: time))
        return shown
    }

    /// Returns the values at a time of the layer: the model, changed by all animations in the order of adding.
    ///
    /// The values are cached, because depth ordering and drawing both need them, and apps may need them too.
    ///
    /// - Complexity: O(animations of the layer).
    public func presentation(at time: Double) -> LayerProperties {
        animations.isEmpty ? model : cachedPresentation(at: time).properties
    }

    /// Returns the values at a time of the layer, which has animations, without copying them.
    func cachedPresentation(at time: Double) -> PresentationCache {
        let cache = presentationCache ?? PresentationCache()
        presentationCache = cache
        if cache.time != time {
            cache.properties = model
            present(&cache.properties, at: time)
            cache.time = time
        }
        return cache
    }

    /// Changes values of the model to those that the animations show at a time of the layer.
    func present(_ values: inout LayerProperties, at time: Double) {
        for running in animations {
            running.apply(to: &values, at: time)
        }
    }

    /// The layer's time of a change that is made now; nil in no scene.
    var timeOfChange: Double? {
        guard let scene else { return nil }
        return localTime(at: scene.timeOfChange())
    }

    /// Whether the scene has made a frame since the layer entered it.
    var hasBeenShown: Bool {
        guard let scene else { return false }
        return scene.framesMade > framesMadeBeforeEntering
    }
}

/// The presented values of an animated layer at a time; all frames use the same memory.
final class PresentationCache {
    /// The time; nil after a change of the layer.
    var time: Double?
    /// The values at that time.
    var properties = LayerProperties()
}
