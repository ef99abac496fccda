public import TilePyramid

/// The transformation that makes a stored image upright, with the raw values of the EXIF orientation tag (0x0112).
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
    /// As stored.
    case upright = 1
    /// Flip horizontally (left to right).
    case flippedHorizontally
    /// Rotate by 180°.
    case rotated180
    /// Flip vertically (top to bottom).
    case flippedVertically
    /// Mirror along the main diagonal, from the top left: rows become columns.
    case transposed
    /// Rotate by 90° clockwise.
    case rotated90
    /// Mirror along the other diagonal, from the top right.
    case transversed
    /// Rotate by 270° clockwise.
    case rotated270

    /// True when rows become columns, so that width and height are swapped.
    public var transposes: Bool { rawValue >= Orientation.transposed.rawValue }

    /// The size of the upright image.
    ///
    /// - Parameter stored: the size of the stored image.
    /// - Returns: the same size, or with its sides swapped.
    public func upright(_ stored: PixelSize) -> PixelSize {
        transposes ? PixelSize(width: stored.height, height: stored.width) : stored
    }

    /// True when the upright rows start from the last stored row, or the last stored column when sides are swapped.
    package var reversesRows: Bool { [.rotated180, .flippedVertically, .transversed, .rotated270].contains(self) }

    /// True when the upright columns start from the last stored column, or the last stored row when sides are swapped.
    package var reversesColumns: Bool { [.flippedHorizontally, .rotated180, .rotated90, .transversed].contains(self) }
}

extension Orientation {
    /// Returns the orientation that has the effect of this one and then of another one.
    package func followed(by next: Orientation) -> Orientation {
        let corners = next.applied(to: applied(to: [0, 1, 2, 3]))
        return Orientation.allCases.first { $0.applied(to: [0, 1, 2, 3]) == corners } ?? .upright
    }

    /// Returns the corners of an upright image from the corners of the stored one, row by row.
    private func applied(to corners: [Int]) -> [Int] {
        (0..<4).map { index in
            let row = index / 2 ^ (reversesRows ? 1 : 0)
            let column = index % 2 ^ (reversesColumns ? 1 : 0)
            return corners[transposes ? 2 * column + row : 2 * row + column]
        }
    }
}
