internal import CodecShims
internal import LockedState
internal import TilePyramid

/// A row of tiles as coefficients of a JPEG.
final class JPEGTileRow: ReadyTileRow {
    let number: Int
    /// What its tiles share with each other and the image.
    let cut: JPEGTileCut
    /// The rows of MCUs that its tiles consist of.
    let rows: [CoefficientRows.Row]
    private let memory: CoefficientRows
    private let undone: Locked<Int>

    init(number: Int, cut: JPEGTileCut, rows: [CoefficientRows.Row], memory: CoefficientRows) {
        self.number = number
        self.cut = cut
        self.rows = rows
        self.memory = memory
        undone = Locked(cut.pyramid.finestLevel.grid.columns)
    }

    deinit {
        if undone.withLock({ $0 > 0 }) {
            memory.giveBack(rows)
        }
    }

    func tileIsDone() {
        let isLast = undone.withLock { undone in
            undone -= 1
            return undone == 0
        }
        if isLast {
            memory.giveBack(rows)
        }
    }

    func makeWriter() throws -> any ReadyTileWriter { try JPEGTileCutter(cut) }
}

/// How an image is cut into tiles.
struct JPEGTileCut: @unchecked Sendable {
    // A C struct of numbers, which nobody changes.
    let structure: tk_jpeg_structure
    let pyramid: Pyramid
    let profile: [UInt8]
    let exif: [UInt8]
    let optimisesHuffman: Bool
    /// The image's name, for messages.
    let name: String
}
