internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

extension PixelRect {
    /// The rectangle, moved by whole pixels within an image.
    ///
    /// - Parameters:
    ///   - vector: the distance in full-size pixels, which is rounded.
    ///   - size: the size of the image, which contains the rectangle.
    /// - Returns: a rectangle of the same size.
    func moved(by vector: Point, in size: PixelSize) -> PixelRect {
        PixelRect(
            x: Self.whole(Double(x) + vector.x, in: 0...size.width - self.size.width),
            y: Self.whole(Double(y) + vector.y, in: 0...size.height - self.size.height),
            width: self.size.width, height: self.size.height)
    }

    /// The rectangle, resized by a handle that is moved.
    ///
    /// Edges stay at whole pixels of the image, and opposite ones at least one pixel apart; an edge that is moved beyond the
    /// opposite one goes on at its other side.
    ///
    /// - Parameters:
    ///   - handle: the handle.
    ///   - vector: the distance by which it is moved, in full-size pixels.
    ///   - size: the size of the image, which contains the rectangle.
    ///   - keepsAspect: whether the ratio of width and height stays, as far as whole pixels allow. Then a corner leaves the
    ///     opposite one where it is, and an edge the middle of the opposite one.
    /// - Returns: the rectangle.
    func resized(
        by handle: SelectionHandle, _ vector: Point, in size: PixelSize, keepsAspect: Bool
    ) -> PixelRect {
        let horizontal = Side(start: x, length: self.size.width, limit: size.width)
        let vertical = Side(start: y, length: self.size.height, limit: size.height)
        guard keepsAspect else {
            let columns = horizontal.moved(handle.horizontal, by: vector.x)
            let rows = vertical.moved(handle.vertical, by: vector.y)
            return PixelRect(x: columns.start, y: rows.start, width: columns.length, height: rows.length)
        }
        let across = horizontal.pull(handle.horizontal, by: vector.x)
        let down = vertical.pull(handle.vertical, by: vector.y)
        // The longer pull counts, as far as there is room for both sides.
        let factor = min(max(across.factor, down.factor), across.room, down.room)
        let columns = horizontal.scaled(by: factor, across)
        let rows = vertical.scaled(by: factor, down)
        return PixelRect(x: columns.start, y: rows.start, width: columns.length, height: rows.length)
    }

    /// The extent of a rectangle along one axis.
    private struct Side {
        var start: Int
        var length: Int
        /// The length of the image.
        var limit: Int

        var end: Int { start + length }

        /// The side after one of its edges has moved: the first for −1, the last for 1, neither for 0.
        func moved(_ edge: Int, by distance: Double) -> Side {
            guard edge != 0 else { return self }
            let fixed = edge < 0 ? end : start
            var position = PixelRect.whole(Double(edge < 0 ? start : end) + distance, in: 0...limit)
            if position == fixed { position = fixed + edge }
            return Side(start: min(fixed, position), length: abs(position - fixed), limit: limit)
        }

        /// A movement of an edge that keeps the ratio of width and height.
        struct Pull {
            /// The factor by which the side is stretched.
            var factor: Double
            /// The largest factor for which there is room.
            var room: Double
            /// The edge that stays; nil if the middle does.
            var fixed: Int?
            /// The direction in which the side extends from the fixed edge: −1 or 1.
            var direction = 1
        }

        /// The stretching of the side when one of its edges moves by a distance.
        func pull(_ edge: Int, by distance: Double) -> Pull {
            guard edge != 0 else { return Pull(factor: 0, room: Double(limit) / Double(length)) }
            let fixed = edge < 0 ? end : start
            let pulled = Double(edge < 0 ? start : end) + distance - Double(fixed)
            // There is room at the edge's own side at least.
            let crosses = pulled * Double(edge) < 0 && (edge < 0 ? limit - fixed : fixed) > 0
            let direction = crosses ? -edge : edge
            let room = direction < 0 ? fixed : limit - fixed
            return Pull(
                factor: max(0, pulled * Double(direction)) / Double(length), room: Double(room) / Double(length),
                fixed: fixed, direction: direction)
        }

        /// The side, stretched by a factor.
        func scaled(by factor: Double, _ pull: Pull) -> Side {
            let new = PixelRect.whole(Double(length) * factor, in: 1...limit)
            guard let fixed = pull.fixed else {
                let first = Double(start) + Double(length - new) / 2
                return Side(start: PixelRect.whole(first, in: 0...limit - new), length: new, limit: limit)
            }
            return Side(start: pull.direction < 0 ? fixed - new : fixed, length: new, limit: limit)
        }
    }

    /// The nearest whole number in a range.
    private static func whole(_ value: Double, in range: ClosedRange<Int>) -> Int {
        // What is not a number is as good as the beginning.
        guard value > Double(range.lowerBound) else { return range.lowerBound }
        return value >= Double(range.upperBound) ? range.upperBound : Int(value.rounded())
    }
}
