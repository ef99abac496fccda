internal import ImageSources

/// Downscales the blocks of MCU rows to the coefficients of half-scale pixels.
final class BlockDownscaler {
    /// Downscaled coefficients of the last MCU row.
    let coefficients: DownscaledCoefficients
    private let transform: HalfScaleIDCT
    /// The coefficients of a block; all zero between blocks.
    private let block = DCTDownscaler.makeBlock()

    init(_ transform: HalfScaleIDCT) throws(OutOfMemory) {
        self.transform = transform
        coefficients = try DownscaledCoefficients(transform)
    }

    deinit { block.deallocate() }

    /// Downscales an MCU row.
    func downscale(_ row: CoefficientBlocks) {
        for (component, layout) in zip(row.components, transform.componentLayouts) {
            let (downscaler, block) = (layout.downscaler, block)
            let targets = downscaler.targetIndices
            for line in 0..<layout.blockRows {
                for column in 0..<layout.blocksPerRow {
                    let index = line &* layout.blocksPerRow &+ column
                    let values = component.values + index &* CoefficientBlocks.stride
                    block[0] = values[0]
                    var rest = component.masks[index] & ~1
                    while rest != 0 {
                        let number = rest.trailingZeroBitCount
                        rest &= rest &- 1
                        block[Int(targets[number])] = values[number]
                    }
                    downscaler.downscale(
                        block, into: coefficients.base + layout.offset(ofBlock: column, row: line))
                }
            }
        }
    }
}
