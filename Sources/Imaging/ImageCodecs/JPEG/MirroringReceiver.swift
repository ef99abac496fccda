internal import CodecShims
internal import PixelKernels
internal import TilePyramid

/// Mirrors tiles and pixels of a JPEG left to right on their way to another receiver.
final class MirroringReceiver: PassthroughReceiver {
    private let receiver: any PassthroughReceiver
    private let width: Int
    private let bytesPerPixel: Int
    private var pixels = ScratchBuffer()
    private var blocks = ScratchBuffer()

    /// Creates a receiver in front of the actual one; `info` is that of the image.
    init(info: ImageInfo, _ receiver: any PassthroughReceiver) {
        self.receiver = receiver
        width = info.size.halved.width
        bytesPerPixel = info.layout.bytesPerPixel
    }

    func receive(_ row: any PassthroughRow) throws {
        guard let row = row as? CoefficientTileRow else {
            preconditionFailure("the tiles of a rotated JPEG are coefficients")
        }
        for (number, component) in row.plan.structure.componentList.enumerated() {
            for memory in row.rows {
                guard let base = memory.blocks(of: number) else { continue }
                for line in 0..<Int(component.v_samp_factor) {
                    let blocksPerRow = Int(component.blocks_per_row)
                    mirror(base + line * blocksPerRow * DCTBlockTransform.count, count: blocksPerRow)
                }
            }
        }
        try receiver.receive(row)
    }

    /// Mirrors a row of blocks in place.
    private func mirror(_ row: UnsafeMutablePointer<Int16>, count: Int) {
        let bytes = count * DCTBlockTransform.count * MemoryLayout<Int16>.size
        let stored = blocks.reserve(bytes)
        stored.copyMemory(from: row, byteCount: bytes)
        Orientation.flippedHorizontally.blockTransform.apply(
            to: stored.assumingMemoryBound(to: Int16.self), count: count,
            into: row + (count - 1) * DCTBlockTransform.count,
            step: -1)
    }

    func receiveHalfScale(_ band: PixelBand) throws {
        let stride = width * bytesPerPixel
        let target = pixels.reserve(stride * band.rows.count)
        for (index, y) in band.rows.enumerated() {
            PixelCopy.copyReversed(
                band.row(y), to: target + index * stride, count: width, bytesPerPixel: bytesPerPixel)
        }
        try receiver.receiveHalfScale(PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: band.rows))
    }

    func receiveHalfScale(_ band: PlanarBand) throws {
        preconditionFailure("rotated images are delivered as pixels")
    }

    func awaitProgress() throws { try receiver.awaitProgress() }
}
