internal import PixelKernels

/// The colors of a display for those of sRGB, as a grid between whose points colors are interpolated.
///
/// Tiles are converted when they come into view, not in each frame.
public final class DisplayColors: Sendable {
    /// The number of grid points for each channel: 33, which are 8 steps of 8 bits apart.
    public static let gridPoints = ColorGrid.points

    private let grid: ColorGrid

    /// Creates the colors of a grid.
    ///
    /// - Parameter colors: red, green and blue of each point from 0 to 65,535; the blue of the grid changes fastest and the red
    ///   slowest.
    public init(_ colors: [UInt16]) {
        grid = ColorGrid(colors)
    }

    /// Converts premultiplied pixels, 0xAARRGGBB; `target` may be `source`.
    func map(_ source: UnsafePointer<UInt32>, count: Int, to target: UnsafeMutablePointer<UInt32>) {
        grid.map(source, count: count, to: target)
    }
}
