extension Layer {
    /// Adds a layer on top of the sublayers and removes it from its former superlayer.
    ///
    /// In a layer that has been shown, it fades in unless actions are disabled; see ``ActionKey/onOrderIn``.
    ///
    /// - Returns: false, without a change, if the layer is this layer, one of its superlayers, or the root of a scene.
    @discardableResult
    public func addSublayer(_ layer: Layer) -> Bool { insertSublayer(layer, at: sublayers.count) }

    /// Inserts a layer among the sublayers and removes it from its former superlayer.
    ///
    /// - Parameters:
    ///   - layer: the layer; an existing sublayer is moved.
    ///   - index: the index, 0 being the bottom; it is clamped to the number of sublayers.
    /// - Returns: false if the layer cannot be inserted; see ``addSublayer(_:)``.
    @discardableResult
    public func insertSublayer(_ layer: Layer, at index: Int) -> Bool {
        guard canInsert(layer) else { return false }
        let action = runActionOfSublayers()
        layer.leaveSuperlayer(for: scene)
        let index = min(max(index, 0), sublayerStorage.count)
        fadingSublayers?.insert(layer, at: index, of: sublayerStorage)
        sublayerStorage.insert(layer, at: index)
        adopt(layer, after: action)
        setNeedsLayout()
        return true
    }

    /// Becomes the superlayer of a layer that was inserted into the list of sublayers.
    func adopt(_ layer: Layer, after action: LayerActionResult) {
        layer.superlayer = self
        guard let scene, layer.scene == nil else { return }
        let former = layer.takeFadingImage()
        layer.enter(scene)
        layer.runActionOfInsertion(into: self, after: action, replacing: former)
    }

    /// Inserts a layer directly below a sublayer; see ``insertSublayer(_:at:)``.
    @discardableResult
    public func insertSublayer(_ layer: Layer, below sibling: Layer) -> Bool { insert(layer, beside: sibling, 0) }

    /// Inserts a layer directly above a sublayer; see ``insertSublayer(_:at:)``.
    @discardableResult
    public func insertSublayer(_ layer: Layer, above sibling: Layer) -> Bool { insert(layer, beside: sibling, 1) }

    /// Replaces a sublayer; see ``insertSublayer(_:at:)``.
    @discardableResult
    public func replaceSublayer(_ old: Layer, with layer: Layer) -> Bool {
        guard old !== layer, insertSublayer(layer, above: old) else { return false }
        old.removeFromSuperlayer()
        return true
    }

    /// Removes the layer from its superlayer; if it leaves its scene, animations in its subtree end.
    ///
    /// An image of the layer fades out in its place unless actions are disabled; see ``ActionKey/onOrderOut``.
    public func removeFromSuperlayer() {
        leaveSuperlayer(for: nil)
    }

    /// Removes the layer from its superlayer before its insertion elsewhere, in a scene or in none.
    ///
    /// A layer that moves within a scene stays part of it and keeps its animations.
    func leaveSuperlayer(for next: LayerScene?) {
        guard let parent = superlayer else { return }
        if parent.maskLayer === self {
            parent.maskLayer = nil
        } else {
            let action = parent.runActionOfSublayers()
            let image = scene === next ? nil : runActionOfRemoval(from: parent, after: action)
            parent.willRemove(self, showing: image)
            parent.sublayerStorage.removeAll { $0 === self }
        }
        superlayer = nil
        if scene !== next {
            leaveScene()
        }
        parent.setNeedsLayout()
    }

    /// The root of the layer's tree; the layer itself if it has no superlayer.
    public var root: Layer { superlayer?.root ?? self }

    /// Inserts a layer at a distance above the index of a sublayer.
    private func insert(_ layer: Layer, beside sibling: Layer, _ offset: Int) -> Bool {
        guard layer !== sibling, canInsert(layer), sibling.superlayer === self else { return false }
        layer.leaveSuperlayer(for: scene)
        let index = sublayers.firstIndex { $0 === sibling } ?? sublayers.count
        return insertSublayer(layer, at: index + offset)
    }

    /// Replaces the mask; see ``mask``.
    func setMask(_ layer: Layer?) {
        guard layer !== maskLayer else { return }
        if let layer {
            precondition(
                canInsert(layer), "a mask must not contain the layer that it masks, nor be the root of a scene")
        }
        maskLayer?.leaveSuperlayer(for: nil)
        guard let layer else { return }
        layer.leaveSuperlayer(for: scene)
        maskLayer = layer
        layer.superlayer = self
        if let scene, layer.scene == nil {
            layer.enter(scene)
        }
        setNeedsLayout()
    }

    /// Whether a layer can be inserted into this one.
    func canInsert(_ layer: Layer) -> Bool {
        let isInside = sequence(first: self, next: \.superlayer).contains { $0 === layer }
        return !isInside && (layer.scene == nil || layer.superlayer != nil)
    }
}
