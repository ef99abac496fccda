/// The images that a frame has shown: contents, and the rasters with what was drawn into them.
struct ShownImages {
    private var buffers: Set<ObjectIdentifier> = []
    private var rasters: [Int: [RenderItem]] = [:]

    /// Creates an empty set.
    init() {}

    /// Creates the set of a frame.
    init(_ frame: RenderTree) {
        insert(frame.items)
    }

    private mutating func insert(_ items: [RenderItem]) {
        for item in items {
            if let buffer = item.buffer { buffers.insert(ObjectIdentifier(buffer)) }
            if case .raster(let raster) = item { rasters[raster.id] = raster.items }
            if case .group = item { item.innerItems.forEach { insert($0) } }
        }
    }

    /// Whether the image that an item shows was shown before; nil if it shows none.
    func contains(_ item: RenderItem) -> Bool? {
        if case .raster(let raster) = item { return rasters[raster.id] == raster.items }
        return item.buffer.map { buffers.contains(ObjectIdentifier($0)) }
    }

    /// Whether every image of another frame was shown before.
    func contains(_ other: ShownImages) -> Bool {
        buffers.isSuperset(of: other.buffers) && other.rasters.allSatisfy { rasters[$0.key] == $0.value }
    }
}

extension RenderItem {
    /// The image that fills the item; nil if none does.
    var buffer: PixelBuffer? {
        switch self {
        case .quad(let quad): quad.fill.contents?.buffer
        case .shape(let shape): shape.fill.contents?.buffer
        case .sprites(let sprites): sprites.buffer
        case .shadow, .raster, .group: nil
        }
    }
}

extension RenderFill {
    /// The image, if it is one.
    var contents: RenderContents? {
        if case .contents(let contents) = self { contents } else { nil }
    }
}
