internal import ImageSources

/// Downscales the blocks of MCU rows to the coefficients of half-scale pixels.
final class BlockDownscaler {
    /// Downscaled coefficients of the last MCU row.
    let coefficients: DownscaledCoefficients
    private let transform: HalfScaleIDCT
    /// The coefficients of a block; all zero between blocks.
    private let block = DCTDownscaler.makeBlock()

    /// The largest magnitude of a coefficient of 8-bit samples (ITU-T T.81, tables F.1 and F.2).
    private static let largestMagnitude: Int16 = 1023

    init(_ transform: HalfScaleIDCT) throws(OutOfMemory) {
        self.transform = transform
        coefficients = try DownscaledCoefficients(transform)
    }

    deinit { block.deallocate() }

    /// Downscales an MCU row.
    ///
    /// - Throws: ``JPEGDamage`` if a coefficient is outside the range of 8-bit images, so that no tile can have it.
    func downscale(_ row: CoefficientBlocks) throws(JPEGDamage) {
        // The bits of all magnitudes; those of negative numbers are one too small.
        var magnitudes: Int16 = 0
        for (component, layout) in zip(row.components, transform.componentLayouts) {
            let downscaler = layout.downscaler
            let block = block
            let targets = downscaler.targetIndices
            for line in 0..<layout.blockRows {
                for column in 0..<layout.blocksPerRow {
                    let index = line &* layout.blocksPerRow &+ column
                    let values = component.values + index &* CoefficientBlocks.stride
                    block[0] = values[0]
                    magnitudes |= values[0] ^ (values[0] &>> 15)
                    var rest = component.masks[index] & ~1
                    while rest != 0 {
                        let number = rest.trailingZeroBitCount
                        rest &= rest &- 1
                        let value = values[number]
                        magnitudes |= value ^ (value &>> 15)
                        block[Int(targets[number])] = value
                    }
                    downscaler.downscale(
                        block, into: coefficients.base + layout.offset(ofBlock: column, row: line))
                }
            }
        }
        if magnitudes > Self.largestMagnitude { throw .corrupt }
    }
}
