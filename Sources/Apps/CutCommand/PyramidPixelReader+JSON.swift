internal import FilePyramids
internal import JSONDocuments
internal import PyramidTools
internal import TilePyramid

extension PyramidPixelReader {
    /// The levels for a program that requests regions of them, as a JSON object.
    ///
    /// The keys are `kind`, `name`, `width`, `height`, `format`, `overlap`, `properties` [{`name`, `value`}], `warnings` and
    /// `levels`, from full size on: {`level`, which requests name, `width`, `height`, `downsample`, `tileWidth`, `tileHeight`,
    /// `columns`, `rows`, and `gridX` and `gridY`, the first tile's left and upper edge, 0 or less}.
    func description(of opened: OpenedPyramid) -> String {
        let source = opened.source
        let pyramid = source.pyramid
        let levels = pyramid.levels[pyramid.presentLevels].reversed().map { level in
            let origin = origin(of: level)
            return JSONText.object([
                ("level", "\(level.index)"), ("width", "\(level.size.width - origin.x)"),
                ("height", "\(level.size.height - origin.y)"), ("downsample", JSONText.number(level.downsample)),
                ("tileWidth", "\(level.tileSize.width)"), ("tileHeight", "\(level.tileSize.height)"),
                ("columns", "\(level.grid.columns)"), ("rows", "\(level.grid.rows)"),
                ("gridX", "\(-level.inset.x - origin.x)"), ("gridY", "\(-level.inset.y - origin.y)"),
            ])
        }
        let properties = source.properties.map {
            JSONText.object([("name", JSONText.string($0.name)), ("value", JSONText.string($0.value))])
        }
        return JSONText.object([
            ("kind", JSONText.string(opened.format.name)), ("name", JSONText.string(opened.name)),
            ("width", "\(source.imageSize.width)"), ("height", "\(source.imageSize.height)"),
            ("format", JSONText.string(source.format.rawValue)), ("overlap", "\(pyramid.overlap)"),
            ("properties", JSONText.array(properties)),
            ("warnings", JSONText.array(opened.warnings.map(JSONText.string))), ("levels", JSONText.array(levels)),
        ])
    }
}
