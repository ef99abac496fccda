extension RenderItem {
    /// Whether the item is drawn into its own buffer in each frame.
    var takesOffscreenPass: Bool {
        switch self {
        case .quad, .shape, .sprites, .raster: false
        case .shadow(let shadow): if case .items = shadow.caster { true } else { false }
        case .group: true
        }
    }
}
