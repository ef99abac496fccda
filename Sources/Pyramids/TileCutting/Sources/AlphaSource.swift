internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Adds an opaque alpha channel to an image, so that pixels beyond its edges can be transparent.
final class AlphaSource: ImageSource {
    let info: ImageInfo
    private let base: any ImageSource

    init(_ base: any ImageSource) {
        self.base = base
        var info = base.info
        info.layout.channels = info.layout.channels.withAlpha
        self.info = info
    }

    var warnings: [String] { base.warnings }

    var rowAccess: RowAccess { base.rowAccess }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        try readBands(rows: 0..<info.size.height, body)
    }

    func readBands(rows: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        let stride = info.size.width * info.layout.bytesPerPixel
        var memory = ScratchBuffer()
        try base.readBands(rows: rows) { band in
            let target = try memory.reserve(band.rows.count * stride)
            for (index, y) in band.rows.enumerated() {
                addAlpha(band.row(y), layout: base.info.layout, count: info.size.width, into: target + index * stride)
            }
            try body(PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: band.rows))
        }
    }
}
