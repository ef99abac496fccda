internal import Caching
public import LayerTree
internal import TilePyramid
internal import VectorDrawing

extension FrameStatistics {
    /// Counts the pixels that a presenter writes for a frame: the background where nothing opaque covers it, every quad
    /// and every group; and those of them that it blends.
    ///
    /// The count is computed from the frame, so drawing itself counts nothing.
    ///
    /// - Complexity: O(rows of all quads).
    public mutating func countPixels(of tree: RenderTree) {
        let frame = PixelRect(tree.size)
        let resources = FrameResources(
            frame: frame, mipLevels: [:], shapeCache: SharedCache(limit: 0),
            shadowCache: SharedCache(limit: 0)
        ) {
            // Which pixels an image covers does not depend on its own.
            PixelBuffer(size: $0.size) { _ in }
        }
        let list = CommandList(tree.items, in: frame, resources: resources)
        filledPixels += list.commands.uncoveredPixels(of: frame).reduce(0) { $0 + $1.size.area }
        countPixels(of: list, shapes: resources.shapes.resolve(workers: 1))
    }

    private mutating func countPixels(of list: CommandList, shapes: [ShapeCoverage]) {
        for command in list.commands {
            switch command.content {
            case .quad(let quad):
                let pixels = quad.bounds.rows.reduce(0) { $0 + quad.columns(inRow: $1).count }
                filledPixels += pixels
                blendedPixels += quad.isOpaque ? 0 : pixels
            case .shape(let shape):
                shape.forEachRow(of: shapes, in: shape.bounds) { _, columns, _ in
                    filledPixels += columns.count
                    blendedPixels += columns.count
                }
            case .shadow, .sprites:
                filledPixels += command.bounds.size.area
                blendedPixels += command.bounds.size.area
            case .group(let group):
                // A group is drawn into its own cleared buffer and then composited from there.
                filledPixels += group.bounds.size.area
                blendedPixels += group.bounds.size.area
                countPixels(of: group.commands, shapes: shapes)
                if let mask = group.maskCommands {
                    filledPixels += group.bounds.size.area
                    countPixels(of: mask, shapes: shapes)
                }
            }
        }
    }
}
