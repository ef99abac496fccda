internal import LayerTree
internal import VectorDrawing

/// The marking of points that show the same in two images, one pair after the other.
struct PointMarking: Hashable, Sendable {
    /// The pairs that are marked.
    private(set) var pairs: [ImagePlacement.Pair] = []
    /// The point of the first image whose counterpart is marked next; nil before that.
    private(set) var pending: Point?

    /// The most pairs that are marked.
    static let pairLimit = 12

    /// Whether the next point is one of the second image.
    var awaitsSecond: Bool { pending != nil }

    /// Marks a point of the first image, in place of one that waits for its counterpart; does nothing beyond ``pairLimit``.
    mutating func markFirst(_ point: Point) {
        if pairs.count < Self.pairLimit { pending = point }
    }

    /// Marks the counterpart in the second image.
    ///
    /// - Returns: the placement that follows from all pairs; nil while there are too few of them.
    /// - Throws: the reason that the points determine none; the pair is not kept then.
    mutating func markSecond(_ point: Point) throws(ImagePlacement.Fault) -> ImagePlacement? {
        guard let first = pending, pairs.count < Self.pairLimit else { return nil }
        let all = pairs + [ImagePlacement.Pair(image: point, first: first)]
        pending = nil
        let placement = all.count >= 2 ? try ImagePlacement(fitting: all) : nil
        pairs = all
        return placement
    }

    /// The number of points that are marked in either image.
    var pointCount: Int { 2 * pairs.count + (pending == nil ? 0 : 1) }

    /// The next step of the user, in words.
    var instruction: String {
        let number = pairs.count + 1
        guard number <= Self.pairLimit else { return "\(Self.pairLimit) pairs are marked; Enter keeps them." }
        if awaitsSecond { return "Click the same place in the second image." }
        return pairs.count < 2
            ? "Point \(number): click a place in the first image; Esc cancels."
            : "\(pairs.count) pairs; click point \(number) in the first image, or Enter keeps the placement."
    }
}
