internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

extension BidirectionalCollection<DrawCommand> {
    /// Returns the pixels of an area without opaque coverage by a command, as disjoint rectangles.
    ///
    /// Pixels that only several opaque shapes together cover, or that polygons cover, count as uncovered, and so do pixels
    /// beyond ``DrawCommand/uncoveredPartLimit`` parts: filling them is never wrong.
    ///
    /// - Parameters:
    ///   - area: the area.
    ///   - limit: the maximum number of opaque commands to examine, from the top; by default all.
    /// - Returns: the rectangles.
    /// - Complexity: O(commands + limit · ``DrawCommand/uncoveredPartLimit``).
    func uncoveredPixels(of area: PixelRect, limit: Int = .max) -> [PixelRect] {
        var parts = [area]
        var left = limit
        for command in reversed() where left > 0 {
            guard let opaque = command.opaquePixels?.intersection(area), !opaque.isEmpty else { continue }
            left -= 1
            guard parts.contains(where: { !$0.intersection(opaque).isEmpty }) else { continue }
            let rest = parts.flatMap { $0.subtracting(opaque) }
            guard !rest.isEmpty else { return [] }
            if rest.count <= DrawCommand.uncoveredPartLimit {
                parts = rest
            }
        }
        return parts
    }
}

extension DrawCommand {
    /// The maximum number of rectangles into which the uncovered pixels are divided.
    static let uncoveredPartLimit = 32
    /// The maximum number of opaque commands to examine before a band is filled.
    ///
    /// With many small commands, filling a pixel takes less time than the search for a command that covers it.
    static let hiderLimit = 32

    /// The rectangle in which the command hides everything below; nil if there is none.
    var opaquePixels: PixelRect? {
        switch content {
        case .quad(let quad): quad.isOpaque && quad.polygons.isEmpty ? bounds : nil
        case .shape(let shape): shape.opaquePixels
        case .shadow, .sprites, .group: nil
        }
    }
}

extension PixelRect {
    /// Returns the pixels outside another rectangle, as at most four rectangles.
    func subtracting(_ other: PixelRect) -> [PixelRect] {
        let hole = intersection(other)
        guard !hole.isEmpty else { return [self] }
        let right = columns.upperBound
        let bottom = rows.upperBound
        let holeRight = hole.columns.upperBound
        let holeBottom = hole.rows.upperBound
        return [
            PixelRect(x: x, y: y, width: size.width, height: hole.y - y),
            PixelRect(x: x, y: hole.y, width: hole.x - x, height: hole.size.height),
            PixelRect(x: holeRight, y: hole.y, width: right - holeRight, height: hole.size.height),
            PixelRect(x: x, y: holeBottom, width: size.width, height: bottom - holeBottom),
        ].filter { !$0.isEmpty }
    }
}
