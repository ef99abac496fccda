internal import ImageMetadata
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// Computes the half-scale samples of a stored image's MCU rows, turns them upright, and delivers them to a receiver.
///
/// Samples are kept in a temporary file until the whole image has been read.
final class HalfScaleRotator {
    private let transform: HalfScaleIDCT
    private let turn: DCTBlockTransform
    private let asPlanes: Bool
    /// The upright size at half scale.
    private let size: PixelSize
    private let planes: [PlaneTurner]
    /// Half-scale rows of an MCU row, by component.
    private let mcuRows: [Int]
    private let groupMCURows: Int
    private var nextMCURow = 0
    private let mcuRowCount: Int
    private var samples = ScratchBuffer()
    private var pixels = ScratchBuffer()

    /// The most luma rows of a group that is written at a time.
    private static let groupRows = 128
    /// The number of luma rows that are read from the file at a time; a multiple of a planar band's rows.
    private static let bandRows = 4 * PlanarBand.rowLimit

    /// Creates a rotator.
    ///
    /// - Parameters:
    ///   - transform: the transform of the image's components.
    ///   - mcuRowCount: the number of MCU rows.
    ///   - size: the stored size at half scale.
    ///   - asPlanes: whether planes are delivered.
    ///   - turn: the transformation of the image.
    ///   - name: the image's name for messages.
    /// - Throws: ``CodecError`` without space for the temporary file, or `OutOfMemory`.
    init(
        _ transform: HalfScaleIDCT, mcuRows mcuRowCount: Int, size: PixelSize, asPlanes: Bool, turn: DCTBlockTransform,
        name: String
    ) throws {
        self.transform = transform
        self.turn = turn
        self.asPlanes = asPlanes
        self.size = turn.transposes ? PixelSize(width: size.height, height: size.width) : size
        self.mcuRowCount = mcuRowCount
        let mcuRows = transform.componentLayouts.map { $0.blockRows * $0.rows }
        self.mcuRows = mcuRows
        // An MCU row has a multiple of 4 rows of each component, and so a group has a multiple of 8.
        let groupMCURows = max(2, Self.groupRows / (mcuRows.max() ?? 8) & ~1)
        self.groupMCURows = groupMCURows
        let layouts = zip(transform.componentLayouts, mcuRows).enumerated().map { number, component in
            let isHalved = asPlanes && number > 0
            return (
                width: isHalved ? (size.width + 1) / 2 : size.width,
                height: isHalved ? (size.height + 1) / 2 : size.height,
                stride: (component.0.blocksPerRow * component.0.columns + 7) & ~7,
                groupRows: groupMCURows * component.1
            )
        }
        let lengths = layouts.map {
            PlaneTurner.byteCount(height: $0.height, stride: $0.stride, groupRows: $0.groupRows)
        }
        let file = try SpillFile(size: lengths.reduce(0, +), image: name, purpose: "turning the image upright")
        var offset = 0
        var planes: [PlaneTurner] = []
        for (layout, length) in zip(layouts, lengths) {
            planes.append(
                try PlaneTurner(
                    width: layout.width, height: layout.height, stride: layout.stride, groupRows: layout.groupRows,
                    turn, file: file, offset: offset))
            offset += length
        }
        self.planes = planes
    }

    /// Adds the next MCU row.
    func add(_ coefficients: UnsafePointer<Float>) throws {
        for (number, plane) in planes.enumerated() {
            transform.makeSamples(
                of: number, coefficients, into: plane.row(nextMCURow * mcuRows[number]), stride: plane.stride)
        }
        nextMCURow += 1
        guard nextMCURow.isMultiple(of: groupMCURows) || nextMCURow == mcuRowCount else { return }
        for (number, plane) in planes.enumerated() {
            try plane.write(upTo: nextMCURow * mcuRows[number])
        }
    }

    /// Delivers all rows, after the last MCU row.
    func deliver(to receiver: any PassthroughReceiver) throws {
        let chromaWidth = asPlanes ? (size.width + 1) / 2 : size.width
        let widths = planes.indices.map { $0 == 0 ? size.width : chromaWidth }
        for top in stride(from: 0, to: size.height, by: Self.bandRows) {
            let rows = top..<min(top + Self.bandRows, size.height)
            let chromaRows = asPlanes ? rows.lowerBound / 2..<(rows.upperBound + 1) / 2 : rows
            let ranges = planes.indices.map { $0 == 0 ? rows : chromaRows }
            let memory = try samples.reserve(Self.bandRows * widths.reduce(0, +))
            var bands: [PixelBand] = []
            var base = memory.assumingMemoryBound(to: UInt8.self)
            for (number, plane) in planes.enumerated() {
                try plane.read(ranges[number], into: base, stride: widths[number])
                bands.append(PixelBand(base: UnsafeRawPointer(base), stride: widths[number], rows: ranges[number]))
                base += Self.bandRows * widths[number]
            }
            if asPlanes {
                try deliverPlanes(bands, to: receiver)
            } else if bands.count == 1 {
                try receiver.receiveHalfScale(bands[0])
            } else {
                try receiver.receiveHalfScale(makeRGB(bands, rows))
            }
        }
    }

    private func deliverPlanes(_ bands: [PixelBand], to receiver: any PassthroughReceiver) throws {
        let rows = bands[0].rows
        for top in stride(from: rows.lowerBound, to: rows.upperBound, by: PlanarBand.rowLimit) {
            let part = top..<min(top + PlanarBand.rowLimit, rows.upperBound)
            let parts = bands.enumerated().map { number, band in
                let rows = number == 0 ? part : part.lowerBound / 2..<(part.upperBound + 1) / 2
                return PixelBand(base: band.row(rows.lowerBound), stride: band.stride, rows: rows)
            }
            try receiver.receiveHalfScale(PlanarBand(luma: parts[0], cb: parts[1], cr: parts[2]))
        }
    }

    private func makeRGB(_ bands: [PixelBand], _ rows: Range<Int>) throws -> PixelBand {
        let stride = 3 * size.width
        let base = try pixels.reserve(stride * rows.count)
        for row in rows {
            let sources = bands.map { $0.row(row).assumingMemoryBound(to: UInt8.self) }
            YCbCr.makeRGB(
                sources[0], sources[1], sources[2], count: size.width,
                into: (base + (row - rows.lowerBound) * stride).assumingMemoryBound(to: UInt8.self))
        }
        return PixelBand(base: UnsafeRawPointer(base), stride: stride, rows: rows)
    }
}
