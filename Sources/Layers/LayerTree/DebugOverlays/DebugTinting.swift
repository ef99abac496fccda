internal import VectorDrawing

/// Lays the tints of debug overlays directly above their items, so that an item above hides them together.
struct DebugTinting {
    /// The overlays.
    let overlays: DebugOverlays
    /// The images of the last frame.
    let known: ShownImages

    /// The items, from bottom to top, each followed by its tints.
    func tinted(_ items: [RenderItem]) -> [RenderItem] {
        items.flatMap { item -> [RenderItem] in
            guard case .group(var group) = item else {
                return [item] + tints(of: item).compactMap { item.tinted($0) }
            }
            // In the sum of a cross-fade each tint would count as often as there are items.
            if group.blendMode == .over {
                group.items = tinted(group.items)
            }
            return [.group(group)] + tints(of: item).compactMap { item.tinted($0) }
        }
    }

    private func tints(of item: RenderItem) -> [Color] {
        var tints: [Color] = []
        if overlays.contains(.blended), let isOpaque = item.isOpaque {
            tints.append(isOpaque ? DebugOverlays.Tint.green : DebugOverlays.Tint.red)
        }
        if overlays.contains(.cacheHits), let isHit = known.contains(item) {
            tints.append(isHit ? DebugOverlays.Tint.green : DebugOverlays.Tint.red)
        }
        if overlays.contains(.misaligned) {
            switch item.alignment {
            case .aligned: break
            case .misaligned: tints.append(DebugOverlays.Tint.magenta)
            case .scaled: tints.append(DebugOverlays.Tint.yellow)
            }
        }
        if overlays.contains(.offscreenPasses), item.takesOffscreenPass {
            tints.append(DebugOverlays.Tint.yellow)
        }
        if overlays.contains(.copied), item.needsCompositor {
            tints.append(DebugOverlays.Tint.blue)
        }
        return tints
    }
}
