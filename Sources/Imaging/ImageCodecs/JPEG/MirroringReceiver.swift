internal import CodecShims
internal import PixelKernels
internal import TilePyramid

/// Hands tiles and pixels of a JPEG on, mirrored left to right.
final class MirroringReceiver: PassthroughReceiver {
    private let receiver: any PassthroughReceiver
    private let width: Int
    private let bytesPerPixel: Int
    private var pixels = ScratchBuffer()
    private var blocks = ScratchBuffer()

    /// Between the source of an image and who receives it.
    init(info: ImageInfo, _ receiver: any PassthroughReceiver) {
        self.receiver = receiver
        width = info.size.halved.width
        bytesPerPixel = info.layout.bytesPerPixel
    }

    func receive(_ row: any PassthroughRow) throws {
        guard let row = row as? CoefficientTileRow else {
            preconditionFailure("a JPEG gives tiles of its coefficients")
        }
        for (number, component) in row.plan.structure.componentList.enumerated() {
            for memory in row.rows {
                guard let base = memory.blocks(of: number) else { continue }
                for line in 0..<Int(component.v_samp_factor) {
                    mirror(base + line * Int(component.blocks) * DCTBlockTransform.count, count: Int(component.blocks))
                }
            }
        }
        try receiver.receive(row)
    }

    /// Mirrors a row of blocks in its place.
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
        preconditionFailure("turned images come as pixels")
    }

    func awaitProgress() throws { try receiver.awaitProgress() }
}
