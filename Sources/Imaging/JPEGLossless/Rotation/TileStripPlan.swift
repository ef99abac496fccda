internal import Concurrency
internal import ImageMetadata
internal import PixelKernels
internal import TilePyramid

/// The values shared by all tiles that are cut from an image in strips.
struct TileStripPlan<Writer: StripTileWriter>: Sendable {
    let pyramid: Pyramid
    let orientation: Orientation
    /// The stored columns and rows of tiles.
    let columns: StoredTiles
    let rows: StoredTiles
    /// The height of the stored image and of its MCUs in pixels.
    let storedHeight: Int
    let mcuHeight: Int
    /// The image's name for messages.
    let name: String
    /// The memory of the threads that write tiles.
    let writers: ContextPool<Writer>

    /// Creates the plan of an image of so many MCUs each way.
    ///
    /// `makeWriter` makes what a thread needs to write tiles of at most the given number of stored MCUs each way.
    init(
        _ pyramid: Pyramid, _ orientation: Orientation, storedSize: PixelSize, mcuSize: PixelSize, name: String,
        makeWriter: @escaping @Sendable (_ mcuColumns: Int, _ mcuRows: Int) throws -> Writer
    ) {
        self.pyramid = pyramid
        self.orientation = orientation
        // The tiles as they are stored.
        let tile = orientation.upright(pyramid.finestLevel.tileSize)
        let columns = StoredTiles(
            (storedSize.width + mcuSize.width - 1) / mcuSize.width, length: tile.width / mcuSize.width,
            isMirrored: orientation.mirrorsStoredColumns)
        let rows = StoredTiles(
            (storedSize.height + mcuSize.height - 1) / mcuSize.height, length: tile.height / mcuSize.height,
            isMirrored: orientation.mirrorsStoredRows)
        self.columns = columns
        self.rows = rows
        storedHeight = storedSize.height
        mcuHeight = mcuSize.height
        self.name = name
        writers = ContextPool { try makeWriter(columns.longest, rows.longest) }
    }

    /// Returns the first pixel row of an MCU row, counted from 1, as messages name it.
    func start(ofRow mcuRow: Int) -> Int { min(mcuRow * mcuHeight + 1, storedHeight) }
}
