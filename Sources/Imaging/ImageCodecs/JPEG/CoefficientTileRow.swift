internal import CodecShims
internal import TilePyramid

/// A row of tiles as coefficients of a JPEG.
final class CoefficientTileRow: PassthroughRow {
    let number: Int
    /// What its tiles share with each other and the image.
    let plan: CoefficientTilePlan
    /// The rows of MCUs that its tiles consist of.
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

/// How an image is cut into tiles.
struct CoefficientTilePlan: @unchecked Sendable {
    // A C struct of numbers, which nobody changes.
    let structure: tk_jpeg_structure
    let pyramid: Pyramid
    let profile: [UInt8]
    let exif: [UInt8]
    let optimizesHuffman: Bool
    /// The image's name, for messages.
    let name: String
}
