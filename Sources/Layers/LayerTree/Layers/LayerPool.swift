/// Layers for those of many items that are visible, made only when no spare one is left.
///
/// With thousands of items, most of which are off the screen, only the visible ones cost memory and time:
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
    /// What an update has done.
    public struct Update: Hashable, Sendable {
        /// The number of items that are shown.
        public var shown = 0
        /// The number of layers that showed another item before, or none.
        public var recycled = 0
        /// The number of layers that were made.
        public var created = 0

        /// Creates an update that did nothing.
        public init() {}
    }

    /// The layer that contains the pool's layers.
    public let superlayer: Layer
    /// The most layers that are kept without an item; beyond it, layers are released.
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
    ///   - superlayer: the layer that gets the layers as sublayers. Their order among each other is not defined: set
    ///     `zPosition` if they overlap.
    ///   - makeLayer: makes a layer.
    ///   - configure: makes a layer show an item; it may have shown another one before.
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
    /// Layers of items that stay are not configured again; those of items that go are used for new ones.
    ///
    /// - Parameter keys: the items; repeated ones count once.
    /// - Returns: the numbers of layers that were recycled and made.
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
