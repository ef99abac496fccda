internal import CodecShims
internal import PixelKernels
internal import TilePyramid

/// Hands tiles and pixels of a JPEG on, mirrored left to right.
final class MirroredTiles: ReadyTileReceiver {
    private let receiver: any ReadyTileReceiver
    private let width: Int
    private let bytesPerPixel: Int
    private var pixels = ScratchBuffer()
    private var blocks = ScratchBuffer()

    /// Between the source of an image and who receives it.
    init(info: ImageInfo, _ receiver: any ReadyTileReceiver) {
        self.receiver = receiver
        width = info.size.halved.width
        bytesPerPixel = info.layout.bytesPerPixel
    }

    func take(_ row: any ReadyTileRow) throws {
        guard let row = row as? JPEGTileRow else { preconditionFailure("a JPEG gives tiles of its coefficients") }
        for (number, component) in row.cut.structure.list.enumerated() {
            for memory in row.rows {
                guard let base = memory.blocks(of: number) else { continue }
                for line in 0..<Int(component.down) {
                    mirror(base + line * Int(component.blocks) * BlockTurn.count, count: Int(component.blocks))
                }
            }
        }
        try receiver.take(row)
    }

    /// Mirrors a row of blocks in its place.
    private func mirror(_ row: UnsafeMutablePointer<Int16>, count: Int) {
        let bytes = count * BlockTurn.count * MemoryLayout<Int16>.size
        let stored = blocks.reserve(bytes)
        stored.copyMemory(from: row, byteCount: bytes)
        Orientation.mirrored.turnOfBlocks.apply(
            to: stored.assumingMemoryBound(to: Int16.self), count: count, into: row + (count - 1) * BlockTurn.count,
            step: -1)
    }

    func takeHalf(_ band: PixelBand) throws {
        let stride = width * bytesPerPixel
        let target = pixels.reserve(stride * band.rows.count)
        for (place, y) in band.rows.enumerated() {
            PixelCopy.copyReversed(
                band.row(y), to: target + place * stride, count: width, bytesPerPixel: bytesPerPixel)
        }
        try receiver.takeHalf(PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: band.rows))
    }

    func takeHalf(_ band: PlanarBand) throws {
        preconditionFailure("turned images come as pixels")
    }

    func awaitProgress() throws { try receiver.awaitProgress() }
}
