internal import Glibc
internal import VectorDrawing

/// A page that is rolled up around a cylinder on top of it, seen from above.
struct PageCurl {
    /// A strip of the page, with its visible position.
    struct Strip {
        /// The strip in the coordinates of the page.
        var source: Rect
        /// The transform from the page to the visible position of the strip.
        var transform: AffineTransform
        /// Whether the back of the page is seen.
        var isBack: Bool
        /// The darkness of the strip, from 0 to 1: the steeper, the darker.
        var shade: Double
    }

    /// The rectangle of the page.
    let bounds: Rect
    /// The edge that is lifted first.
    let edge: Transition.Edge
    /// The radius of the cylinder.
    let radius: Double
    /// The distance at which the page leaves the plane, from the edge opposite to the lifted one.
    let contact: Double

    /// The radius as a fraction of the page's length.
    static let relativeRadius = 0.1
    /// The number of strips into which a quarter of the cylinder is divided.
    private static let stripsPerQuarter = 8

    /// The visible strips from the lowest to the highest.
    ///
    /// A point at distance s beyond the contact is at the angle s / radius of the cylinder. From above it appears at contact +
    /// radius · sin(s / radius). Beyond half a turn the page lies flat, upside down.
    var strips: [Strip] {
        let length = edge == .left || edge == .right ? bounds.size.width : bounds.size.height
        var result: [Strip] = []
        func add(_ start: Double, _ end: Double, isBack: Bool, shade: Double, seen: (Double) -> Double) {
            let start = max(0, start)
            let end = min(length, end)
            guard start < end else { return }
            let from = seen(start)
            let to = seen(end)
            let scale = (to - from) / (end - start)
            guard scale != 0 else { return }
            result.append(
                Strip(
                    source: rect(start, end), transform: transform(scale: scale, offset: from - start * scale),
                    isBack: isBack, shade: shade))
        }
        add(0, contact, isBack: false, shade: 0) { $0 }
        let step = radius * .pi / 2 / Double(Self.stripsPerQuarter)
        for index in 0..<2 * Self.stripsPerQuarter {
            let angle = (Double(index) + 0.5) * step / radius
            let start = contact + Double(index) * step
            add(start, start + step, isBack: index >= Self.stripsPerQuarter, shade: 0.4 * (1 - abs(cos(angle)))) {
                contact + radius * sin(($0 - contact) / radius)
            }
        }
        add(contact + .pi * radius, length, isBack: true, shade: 0) { 2 * contact + .pi * radius - $0 }
        return result
    }

    /// The rectangle between two distances from the edge opposite to the lifted one.
    private func rect(_ start: Double, _ end: Double) -> Rect {
        let size = bounds.size
        let length = end - start
        return switch edge {
        case .right: Rect(x: bounds.minX + start, y: bounds.minY, width: length, height: size.height)
        case .left: Rect(x: bounds.maxX - end, y: bounds.minY, width: length, height: size.height)
        case .bottom: Rect(x: bounds.minX, y: bounds.minY + start, width: size.width, height: length)
        case .top: Rect(x: bounds.minX, y: bounds.maxY - end, width: size.width, height: length)
        }
    }

    /// The transform that scales distances from the edge opposite to the lifted one, and adds an offset.
    private func transform(scale: Double, offset: Double) -> AffineTransform {
        func along(_ origin: Double, _ direction: Double) -> Double {
            // x = origin + direction · d becomes origin + direction · (scale · d + offset).
            origin * (1 - scale) + direction * offset
        }
        return switch edge {
        case .right: AffineTransform(a: scale, b: 0, c: 0, d: 1, tx: along(bounds.minX, 1), ty: 0)
        case .left: AffineTransform(a: scale, b: 0, c: 0, d: 1, tx: along(bounds.maxX, -1), ty: 0)
        case .bottom: AffineTransform(a: 1, b: 0, c: 0, d: scale, tx: 0, ty: along(bounds.minY, 1))
        case .top: AffineTransform(a: 1, b: 0, c: 0, d: scale, tx: 0, ty: along(bounds.maxY, -1))
        }
    }
}
