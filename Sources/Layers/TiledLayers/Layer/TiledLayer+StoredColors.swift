internal import LayerTree
internal import TilePyramid

extension TiledLayer {
    /// The buffers of the last frame of a window, which its next frame shows again.
    package struct WindowBuffers {
        fileprivate var adjustedTiles: AdjustedTiles?
        fileprivate var mixedTiles: MixedTiles?
        fileprivate var formerTiles: [TileIndex: FormerTile]
        fileprivate var seamStrips: SeamStrips
    }

    /// Shows the image without the conversion to ``displayColors`` until ``endStoredColors(_:)``.
    ///
    /// It is for a frame that is made for a file or another program, by a scene without a presenter.
    package func beginStoredColors() -> WindowBuffers {
        let buffers = WindowBuffers(
            adjustedTiles: adjustedTiles, mixedTiles: mixedTiles, formerTiles: formerTiles, seamStrips: seamStrips)
        adjustedTiles = AdjustedTiles(colorAdjustment.table, nil)
        mixedTiles = mixedTiles?.copy(ColorSteps(table: colorAdjustment.table))
        setNeedsFrame()
        return buffers
    }

    /// Converts the image again; the next frame has the buffers that the window has shown, and uploads nothing.
    package func endStoredColors(_ buffers: WindowBuffers) {
        adjustedTiles = buffers.adjustedTiles
        mixedTiles = buffers.mixedTiles
        formerTiles = buffers.formerTiles
        seamStrips = buffers.seamStrips
        setNeedsFrame()
    }
}
