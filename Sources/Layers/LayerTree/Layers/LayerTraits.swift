/// The rules of a kind of layer for frames, for kinds that other modules of the package declare.
///
/// In other modules a class overrides only what is open to every app. So the initializer of such a kind sets ``Layer/traits``.
@MainActor
package final class LayerTraits {
    /// The class whose items depend only on the properties and the time of their context; nil for none.
    ///
    /// Subclasses of it are unknown, and their items may depend on the place.
    let placeIndependentClass: Layer.Type?
    /// Whether sublayers are projected into the plane of a layer with the given model.
    let flattensSublayers: (LayerProperties) -> Bool
    /// Returns the copies of its sublayers that a layer with the given presented values shows; nil for the sublayers alone.
    let replication: (LayerProperties) -> Replication?
    /// Whether a layer with the given presented values draws its items in the space of its superlayer.
    let preservesDepth: (LayerProperties) -> Bool
    /// Called after a change of the model, with the model before; nil for none.
    let modelDidChange: ((Layer, LayerProperties) -> Void)?

    /// Creates rules; by default sublayers are flattened, and shown once.
    package init(
        placeIndependentClass: Layer.Type?, flattensSublayers: @escaping (LayerProperties) -> Bool = { _ in true },
        replication: @escaping (LayerProperties) -> Replication? = { _ in nil },
        preservesDepth: @escaping (LayerProperties) -> Bool = { _ in false },
        modelDidChange: ((Layer, LayerProperties) -> Void)? = nil
    ) {
        self.placeIndependentClass = placeIndependentClass
        self.flattensSublayers = flattensSublayers
        self.replication = replication
        self.preservesDepth = preservesDepth
        self.modelDidChange = modelDidChange
    }
}
