internal import Concurrency
internal import ImageSources
internal import TilePyramid

/// Forwards tiles that a source passes through to the queue, and its half-scale pixels to the next coarser level.
///
/// Confined to the decoding thread.
final class PassthroughForwarder: PassthroughReceiver {
    private let pyramid: Pyramid
    /// The builders of the next coarser level, one per plane; empty where there is no such level.
    private let builders: [LevelBuilder]
    private let queue: TileQueue
    /// The rows of the next coarser level that are needed.
    private let rows: Range<Int>
    private let isSkipped: (TileIndex) -> Bool

    var wantsHalfScale: Bool { !builders.isEmpty }

    /// Creates a forwarder.
    ///
    /// - Parameters:
    ///   - pyramid: the pyramid whose full-size level the tiles belong to.
    ///   - builders: receive the next coarser level, plane by plane.
    ///   - queue: receives the tiles.
    ///   - rows: the rows of the next coarser level that are needed; the source may deliver more.
    ///   - isSkipped: whether a tile is not needed, because it is stored already or belongs to another run.
    init(
        pyramid: Pyramid, builders: [LevelBuilder], queue: TileQueue, rows: Range<Int>,
        isSkipped: @escaping (TileIndex) -> Bool
    ) {
        self.pyramid = pyramid
        self.builders = builders
        self.queue = queue
        self.rows = rows
        self.isSkipped = isSkipped
    }

    func receive(_ row: any PassthroughRow) throws {
        try queue.checkForFailure()
        var tiles: [PendingTile] = []
        for index in row.indices(on: pyramid.finestLevel) {
            if isSkipped(index) {
                row.releaseTile()
            } else {
                tiles.append(
                    .passthrough(
                        PassthroughTile(
                            index: index, row: row, shownSize: pyramid.rect(of: index).size,
                            size: pyramid.storedSize(of: index))))
            }
        }
        try queue.add(tiles)
    }

    func receiveHalfScale(_ band: PixelBand) throws {
        try queue.checkForFailure()
        guard let band = band.clamped(to: rows) else { return }
        try builders.first?.add(band)
    }

    func receiveHalfScale(_ band: PlanarBand) throws {
        try queue.checkForFailure()
        guard let band = band.clamped(to: rows) else { return }
        for (builder, plane) in zip(builders, band.planes) {
            try builder.add(plane)
        }
    }

    func awaitProgress() throws {
        try queue.awaitProgress()
    }
}
