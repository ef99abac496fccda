internal import TilePyramid

/// A part of a layer in a space: what is seen of it in an area of the frame.
struct SpacePart {
    /// A side of a cut.
    struct Side {
        /// The index of the cut.
        let cut: Int
        /// Whether it is the side where the distance from the cut is positive.
        let isPositive: Bool
    }

    /// The index of the layer.
    let layer: Int
    /// The area of the frame in which the layer is drawn as this part.
    let area: SeenPolygon
    /// The sides of the cuts between which the area lies; none for a whole layer.
    let sides: [Side]
    /// The part of the layer's bounds in the area, which is compared with others; empty for nothing.
    let polygon: SeenPolygon
    /// The bounding box of the polygon.
    let box: (low: SIMD2<Double>, high: SIMD2<Double>)
    /// Whether the bounds lie outside the area, in which only sublayers are drawn.
    let isOutside: Bool

    /// Creates a part.
    init(layer: Int, area: SeenPolygon, sides: [Side] = [], polygon: SeenPolygon, isOutside: Bool = false) {
        self.layer = layer
        self.area = area
        self.sides = sides
        self.polygon = polygon
        self.isOutside = isOutside
        box = polygon.box
    }

    /// Whether both are compared at all: they belong to different layers, and their bounding boxes overlap.
    func canOverlap(_ other: SpacePart) -> Bool {
        layer != other.layer && box.low.x < other.box.high.x && other.box.low.x < box.high.x
            && box.low.y < other.box.high.y && other.box.low.y < box.high.y
    }
}

/// A line along which a layer is divided.
struct SpaceCut {
    /// The index of the layer.
    let layer: Int
    /// The distance from the line, in pixels.
    let distance: LinearForm
    /// The half of the visible area where the distance is positive; nil if it has no pixels.
    let positive: PixelPolygon?
    /// The other half.
    let negative: PixelPolygon?

    /// Creates a line across the visible area.
    init(layer: Int, distance: LinearForm, visible: SeenPolygon) {
        self.layer = layer
        self.distance = distance
        let halves = visible.divided(by: distance)
        positive = PixelPolygon(half: halves.positive.corners)
        // In opposite orientations the common edge has the same direction in both, and so the same rounding errors.
        negative = PixelPolygon(half: halves.negative.corners.reversed())
    }
}
