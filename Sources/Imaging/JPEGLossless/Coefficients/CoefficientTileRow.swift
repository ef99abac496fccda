internal import ImageSources
internal import CodecShims
internal import TilePyramid

/// A row of tiles held as the DCT coefficients of a JPEG.
final class CoefficientTileRow: PassthroughRow {
    let number: Int
    /// What all tiles of the image share.
    let plan: CoefficientTilePlan
    /// The MCU rows of the tiles.
    let rows: [CoefficientRowPool.Row]
    private let countdown: TileCountdown

    init(number: Int, plan: CoefficientTilePlan, rows: [CoefficientRowPool.Row], memory: CoefficientRowPool) {
        self.number = number
        self.plan = plan
        self.rows = rows
        countdown = TileCountdown(plan.pyramid.finestLevel.grid.columns) { memory.recycle(rows) }
    }

    func releaseTile() { countdown.releaseTile() }

    func makeWriter() throws -> any PassthroughWriter { try CoefficientTileWriter(plan) }
}

/// What is common to all tiles that are cut from an image's coefficients.
struct CoefficientTilePlan: @unchecked Sendable {
    // A C struct of plain numbers that are never changed.
    let structure: tk_jpeg_structure
    let pyramid: Pyramid
    let profile: [UInt8]
    let exif: [UInt8]
    let optimizesHuffman: Bool
    /// The image's name for messages.
    let name: String
}
