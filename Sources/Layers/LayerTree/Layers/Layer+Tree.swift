extension Layer {
    /// Puts a layer on top of the sublayers; it leaves the layer it was in.
    ///
    /// - Returns: whether it was done: a layer cannot be put into itself or into what is in it, nor the root of a scene into
    ///   anything.
    @discardableResult
    public func addSublayer(_ layer: Layer) -> Bool { insertSublayer(layer, at: sublayers.count) }

    /// Puts a layer at a place among the sublayers, 0 being the lowest; it leaves the layer it was in.
    ///
    /// - Parameters:
    ///   - layer: the layer; it may be one of the sublayers already, and then changes its place.
    ///   - index: its place, from 0 to the number of sublayers; larger numbers count as that number.
    /// - Returns: whether it was done: a layer cannot be put into itself or into what is in it.
    @discardableResult
    public func insertSublayer(_ layer: Layer, at index: Int) -> Bool {
        guard canInsert(layer) else { return false }
        runActionOfSublayers()
        layer.leaveSuperlayer(for: scene)
        sublayers.insert(layer, at: min(max(index, 0), sublayers.count))
        layer.superlayer = self
        if let scene, layer.scene == nil {
            layer.enter(scene)
        }
        setNeedsLayout()
        return true
    }

    /// Puts a layer directly below a sublayer; see ``insertSublayer(_:at:)``.
    @discardableResult
    public func insertSublayer(_ layer: Layer, below sibling: Layer) -> Bool {
        guard layer !== sibling, canInsert(layer), sibling.superlayer === self else { return false }
        layer.leaveSuperlayer(for: scene)
        return insertSublayer(layer, at: index(of: sibling))
    }

    /// Puts a layer directly above a sublayer; see ``insertSublayer(_:at:)``.
    @discardableResult
    public func insertSublayer(_ layer: Layer, above sibling: Layer) -> Bool {
        guard layer !== sibling, canInsert(layer), sibling.superlayer === self else { return false }
        layer.leaveSuperlayer(for: scene)
        return insertSublayer(layer, at: index(of: sibling) + 1)
    }

    /// Puts a layer into the place of a sublayer, which is removed; see ``insertSublayer(_:at:)``.
    @discardableResult
    public func replaceSublayer(_ old: Layer, with layer: Layer) -> Bool {
        guard old !== layer, insertSublayer(layer, above: old) else { return false }
        old.removeFromSuperlayer()
        return true
    }

    /// Takes the layer out of the one it is in; outside of a scene, animations on it and in it end.
    public func removeFromSuperlayer() {
        leaveSuperlayer(for: nil)
    }

    /// Takes the layer out of the one it is in, to put it into a scene again or into none.
    ///
    /// A layer that only changes its place within a scene goes on being part of it, and its animations go on.
    private func leaveSuperlayer(for next: LayerScene?) {
        guard let parent = superlayer else { return }
        parent.runActionOfSublayers()
        parent.sublayers.removeAll { $0 === self }
        superlayer = nil
        if scene !== next {
            leaveScene()
        }
        parent.setNeedsLayout()
    }

    /// The uppermost layer of the tree it is in: itself if it is in no other.
    public var root: Layer {
        var layer = self
        while let parent = layer.superlayer {
            layer = parent
        }
        return layer
    }

    private func index(of sublayer: Layer) -> Int {
        sublayers.firstIndex { $0 === sublayer } ?? sublayers.count
    }

    /// Whether a layer can be put into this one.
    private func canInsert(_ layer: Layer) -> Bool {
        !isInside(layer) && (layer.scene == nil || layer.superlayer != nil)
    }

    /// Whether it is `layer` itself or lies in it, however deep.
    private func isInside(_ layer: Layer) -> Bool {
        sequence(first: self, next: \.superlayer).contains { $0 === layer }
    }
}
