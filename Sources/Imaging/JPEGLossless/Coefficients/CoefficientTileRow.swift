internal import ImageSources
internal import CodecShims
internal import Concurrency
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

    func withTile(column: Int, _ body: (RawSpan) throws -> Void) throws {
        try plan.writers.withContext { try $0.write(column: column, of: self, body) }
    }
}

/// The values shared by all tiles that are cut from an image's coefficients.
struct CoefficientTilePlan: @unchecked Sendable {
    // A C struct of plain numbers that are never changed.
    let structure: tk_jpeg_structure
    let pyramid: Pyramid
    /// The image's name for messages.
    let name: String
    /// The compressors of the threads that write tiles.
    let writers: ContextPool<CoefficientTileWriter>

    init(
        structure: tk_jpeg_structure, pyramid: Pyramid, profile: [UInt8], exif: [UInt8], optimizesHuffman: Bool,
        name: String
    ) {
        self.structure = structure
        self.pyramid = pyramid
        self.name = name
        writers = ContextPool {
            try CoefficientTileWriter(structure, profile: profile, exif: exif, optimizesHuffman: optimizesHuffman)
        }
    }
}
