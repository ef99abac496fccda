internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Applies the EXIF orientation to a source that delivers rows as they are stored.
///
/// A horizontal flip works row by row. Every other orientation needs the last stored rows first, or columns as rows:
/// the decoded pixels are written to an unnamed temporary file (``SpillFile``) as large as the image, in groups of
/// rows, and within a group in blocks of columns. Each upright band is then assembled from one block of every group.
/// Memory is one group while writing, and the bands that are decoded ahead, and one band while reading.
final class OrientedSource: ImageSource {
    let info: ImageInfo
    let orientation: Orientation
    private var base: (any ImageSource)?
    private let stored: PixelSize
    private let name: String
    private let decodesAhead: Bool
    private var earlierWarnings: [String] = []

    /// The columns of a block, which are the rows of an upright band when sides are swapped.
    static let blockColumns = 16
    /// The maximum size of a group in bytes; exceeded only where sixteen rows need more.
    static let groupBytes = 16 << 20
    /// The maximum number of rows in a group.
    static let groupRows = 256

    /// The bytes of rows that are decoded ahead together, unless ``bandRows`` rows have more.
    static let bandBytes = 1 << 20
    /// The fewest rows that are decoded ahead together: an MCU row of a JPEG.
    static let bandRows = 16

    /// Wraps a source that delivers rows as they are stored.
    ///
    /// - Parameters:
    ///   - base: the source.
    ///   - orientation: the orientation of its rows.
    ///   - name: the image's name for error messages.
    ///   - decodesAhead: true when a thread of its own decodes what is written to the temporary file; the default is
    ///     false, for a source that has such threads itself.
    init(_ base: any ImageSource, orientation: Orientation, name: String, decodesAhead: Bool = false) {
        self.base = base
        self.orientation = orientation
        self.name = name
        self.decodesAhead = decodesAhead
        stored = base.info.size
        var info = base.info
        info.size = orientation.upright(stored)
        info.appliedOrientation = orientation
        info.exif = info.exif.flatMap { EXIFBlock.cleaned($0, upright: true) }
        self.info = info
    }

    var warnings: [String] { base?.warnings ?? earlierWarnings }

    /// Rows that stay in their order cost what they cost in the stored image; all others need the whole of it.
    var rowAccess: RowAccess {
        switch orientation {
        case .upright, .flippedHorizontally: base?.rowAccess ?? .sequential
        default: .sequential
        }
    }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        try readBands(rows: 0..<info.size.height, body)
    }

    func readBands(rows: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        guard let base else { preconditionFailure("readBands may be called once") }
        switch orientation {
        case .upright: try base.readBands(rows: rows, body)
        case .flippedHorizontally: try readMirrored(base, rows, body)
        default:
            let layout = SpillLayout(
                stored: stored, bytesPerPixel: info.layout.bytesPerPixel, inBlocks: orientation.transposes)
            let file = try SpillFile(
                size: layout.totalBytes, image: name, purpose: "turning the image upright")
            try spill(base, into: file, layout)
            // The decoder's memory is released before the second half begins.
            earlierWarnings = base.warnings
            self.base = nil
            let lend: (PixelBand) throws -> Void = { band in
                if let band = band.clamped(to: rows) { try body(band) }
            }
            if orientation.transposes {
                try readTurned(file, layout, lend)
            } else {
                try readReversed(file, layout, lend)
            }
        }
    }

    private func readMirrored(
        _ base: any ImageSource, _ rows: Range<Int>, _ body: (PixelBand) throws -> Void
    ) throws {
        let bytesPerPixel = info.layout.bytesPerPixel
        let stride = stored.width * bytesPerPixel
        var memory = ScratchBuffer()
        try base.readBands(rows: rows) { band in
            let target = try memory.reserve(stride * band.rows.count)
            for (index, y) in band.rows.enumerated() {
                PixelCopy.copyReversed(
                    band.row(y), to: target + index * stride, count: stored.width, bytesPerPixel: bytesPerPixel)
            }
            try body(PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: band.rows))
        }
    }

    /// Writes the stored image to the file, group by group.
    private func spill(_ base: any ImageSource, into file: SpillFile, _ layout: SpillLayout) throws {
        var group = ScratchBuffer()
        try readStored(base, layout) { band in
            let target = try group.reserve(layout.groupRows * layout.rowBytes)
            for y in band.rows {
                let rows = layout.rows(ofGroup: y / layout.groupRows)
                for block in 0..<layout.blockCount {
                    let columns = layout.columns(ofBlock: block)
                    let bytes = columns.count * layout.bytesPerPixel
                    let offset = layout.offset(ofBlock: block, rows: rows.count) + (y - rows.lowerBound) * bytes
                    (target + offset).copyMemory(
                        from: band.row(y) + columns.lowerBound * layout.bytesPerPixel, byteCount: bytes)
                }
                if y + 1 == rows.upperBound {
                    try file.write(
                        UnsafeRawBufferPointer(start: target, count: rows.count * layout.rowBytes),
                        at: rows.lowerBound * layout.rowBytes)
                }
            }
        }
    }

    private func readStored(
        _ base: any ImageSource, _ layout: SpillLayout, _ body: (PixelBand) throws -> Void
    ) throws {
        guard decodesAhead else { return try base.readBands(body) }
        let rows = max(Self.bandRows, Self.bandBytes / layout.rowBytes)
        let reader = try BandPrefetcher(base, rowBytes: layout.rowBytes, rowsPerBand: min(rows, stored.height))
        try reader.read(decodesAhead: true, body)
    }

    /// Delivers the rows from the last to the first, each reversed if the orientation asks for it.
    private func readReversed(
        _ file: SpillFile, _ layout: SpillLayout, _ body: (PixelBand) throws -> Void
    ) throws {
        let bandRows = min(Self.blockColumns, stored.height)
        var raw = ScratchBuffer()
        var upright = ScratchBuffer()
        for y in Swift.stride(from: 0, to: stored.height, by: bandRows) {
            let rows = y..<min(y + bandRows, stored.height)
            let bytes = rows.count * layout.rowBytes
            let source = try raw.reserve(bytes)
            let target = try upright.reserve(bytes)
            try file.read(
                into: UnsafeMutableRawBufferPointer(start: source, count: bytes),
                at: (stored.height - rows.upperBound) * layout.rowBytes)
            for index in 0..<rows.count {
                let from = source + (rows.count - 1 - index) * layout.rowBytes
                let to = target + index * layout.rowBytes
                if orientation.reversesColumns {
                    PixelCopy.copyReversed(
                        from, to: to, count: stored.width, bytesPerPixel: layout.bytesPerPixel)
                } else {
                    to.copyMemory(from: from, byteCount: layout.rowBytes)
                }
            }
            try body(PixelBand(base: UnsafeRawPointer(target), stride: layout.rowBytes, rows: rows))
        }
    }

    /// Delivers stored columns as rows, one block at a time.
    private func readTurned(
        _ file: SpillFile, _ layout: SpillLayout, _ body: (PixelBand) throws -> Void
    ) throws {
        let stride = stored.height * layout.bytesPerPixel
        var raw = ScratchBuffer()
        var upright = ScratchBuffer()
        var top = 0
        for index in 0..<layout.blockCount {
            let block = orientation.reversesRows ? layout.blockCount - 1 - index : index
            let columns = layout.columns(ofBlock: block)
            let target = try upright.reserve(columns.count * stride)
            for group in 0..<layout.groupCount {
                let rows = layout.rows(ofGroup: group)
                let bytes = rows.count * columns.count * layout.bytesPerPixel
                let source = try raw.reserve(bytes)
                try file.read(
                    into: UnsafeMutableRawBufferPointer(start: source, count: bytes),
                    at: rows.lowerBound * layout.rowBytes + layout.offset(ofBlock: block, rows: rows.count))
                let first = orientation.reversesColumns ? stored.height - rows.upperBound : rows.lowerBound
                PixelCopy.transpose(
                    source, columns: columns.count, rows: rows.count, bytesPerPixel: layout.bytesPerPixel,
                    to: target + first * layout.bytesPerPixel, stride: stride,
                    lastColumnFirst: orientation.reversesRows, lastRowFirst: orientation.reversesColumns)
            }
            try body(PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: top..<(top + columns.count)))
            top += columns.count
        }
    }
}
