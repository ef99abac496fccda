internal import CodecShims
internal import TilePyramid

/// A row of tiles as coefficients of a JPEG.
final class JPEGTileRow: ReadyTileRow {
    let number: Int
    /// What its tiles share with each other and the image.
    let cut: JPEGTileCut
    /// The rows of MCUs that its tiles consist of.
    let rows: [CoefficientRows.Row]
    private let countdown: TileCountdown

    init(number: Int, cut: JPEGTileCut, rows: [CoefficientRows.Row], memory: CoefficientRows) {
        self.number = number
        self.cut = cut
        self.rows = rows
        countdown = TileCountdown(cut.pyramid.finestLevel.grid.columns) { memory.giveBack(rows) }
    }

    func tileIsDone() { countdown.tileIsDone() }

    func makeWriter() throws -> any ReadyTileWriter { try JPEGTileCutter(cut) }
}

/// How an image is cut into tiles.
struct JPEGTileCut: @unchecked Sendable {
    // A C struct of numbers, which nobody changes.
    let structure: tk_jpeg_structure
    let pyramid: Pyramid
    let profile: [UInt8]
    let exif: [UInt8]
    let optimizesHuffman: Bool
    /// The image's name, for messages.
    let name: String
}
