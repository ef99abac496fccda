extension Layer {
    /// Replaces the list of sublayers; see ``sublayers``.
    func setSublayers(_ list: [Layer]) {
        var seen: Set<ObjectIdentifier> = []
        let new = list.filter { layer in
            (isSublayer(layer) || canInsert(layer)) && seen.insert(ObjectIdentifier(layer)).inserted
        }
        guard !new.elementsEqual(sublayerStorage, by: ===) else { return }
        let action = runActionOfSublayers()
        let removed = sublayerStorage.filter { !seen.contains(ObjectIdentifier($0)) }
        let inserted = new.filter { !isSublayer($0) }
        for layer in removed {
            let image = scene == nil ? nil : layer.runActionOfRemoval(from: self, after: action)
            willRemove(layer, showing: image)
        }
        for layer in inserted {
            layer.leaveSuperlayer(for: scene)
        }
        sublayerStorage = new
        fadingSublayers?.setSublayers(new)
        for layer in removed {
            layer.superlayer = nil
        }
        for layer in inserted {
            adopt(layer, after: action)
        }
        // Completions may insert a removed layer elsewhere.
        for layer in removed where layer.superlayer == nil {
            layer.leaveScene()
        }
        setNeedsLayout()
    }

    /// Whether a layer is in the list of sublayers.
    private func isSublayer(_ layer: Layer) -> Bool { layer.superlayer === self && layer !== maskLayer }
}
