internal import ImageSources
internal import JPEGLossless
internal import PixelKernels
internal import TilePyramid

/// JPEG tiles in 4:2:0 are decoded to planes without color conversion.
extension TIFFImageSource {
    var hasPlanes: Bool {
        rows.isIdentity && tiles?.jpeg?.hasYCbCr420Planes == true
    }

    func readPlanes(_ body: (PlanarBand) throws -> Void) throws {
        try readPlanes(rows: 0..<info.size.height, body)
    }

    func readPlanes(rows wanted: Range<Int>, _ body: (PlanarBand) throws -> Void) throws {
        guard let tiles, hasPlanes else {
            preconditionFailure("the image has planes")
        }
        let page = blocks.page
        let workers = tiles.workers(size: options.threads)
        let memory = try TilePlanes(columns: page.blockColumns, tile: page.block)
        let height = page.block.height
        for tileRow in wanted.lowerBound / height..<(wanted.upperBound + height - 1) / height {
            let missing = try blocks.decodeRow(tileRow, workers) { decoder, column, _, extent in
                try decoder.decodePlanes(decoder.jpegFile(extent), scale: .full, into: memory.planes(ofTile: column))
            }
            missing.forEach { memory.fillGray(tile: $0) }
            blocks.file.releasePages()
            let top = tileRow * height
            try memory.lend(rows: top..<min(top + height, page.size.height)) { band in
                if let band = band.clamped(to: wanted) { try body(band) }
            }
        }
    }
}

/// Memory for the planes of a row of tiles: Y, and Cb and Cr at half the width and height.
final class TilePlanes {
    private let tile: PixelSize
    private let columns: Int
    private let memory: UnsafeMutableRawPointer
    private let strides: [Int]
    private let starts: [Int]

    /// Allocates memory for tiles with even sides.
    ///
    /// - Throws: `OutOfMemory` when the system refuses it.
    init(columns: Int, tile: PixelSize) throws(OutOfMemory) {
        self.columns = columns
        self.tile = tile
        let width = columns * tile.width
        let half = width / 2 * (tile.height / 2)
        strides = [width, width / 2, width / 2]
        starts = [0, width * tile.height, width * tile.height + half]
        memory = try HeapMemory.allocate(width * tile.height + 2 * half)
    }

    deinit { HeapMemory.free(memory) }

    /// The first bytes of a tile's planes.
    func planes(ofTile column: Int) -> [JPEGSampleDecoder.SampleBuffer] {
        (0..<3).map { plane in
            let width = plane == 0 ? tile.width : tile.width / 2
            return (memory + starts[plane] + column * width, strides[plane])
        }
    }

    /// Fills a tile with middle gray.
    func fillGray(tile column: Int) {
        for (plane, planeMemory) in planes(ofTile: column).enumerated() {
            let size = plane == 0 ? tile : tile.halved
            PixelLayout(.gray).fillBlank(size, at: planeMemory.base, stride: planeMemory.stride)
        }
    }

    /// Lends rows of the image in planar bands; the first of the rows is the first in memory.
    func lend(rows: Range<Int>, _ body: (PlanarBand) throws -> Void) throws {
        for first in stride(from: 0, to: rows.count, by: PlanarBand.rowLimit) {
            let top = rows.lowerBound + first
            let band = top..<min(top + PlanarBand.rowLimit, rows.upperBound)
            let bands = (0..<3).map { plane in
                let shift = plane == 0 ? 0 : 1
                return PixelBand(
                    base: UnsafeRawPointer(memory + starts[plane] + (first >> shift) * strides[plane]),
                    stride: strides[plane], rows: band.lowerBound >> shift..<(band.upperBound + shift) >> shift)
            }
            try body(PlanarBand(luma: bands[0], cb: bands[1], cr: bands[2]))
        }
    }
}
