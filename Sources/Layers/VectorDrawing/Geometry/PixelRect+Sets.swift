public import TilePyramid

// Inlined everywhere: frames compare each rectangle with up to 16 others.
extension PixelRect {
    /// No pixels.
    package static let none = PixelRect(x: 0, y: 0, width: 0, height: 0)

    /// Creates the rectangle of all pixels of a size.
    package init(_ size: PixelSize) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    /// Whether the rectangle contains no pixel.
    @inlinable public var isEmpty: Bool { size.width <= 0 || size.height <= 0 }

    /// The common pixels; empty if there are none.
    @inlinable public func intersection(_ other: PixelRect) -> PixelRect {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return PixelRect(
            x: left, y: top, width: max(0, min(x + size.width, other.x + other.size.width) - left),
            height: max(0, min(y + size.height, other.y + other.size.height) - top))
    }

    /// The bounding box of both; an empty rectangle does not count.
    @inlinable public func union(_ other: PixelRect) -> PixelRect {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = min(x, other.x)
        let top = min(y, other.y)
        return PixelRect(
            x: left, y: top, width: max(x + size.width, other.x + other.size.width) - left,
            height: max(y + size.height, other.y + other.size.height) - top)
    }

    /// Whether the rectangle contains every pixel of another one.
    @inlinable public func contains(_ other: PixelRect) -> Bool { intersection(other) == other }
}
