extension RenderTreeBuilder {
    /// A layer that is flattened into a plane together with others, possibly of different superlayers.
    struct SpaceMember {
        /// The layer.
        let layer: Layer
        /// The values that the layer inherits.
        let context: Context
    }

    /// Adds layers that share a space, in the order of their depth.
    ///
    /// - Parameters:
    ///   - members: the layers.
    ///   - dividing: whether layers that cut each other are divided; otherwise they are ordered by their centers.
    ///   - items: the list to which the items are added.
    mutating func add(_ members: [SpaceMember], dividing: Bool = true, to items: inout [RenderItem]) {
        let former = copyNumber
        var crossings: [DepthPlane.Crossing]? = dividing ? [] : nil
        let order = DepthOrder.order(of: members, crossings: &crossings)
        if let order, let crossings, !crossings.isEmpty {
            add(members, in: order, crossings: crossings, to: &items)
        } else if let order {
            for index in order { add(members[index], to: &items) }
        } else {
            for member in members { add(member, to: &items) }
        }
        copyNumber = former
    }

    /// Adds a layer of a space.
    mutating func add(_ member: SpaceMember, to items: inout [RenderItem]) {
        copyNumber = member.context.copyNumber
        add(member.layer, in: member.context, to: &items)
    }

    /// Adds a layer that is not flattened, moved in its own coordinates.
    mutating func addUnflattened(
        _ layer: Layer, movedBy move: Transform3D, in context: Context, to items: inout [RenderItem]
    ) {
        var members: [SpaceMember] = []
        collect(layer, movedBy: move, in: context, into: &members)
        add(members, to: &items)
    }

    /// Collects layers; layers that do not flatten are replaced by their sublayers.
    mutating func collect(_ layers: [Layer], in context: Context, into members: inout [SpaceMember]) {
        for layer in layers {
            let isInTransition =
                !layer.animations.isEmpty && layer.transition(at: layer.timing.localTime(at: context.time)) != nil
            // In a transition a layer is drawn as a whole, and so has a plane.
            if layer.flattensSublayers || isInTransition {
                members.append(SpaceMember(layer: layer, context: context))
            } else {
                collect(layer, movedBy: .identity, in: context, into: &members)
            }
        }
    }

    /// Collects the sublayers of a layer that is not flattened.
    private mutating func collect(
        _ layer: Layer, movedBy move: Transform3D, in context: Context, into members: inout [SpaceMember]
    ) {
        counts.layers += 1
        let local = layer.timing.localTime(at: context.time)
        let shown = (layer.animations.isEmpty ? layer.properties : layer.presentation(at: local)).moved(by: move)
        guard !shown.isInvisible else {
            counts.culledLayers += 1
            return
        }
        var inner = context
        let toPlane = shown.effectiveSublayerTransform.followed(by: shown.transformToParent)
        inner.sublayerTransform = context.sublayerTransform.map { toPlane.followed(by: $0) } ?? toPlane
        inner.time = local
        inner.opacity *= context.defersOpacity ? 1 : shown.opacity
        inner.defersOpacity = false
        if let replication = layer.replication(of: shown) {
            collectCopies(of: layer.shownSublayers, by: replication, in: inner, into: &members)
        } else {
            collect(layer.shownSublayers, in: inner, into: &members)
        }
    }
}
