public import TilePyramid

/// The levels and file names of a pyramid.
public enum PyramidLayout: String, Hashable, Sendable, CaseIterable {
    /// Deep Zoom, for web viewers: `NAME.dzi` and `NAME_files/LEVEL/COLUMN_ROW.jpg`.
    case deepzoom
    /// Zoomify: `TileGroup0/LEVEL-COLUMN-ROW.jpg` and `ImageProperties.xml`.
    case zoomify
    /// IIIF Image API 3.0, level 0: `info.json` and `REGION/SIZE/0/default.jpg`.
    case iiif
    /// IIIF Image API 2.1, level 0.
    case iiif2
    /// Web map tiles: `ZOOM/COLUMN/ROW.jpg` with rows counted from the top.
    case xyz
    /// TMS: `ZOOM/COLUMN/ROW.jpg` with rows counted from the bottom, and `tilemapresource.xml`.
    case tms
    /// The Google layout of libvips: `ZOOM/ROW/COLUMN.jpg`, and `blank.png`.
    case google
    /// Full-size tiles only, side by side: `NAME_COLUMN_ROW.jpg`.
    case flat

    /// The shape of a pyramid in this layout.
    ///
    /// - Parameter rounding: how odd sizes are halved; `nil` for what readers of the layout expect.
    /// - Returns: the shape, which does not depend on the size of the image.
    public func shape(rounding: PyramidShape.Rounding? = nil) -> PyramidShape {
        var shape = PyramidShape()
        switch self {
        case .deepzoom, .flat: break
        case .zoomify:
            shape.rounding = .down
            shape.coarsest = .tile
        case .iiif, .iiif2: shape.coarsest = .tile
        case .xyz, .tms, .google:
            shape.coarsest = .tile
            shape.padsTiles = true
        }
        shape.rounding = rounding ?? shape.rounding
        return shape
    }
}
