public import LayerTree
internal import TilePyramid

extension FrameStatistics {
    /// Counts the pixels that a presenter writes for a frame: the background where nothing opaque covers it, every quad
    /// and every group; and those of them that it blends.
    ///
    /// The count is computed from the frame, so drawing itself counts nothing.
    ///
    /// - Complexity: O(rows of all quads).
    public mutating func countPixels(of tree: RenderTree) {
        let commands = [DrawCommand](tree.items, in: PixelRect(tree.size), resources: FrameResources())
        filledPixels += commands.uncoveredPixels(of: PixelRect(tree.size)).reduce(0) { $0 + $1.size.area }
        countPixels(of: commands)
    }

    private mutating func countPixels(of commands: [DrawCommand]) {
        for command in commands {
            switch command.content {
            case .quad(let quad):
                let pixels = quad.bounds.rows.reduce(0) { $0 + quad.columns(inRow: $1).count }
                filledPixels += pixels
                blendedPixels += quad.isOpaque ? 0 : pixels
            case .shape(let shape):
                shape.coverage.forEachSpan(in: shape.bounds) {
                    filledPixels += $0.columns.count
                    blendedPixels += $0.columns.count
                }
            case .shadow, .sprites:
                filledPixels += command.bounds.size.area
                blendedPixels += command.bounds.size.area
            case .group(let group):
                // A group is drawn into its own cleared buffer and then composited from there.
                filledPixels += group.bounds.size.area
                blendedPixels += group.bounds.size.area
                countPixels(of: group.commands)
                if let mask = group.maskCommands {
                    filledPixels += group.bounds.size.area
                    countPixels(of: mask)
                }
            }
        }
    }
}
