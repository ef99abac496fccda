public import TilePyramid

/// How the levels of a pyramid are made, and what its tiles are called.
public enum PyramidLayout: String, Hashable, Sendable, CaseIterable {
    /// `NAME.dzi` and `NAME_files/LEVEL/COLUMN_ROW.jpg`: what web viewers read.
    case deepzoom
    /// `TileGroup0/LEVEL-COLUMN-ROW.jpg` and `ImageProperties.xml`.
    case zoomify
    /// `info.json` and `REGION/SIZE/0/default.jpg`: IIIF Image API 3.0, level 0.
    case iiif
    /// The same of IIIF Image API 2.1.
    case iiif2
    /// `ZOOM/COLUMN/ROW.jpg`, rows counted from the top: web maps.
    case xyz
    /// The same with rows counted from the bottom, and `tilemapresource.xml`.
    case tms
    /// `ZOOM/ROW/COLUMN.jpg`, as libvips has it, and `blank.png`.
    case google
    /// The full size only, as `NAME_COLUMN_ROW.jpg` side by side.
    case flat

    /// What levels are like in this layout.
    ///
    /// - Parameter rounding: what becomes of odd rows and columns; nil for what readers of the layout expect.
    /// - Returns: the shape that a pyramid of any size is to have.
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
