public import TilePyramid

/// How a stored image has to be turned or mirrored to stand upright; the numbers are those of EXIF (tag 0x0112).
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
    /// As stored.
    case upright = 1
    /// Mirrored left to right.
    case mirrored
    /// Turned by half a turn.
    case halfTurn
    /// Mirrored top to bottom.
    case flipped
    /// Mirrored along the diagonal from the top left: rows become columns.
    case transposed
    /// To be turned clockwise by a quarter.
    case quarterClockwise
    /// Mirrored along the diagonal from the top right.
    case transversed
    /// To be turned counter-clockwise by a quarter.
    case quarterCounterclockwise

    /// Whether rows become columns, so that width and height change places.
    public var swapsSides: Bool { rawValue >= Orientation.transposed.rawValue }

    /// The size of the upright image.
    ///
    /// - Parameter stored: the size of the image as it is stored.
    /// - Returns: the same, or with its sides swapped.
    public func upright(_ stored: PixelSize) -> PixelSize {
        swapsSides ? PixelSize(width: stored.height, height: stored.width) : stored
    }

    /// Whether the rows of the upright image start from the last stored row, or the last stored column when sides swap.
    var startsAtEnd: Bool { [.halfTurn, .flipped, .transversed, .quarterCounterclockwise].contains(self) }

    /// Whether the columns of the upright image start from the last stored column, or row when sides swap.
    var columnsStartAtEnd: Bool { [.mirrored, .halfTurn, .quarterClockwise, .transversed].contains(self) }
}
