internal import ImageMetadata
internal import ImageSources
internal import CodecShims
internal import Concurrency
internal import TilePyramid

/// A row of tiles held as the DCT coefficients of a JPEG.
final class CoefficientTileRow: PassthroughRow {
    let number: Int
    private let plan: CoefficientTilePlan
    /// The MCU rows of the tiles.
    private let rows: [CoefficientRowPool.Row]
    private let countdown: TileCountdown

    init(number: Int, plan: CoefficientTilePlan, rows: [CoefficientRowPool.Row], memory: CoefficientRowPool) {
        self.number = number
        self.plan = plan
        self.rows = rows
        countdown = TileCountdown(plan.pyramid.finestLevel.grid.columns) { memory.recycle(rows) }
    }

    func releaseTile() { countdown.releaseTile() }

    func withTile(column: Int, _ body: (RawSpan) throws -> Void) throws {
        let index = TileIndex(level: plan.pyramid.finestLevel.index, column: column, row: number)
        let rect = plan.pyramid.rect(of: index)
        try plan.writers.withContext { writer in
            let tile: UnsafeRawBufferPointer
            do throws(JPEGSampleDecoder.Failure) {
                tile = try writer.write(rows, column: rect.x / plan.mcuWidth, size: rect.size)
            } catch {
                let problem = "the coefficients of tile \(column), \(number) cannot be encoded (\(error.reason))."
                throw CodecError(.damaged, file: plan.name, problem + " Cut the image with re-encoding.")
            }
            try body(tile.bytes)
        }
    }
}

/// The values shared by all tiles that are cut from an image's coefficients.
struct CoefficientTilePlan: Sendable {
    let pyramid: Pyramid
    let mcuWidth: Int
    /// The image's name for messages.
    let name: String
    /// The compressors of the threads that write tiles.
    let writers: ContextPool<CoefficientTileWriter>

    init(_ structure: tk_jpeg_structure, _ pyramid: Pyramid, _ encoding: TileEncoding, name: String) {
        self.pyramid = pyramid
        self.name = name
        mcuWidth = structure.mcuSize.width
        writers = ContextPool { try CoefficientTileWriter(structure, encoding) }
    }
}
