internal import TilePyramid

extension RenderItem {
    /// The item, moved by whole pixels.
    ///
    /// Items that differ only by whole pixels become equal: positions are rounded to 2⁻¹⁶ pixel, which is invisible, so that
    /// rounding errors of coordinates do not matter.
    package func moved(columns: Int, rows: Int) -> RenderItem {
        let move = PixelMove(columns: columns, rows: rows)
        switch self {
        case .quad(var quad):
            quad.outline = move(quad.outline)
            quad.softOutline = quad.softOutline.map { move($0) }
            quad.clip = move(quad.clip)
            quad.fill = move(quad.fill)
            return .quad(quad)
        case .shape(let shape):
            return .shape(
                RenderShape(
                    path: shape.path, fillRule: shape.fillRule, projection: move(shape.projection),
                    fill: move(shape.fill), opacity: shape.opacity, blendMode: shape.blendMode, clip: move(shape.clip),
                    core: shape.core))
        case .shadow(let shadow):
            return .shadow(
                RenderShadow(
                    move(shadow.caster), offset: shadow.offset, blurRadius: shadow.blurRadius, color: shadow.color,
                    opacity: shadow.opacity, clip: move(shadow.clip)))
        case .sprites(let sprites):
            let moved = sprites.sprites.map { sprite in
                var sprite = sprite
                sprite.center += SIMD2(Float(columns), Float(rows))
                return sprite
            }
            return .sprites(
                RenderSprites(
                    buffer: sprites.buffer, source: sprites.source, filter: sprites.filter, sprites: moved,
                    opacity: sprites.opacity, blendMode: sprites.blendMode, clip: move(sprites.clip)))
        case .raster(var raster):
            raster.outline = move(raster.outline)
            raster.projection = move(raster.projection)
            raster.clip = move(raster.clip)
            return .raster(raster)
        case .group(var group):
            group.bounds = move(group.bounds)
            group.items = group.items.map { $0.moved(columns: columns, rows: rows) }
            group.mask = group.mask?.map { $0.moved(columns: columns, rows: rows) }
            return .group(group)
        }
    }
}

/// A movement by whole pixels.
private struct PixelMove {
    let columns: Int, rows: Int

    func callAsFunction(_ rect: PixelRect) -> PixelRect {
        PixelRect(x: rect.x + columns, y: rect.y + rows, width: rect.size.width, height: rect.size.height)
    }

    func callAsFunction(_ outline: PixelPolygon) -> PixelPolygon { outline.moved(columns: columns, rows: rows) }

    func callAsFunction(_ clip: RenderClip) -> RenderClip {
        RenderClip(bounds: self(clip.bounds), outlines: clip.outlines.map { self($0) })
    }

    func callAsFunction(_ projection: Projection) -> Projection {
        var moved = projection.followed(by: Projection(translationX: Double(columns), y: Double(rows)))
        if moved.isAffine {
            func rounded(_ coordinate: Double) -> Double { (coordinate * 65536).rounded(.toNearestOrEven) / 65536 }
            moved.rows.2 = SIMD3(rounded(moved.rows.2.x), rounded(moved.rows.2.y), 1)
        }
        return moved
    }

    func callAsFunction(_ fill: RenderFill) -> RenderFill {
        switch fill {
        case .color: return fill
        case .contents(var contents):
            contents.projection = self(contents.projection)
            return .contents(contents)
        case .gradient(var gradient):
            gradient.projection = self(gradient.projection)
            return .gradient(gradient)
        }
    }

    func callAsFunction(_ caster: RenderShadow.Caster) -> RenderShadow.Caster {
        switch caster {
        case .roundedRect(let rect, let radius, let projection):
            .roundedRect(rect, radius: radius, self(projection))
        case .path(let path, let rule, let projection): .path(path, rule, self(projection))
        case .items(let items): .items(items.map { $0.moved(columns: columns, rows: rows) })
        }
    }
}
