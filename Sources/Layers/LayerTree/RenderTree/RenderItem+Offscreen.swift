extension RenderItem {
    /// Whether the item is drawn into a buffer of its own in each frame.
    var takesOffscreenPass: Bool {
        switch self {
        case .quad, .shape, .sprites, .raster: false
        case .shadow(let shadow): if case .items = shadow.caster { true } else { false }
        case .group: true
        }
    }

    /// The number of offscreen passes, including those of inner items; a raster takes them only when it changes.
    var offscreenPassCount: Int {
        if case .raster = self { return 0 }
        return innerItems.joined().reduce(takesOffscreenPass ? 1 : 0) { $0 + $1.offscreenPassCount }
    }
}
