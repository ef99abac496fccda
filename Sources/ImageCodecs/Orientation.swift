public import TilePyramid

/// The transformation that turns a stored image upright; raw values are those of EXIF (tag 0x0112).
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
    /// As stored.
    case upright = 1
    /// Mirrored left to right.
    case flippedHorizontally
    /// Rotated by 180°.
    case rotated180
    /// Mirrored top to bottom.
    case flippedVertically
    /// Mirrored along the diagonal from the top left: rows become columns.
    case transposed
    /// To be rotated clockwise by 90°.
    case rotated90
    /// Mirrored along the diagonal from the top right: rows become columns.
    case transversed
    /// To be rotated counterclockwise by 90°.
    case rotated270

    /// Whether rows become columns, so that width and height are exchanged.
    public var transposes: Bool { rawValue >= Orientation.transposed.rawValue }

    /// Returns the size of the upright image.
    ///
    /// - Parameter stored: the size of the image as stored.
    /// - Returns: the same size, or its sides exchanged.
    public func upright(_ stored: PixelSize) -> PixelSize {
        transposes ? PixelSize(width: stored.height, height: stored.width) : stored
    }

    /// Whether the upright image's first row is the last stored row, or the last stored column if the orientation
    /// transposes.
    var reversesRows: Bool { [.rotated180, .flippedVertically, .transversed, .rotated270].contains(self) }

    /// Whether the upright image's first column is the last stored column, or the last stored row if the orientation
    /// transposes.
    var reversesColumns: Bool { [.flippedHorizontally, .rotated180, .rotated90, .transversed].contains(self) }
}
