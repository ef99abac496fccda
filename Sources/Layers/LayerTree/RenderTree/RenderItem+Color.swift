internal import VectorDrawing

extension RenderItem {
    /// Multiplies all colors by an opaque color, except the colors of masks, which have no effect.
    mutating func tint(by color: Color) {
        switch self {
        case .quad(var quad):
            quad.fill = quad.fill.tinted(by: color)
            self = .quad(quad)
        case .shape(var shape):
            shape.fill = shape.fill.tinted(by: color)
            self = .shape(shape)
        case .shadow(var shadow):
            shadow.color = shadow.color.multiplied(by: color)
            self = .shadow(shadow)
        case .sprites(var sprites):
            for index in sprites.sprites.indices { sprites.sprites[index].tint(by: color) }
            self = .sprites(sprites)
        case .raster(var raster):
            for index in raster.items.indices { raster.items[index].tint(by: color) }
            self = .raster(raster)
        case .group(var group):
            for index in group.items.indices { group.items[index].tint(by: color) }
            self = .group(group)
        }
    }
}

extension RenderFill {
    /// The fill, multiplied by a color.
    func tinted(by color: Color) -> RenderFill {
        switch self {
        case .color(let own): return .color(own.multiplied(by: color))
        case .contents(var contents):
            contents.tint = contents.tint.multiplied(by: color)
            return .contents(contents)
        case .gradient(var gradient):
            for index in gradient.stops.indices {
                gradient.stops[index].color = gradient.stops[index].color.multiplied(by: color)
            }
            return .gradient(gradient)
        }
    }

    /// The fill at another place, multiplied by a color.
    func moved(by move: Projection, tintedBy color: Color) -> RenderFill {
        switch self {
        case .color: return tinted(by: color)
        case .contents(var contents):
            contents.projection = contents.projection.followed(by: move)
            contents.tint = contents.tint.multiplied(by: color)
            return .contents(contents)
        case .gradient(var gradient):
            gradient.projection = gradient.projection.followed(by: move)
            return color == .white ? .gradient(gradient) : RenderFill.gradient(gradient).tinted(by: color)
        }
    }
}

extension RenderSprite {
    /// Multiplies the tint, which is premultiplied, by an opaque color.
    fileprivate mutating func tint(by color: Color) {
        func channel(_ shift: UInt32, _ factor: Double) -> UInt32 {
            UInt32((Double(tint >> shift & 255) * min(max(factor, 0), 1)).rounded()) << shift
        }
        tint = tint & 0xFF00_0000 | channel(16, color.red) | channel(8, color.green) | channel(0, color.blue)
    }
}

extension Color {
    /// The product of the components.
    func multiplied(by other: Color) -> Color {
        Color(
            red: red * other.red, green: green * other.green, blue: blue * other.blue, alpha: alpha * other.alpha)
    }
}
