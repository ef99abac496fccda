/// A pool of layers for the visible items among many; a layer is created only if no spare one is left.
///
/// Of thousands of items, only the visible ones cost memory and time:
///
/// ```swift
/// let pool = LayerPool<Int>(in: list) {
///     Layer()
/// } configure: { layer, row in
///     layer.position = Point(x: 0, y: 40 * Double(row))
///     layer.contents = thumbnails[row]
/// }
/// pool.show(visibleRows)
/// ```
@MainActor
public final class LayerPool<Key: Hashable> {
    /// The result of an update: the numbers of items shown, and of layers recycled and created.
    public struct Update: Hashable, Sendable {
        /// The number of items that are shown.
        public var shown = 0
        /// The number of layers that were reused: they showed another item before, or none.
        public var recycled = 0
        /// The number of layers that were created.
        public var created = 0

        /// Creates an update that did nothing.
        public init() {}
    }

    /// The layer that contains the pool's layers.
    public let superlayer: Layer
    /// The maximum number of layers without an item; further layers are released.
    ///
    /// The default is 4096.
    public var spareLimit = 4096 {
        didSet { spare.removeLast(max(0, spare.count - spareLimit)) }
    }

    private let makeLayer: @MainActor () -> Layer
    private let configure: @MainActor (Layer, Key) -> Void
    private var shown: [Key: Layer] = [:]
    private var spare: [Layer] = []

    /// Creates an empty pool.
    ///
    /// - Parameters:
    ///   - superlayer: the superlayer of the layers. Their order is not defined: set `zPosition` if they overlap.
    ///   - makeLayer: creates a layer.
    ///   - configure: makes a layer show an item; the layer may have shown another item before.
    public init(
        in superlayer: Layer, makeLayer: @escaping @MainActor () -> Layer,
        configure: @escaping @MainActor (Layer, Key) -> Void
    ) {
        self.superlayer = superlayer
        self.makeLayer = makeLayer
        self.configure = configure
    }

    /// The number of layers without an item.
    public var spareCount: Int { spare.count }

    /// The layer of an item; nil if it is not shown.
    public func layer(for key: Key) -> Layer? { shown[key] }

    /// Shows these items and no others, without animation.
    ///
    /// Layers of remaining items are not configured again; layers of removed items are reused for new items.
    ///
    /// - Parameter keys: the items; repeated items count once.
    /// - Returns: the numbers of layers that were recycled and created.
    /// - Complexity: O(items shown before and after).
    @discardableResult
    public func show(_ keys: some Sequence<Key>) -> Update {
        Transaction.run(disablesActions: true) { update(keys) }
    }

    private func update(_ keys: some Sequence<Key>) -> Update {
        var former = shown
        var new: [Key] = []
        shown = [:]
        for key in keys where shown[key] == nil {
            shown[key] = former.removeValue(forKey: key)
            if shown[key] == nil { new.append(key) }
        }
        var free = Array(former.values)
        var update = Update()
        var seen: Set<Key> = []
        for key in new where seen.insert(key).inserted {
            let layer: Layer
            if let recycled = free.popLast() ?? spare.popLast() {
                layer = recycled
                update.recycled += 1
            } else {
                layer = makeLayer()
                update.created += 1
            }
            configure(layer, key)
            if layer.superlayer !== superlayer {
                superlayer.addSublayer(layer)
            }
            shown[key] = layer
        }
        // What is left costs nothing while it waits outside of the tree.
        for layer in free {
            layer.removeFromSuperlayer()
        }
        spare += free.prefix(max(0, spareLimit - spare.count))
        update.shown = shown.count
        return update
    }
}
