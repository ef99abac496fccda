internal import VectorDrawing

/// The images of a frame: contents, and rasters with their items.
struct ShownImages {
    private var buffers: Set<ObjectIdentifier> = []
    private var rasters: [Int: [RenderItem]] = [:]
    /// Recently inserted buffers, by some bits of their addresses: items often share a few buffers.
    private var recent = [ObjectIdentifier?](repeating: nil, count: 64)

    /// Creates an empty set.
    init() {}

    /// Creates the set of a frame.
    init(_ frame: RenderTree) {
        insert(frame.items)
    }

    private mutating func insert(_ items: [RenderItem]) {
        for index in items.indices {
            if let buffer = items[index].buffer { insert(ObjectIdentifier(buffer)) }
            if case .raster(let raster) = items[index] { rasters[raster.id] = raster.items }
            if case .group = items[index] { items[index].innerItems.forEach { insert($0) } }
        }
    }

    private mutating func insert(_ buffer: ObjectIdentifier) {
        let place = (UInt(bitPattern: buffer) >> 6) % UInt(recent.count)
        guard recent[Int(place)] != buffer else { return }
        recent[Int(place)] = buffer
        buffers.insert(buffer)
    }

    /// Whether the item's image was shown before; nil if it has no image.
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
    /// The image that fills the item; nil if there is none.
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
    /// The image, if the fill is an image.
    var contents: RenderContents? {
        if case .contents(let contents) = self { contents } else { nil }
    }
}
