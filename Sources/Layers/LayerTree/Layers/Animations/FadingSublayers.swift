/// The sublayers of a layer together with the images of removed ones, while these fade out.
@MainActor
final class FadingSublayers {
    /// The sublayers and the images, from bottom to top.
    private(set) var layers: [Layer]
    private var images: [FadingImage] = []

    /// Creates a list without images.
    init(_ sublayers: [Layer]) {
        layers = sublayers
    }

    /// The animations of all images.
    var animations: [RunningAnimation] { images.map(\.animation) }

    /// Whether there are no images.
    var isEmpty: Bool { images.isEmpty }

    /// Whether time passes for an image, given the speed of the layer.
    func isMoving(at speed: Double) -> Bool { images.contains { $0.isMoving(at: speed) } }

    /// Replaces a sublayer that is being removed by its image, if there is one.
    func remove(_ sublayer: Layer, showing image: FadingImage?) {
        guard let index = layers.firstIndex(where: { $0 === sublayer }) else { return }
        if let image {
            layers[index] = image.snapshot
            images.append(image)
            image.list = self
        } else {
            layers.remove(at: index)
        }
    }

    /// Inserts a sublayer at an index of the sublayers, which do not contain it yet.
    ///
    /// It is inserted on top, at the bottom, or directly below the next sublayer.
    func insert(_ sublayer: Layer, at index: Int, of sublayers: [Layer]) {
        guard index < sublayers.count else { return layers.append(sublayer) }
        let next = layers.firstIndex { $0 === sublayers[index] } ?? layers.count
        layers.insert(sublayer, at: index == 0 ? 0 : next)
    }

    /// Replaces the sublayers; an image stays above the sublayer that it is above.
    func setSublayers(_ sublayers: [Layer]) {
        let kept = Set(sublayers.map(ObjectIdentifier.init))
        let shown = Set(images.map { ObjectIdentifier($0.snapshot) })
        var lower: ObjectIdentifier?
        var imagesAbove: [ObjectIdentifier?: [Layer]] = [:]
        for layer in layers {
            let id = ObjectIdentifier(layer)
            if shown.contains(id) {
                imagesAbove[lower, default: []].append(layer)
            } else if kept.contains(id) {
                lower = id
            }
        }
        layers = imagesAbove[nil] ?? []
        for sublayer in sublayers {
            layers.append(sublayer)
            layers += imagesAbove[ObjectIdentifier(sublayer)] ?? []
        }
    }

    /// Removes an image.
    func remove(_ image: FadingImage) {
        images.removeAll { $0 === image }
        layers.removeAll { $0 === image.snapshot }
    }

    /// Shows the images at a time of the layer, and removes those that have faded out.
    ///
    /// - Returns: the animations that have ended.
    func advance(to time: Double) -> [RunningAnimation] {
        let ended = images.filter { $0.advance(to: time) }
        guard !ended.isEmpty else { return [] }
        let gone = Set(ended.map { ObjectIdentifier($0.snapshot) })
        images.removeAll { gone.contains(ObjectIdentifier($0.snapshot)) }
        layers.removeAll { gone.contains(ObjectIdentifier($0)) }
        return ended.map(\.animation)
    }
}

extension Layer {
    /// The sublayers and the images of removed ones, from bottom to top.
    var shownSublayers: [Layer] { fadingSublayers?.layers ?? sublayerStorage }

    /// Updates the shown sublayers before a sublayer is removed from the list.
    func willRemove(_ sublayer: Layer, showing image: FadingImage?) {
        if let image, let scene {
            let fading = fadingSublayers ?? FadingSublayers(sublayerStorage)
            fadingSublayers = fading
            scene.layersWithFadingSublayers.insert(self)
            sublayer.fadingImage = image
            fading.remove(sublayer, showing: image)
        } else {
            fadingSublayers?.remove(sublayer, showing: nil)
        }
    }

    /// Removes and returns the image that fades out in place of this layer, which is inserted again.
    func takeFadingImage() -> FadingImage? {
        guard let image = fadingImage else { return nil }
        fadingImage = nil
        image.list?.remove(image)
        image.animation.notifyRemoval()
        return image
    }
}

extension LayerScene {
    /// Whether images of removed layers are fading out.
    var hasFadingSublayers: Bool {
        layersWithFadingSublayers.all.contains { $0.fadingSublayers?.isMoving(at: $0.totalSpeed) ?? false }
    }

    /// Shows the images of removed layers at a time of the clock.
    ///
    /// - Returns: the animations that have ended; their completions have not been called yet.
    func advanceFadingSublayers(to clock: Double) -> [RunningAnimation] {
        var ended: [RunningAnimation] = []
        for layer in Array(layersWithFadingSublayers.all) {
            guard let fading = layer.fadingSublayers else { continue }
            ended += fading.advance(to: layer.localTime(at: clock))
            guard fading.isEmpty else { continue }
            layer.fadingSublayers = nil
            layersWithFadingSublayers.remove(layer)
        }
        return ended
    }
}
