extension Layer {
    /// Puts a layer on top of the sublayers; it leaves the layer it was in.
    ///
    /// - Returns: whether it was done: a layer cannot be put into itself or into what is in it.
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
        guard !isInside(layer) else { return false }
        layer.removeFromSuperlayer()
        sublayers.insert(layer, at: min(max(index, 0), sublayers.count))
        layer.superlayer = self
        setNeedsLayout()
        return true
    }

    /// Puts a layer directly below a sublayer; see ``insertSublayer(_:at:)``.
    @discardableResult
    public func insertSublayer(_ layer: Layer, below sibling: Layer) -> Bool {
        guard layer !== sibling, !isInside(layer), sibling.superlayer === self else { return false }
        layer.removeFromSuperlayer()
        return insertSublayer(layer, at: place(of: sibling))
    }

    /// Puts a layer directly above a sublayer; see ``insertSublayer(_:at:)``.
    @discardableResult
    public func insertSublayer(_ layer: Layer, above sibling: Layer) -> Bool {
        guard layer !== sibling, !isInside(layer), sibling.superlayer === self else { return false }
        layer.removeFromSuperlayer()
        return insertSublayer(layer, at: place(of: sibling) + 1)
    }

    /// Puts a layer into the place of a sublayer, which is removed; see ``insertSublayer(_:at:)``.
    @discardableResult
    public func replaceSublayer(_ old: Layer, with layer: Layer) -> Bool {
        guard old !== layer, insertSublayer(layer, above: old) else { return false }
        old.removeFromSuperlayer()
        return true
    }

    /// Takes the layer out of the one it is in.
    public func removeFromSuperlayer() {
        guard let parent = superlayer else { return }
        parent.sublayers.removeAll { $0 === self }
        superlayer = nil
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

    /// The sublayers in the order they are drawn: by depth, and in their own order where that is equal.
    var sublayersByDepth: [Layer] {
        sublayers.enumerated().sorted { first, second in
            (first.element.zPosition, first.offset) < (second.element.zPosition, second.offset)
        }.map(\.element)
    }

    private func place(of sublayer: Layer) -> Int {
        sublayers.firstIndex { $0 === sublayer } ?? sublayers.count
    }

    /// Whether it is `layer` itself or lies in it, however deep.
    private func isInside(_ layer: Layer) -> Bool {
        sequence(first: self, next: \.superlayer).contains { $0 === layer }
    }
}
