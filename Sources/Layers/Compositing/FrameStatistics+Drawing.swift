public import LayerTree
internal import TilePyramid

extension FrameStatistics {
    /// Counts the pixels that a presenter writes for a frame: the background, every quad and every group.
    ///
    /// The count is computed from the frame, so drawing itself counts nothing.
    ///
    /// - Complexity: O(rows of all quads).
    public mutating func countPixels(of tree: RenderTree) {
        filledPixels += tree.size.area
        countPixels(of: [DrawCommand](tree.items, in: PixelRect(tree.size), resources: FrameResources()))
    }

    private mutating func countPixels(of commands: [DrawCommand]) {
        for command in commands {
            switch command.content {
            case .quad(let quad):
                filledPixels += quad.bounds.rows.reduce(0) { $0 + quad.columns(inRow: $1).count }
            case .shape(let shape):
                shape.coverage.forEachRow(in: shape.bounds) { filledPixels += $2.count }
            case .shadow, .sprites:
                filledPixels += command.bounds.size.area
            case .group(let group):
                // A group is drawn into its own cleared buffer and then composited from there.
                filledPixels += group.bounds.size.area
                countPixels(of: group.commands)
                if let mask = group.maskCommands {
                    filledPixels += group.bounds.size.area
                    countPixels(of: mask)
                }
            }
        }
    }
}
