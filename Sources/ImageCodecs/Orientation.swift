public import TilePyramid

/// How a stored image has to be turned or mirrored to stand upright; the numbers are those of EXIF (tag 0x0112).
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
    /// As stored.
    case upright = 1
    /// Mirrored left to right.
    case flippedHorizontally
    /// Turned by half a turn.
    case rotated180
    /// Mirrored top to bottom.
    case flippedVertically
    /// Mirrored along the diagonal from the top left: rows become columns.
    case transposed
    /// To be turned clockwise by a quarter.
    case rotated90
    /// Mirrored along the diagonal from the top right.
    case transversed
    /// To be turned counter-clockwise by a quarter.
    case rotated270

    /// Whether rows become columns, so that width and height change places.
    public var transposes: Bool { rawValue >= Orientation.transposed.rawValue }

    /// The size of the upright image.
    ///
    /// - Parameter stored: the size of the image as it is stored.
    /// - Returns: the same, or with its sides swapped.
    public func upright(_ stored: PixelSize) -> PixelSize {
        transposes ? PixelSize(width: stored.height, height: stored.width) : stored
    }

    /// Whether the rows of the upright image start from the last stored row, or the last stored column when sides swap.
    var reversesRows: Bool { [.rotated180, .flippedVertically, .transversed, .rotated270].contains(self) }

    /// Whether the columns of the upright image start from the last stored column, or row when sides swap.
    var reversesColumns: Bool { [.flippedHorizontally, .rotated180, .rotated90, .transversed].contains(self) }
}
