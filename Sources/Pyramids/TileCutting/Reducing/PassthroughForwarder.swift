internal import Concurrency
internal import ImageCodecs
internal import TilePyramid

/// Forwards tiles that a source passes through to the queue, and its half-scale pixels to the next coarser level.
///
/// Confined to the decoding thread.
final class PassthroughForwarder: PassthroughReceiver {
    private let pyramid: Pyramid
    /// The builders of the next coarser level, one per plane; empty where there is no such level.
    private let builders: [LevelBuilder]
    private let queue: TileQueue
    private let isFinished: (TileIndex) -> Bool

    var wantsHalfScale: Bool { !builders.isEmpty }

    init(
        pyramid: Pyramid, builders: [LevelBuilder], queue: TileQueue,
        isFinished: @escaping (TileIndex) -> Bool
    ) {
        self.pyramid = pyramid
        self.builders = builders
        self.queue = queue
        self.isFinished = isFinished
    }

    func receive(_ row: any PassthroughRow) throws {
        try queue.checkForFailure()
        var tiles: [PendingTile] = []
        for index in row.indices(on: pyramid.finestLevel) {
            if isFinished(index) {
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
        try builders.first?.add(band)
    }

    func receiveHalfScale(_ band: PlanarBand) throws {
        try queue.checkForFailure()
        for (builder, plane) in zip(builders, band.planes) {
            try builder.add(plane)
        }
    }

    func awaitProgress() throws {
        try queue.awaitProgress()
    }
}
