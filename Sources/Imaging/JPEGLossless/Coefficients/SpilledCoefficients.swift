internal import ImageMetadata
internal import CodecShims
internal import PixelKernels

/// The coefficients of a whole image in a temporary file, read in the order of the upright image.
final class SpilledCoefficients {
    /// A component's coefficients in the file.
    private struct Component {
        var location: tk_jpeg_spill_location
        /// The component's sampling factors, as stored: its blocks in an MCU.
        var horizontalSampling: Int
        var verticalSampling: Int

        /// Returns the offset of a block in the file, in bytes.
        func offset(row: Int, column: Int) -> Int {
            Int(location.offset) + (row * Int(location.columns) + column) * DCTBlockTransform.count
                * MemoryLayout<Int16>.size
        }
    }

    private let decoder: JPEGDecoderHandle
    private let orientation: Orientation
    private let components: [Component]
    /// The stored image's size in MCUs.
    private let mcuColumnCount: Int
    let mcuRowCount: Int
    private var buffer: [Int16] = []

    /// Creates a reader of the coefficients that a decoder has spilled; all of them have been read.
    init(of decoder: JPEGDecoderHandle, structure: tk_jpeg_structure, orientation: Orientation) throws {
        self.decoder = decoder
        self.orientation = orientation
        components = try structure.componentList.enumerated().map { number, component in
            Component(
                location: try decoder.spillLocation(component: number),
                horizontalSampling: Int(component.h_samp_factor), verticalSampling: Int(component.v_samp_factor))
        }
        mcuColumnCount = components.map { Int($0.location.columns) / $0.horizontalSampling }.min() ?? 0
        mcuRowCount = components.map { Int($0.location.rows) / $0.verticalSampling }.min() ?? 0
    }

    /// Reads MCU rows of the upright image, beginning with row `first`.
    func read(into rows: [CoefficientRowPool.Row], from first: Int) throws {
        for (number, component) in components.enumerated() {
            let targets = rows.compactMap { $0.blocks(of: number) }
            if orientation.transposes {
                try readColumns(of: component, into: targets, from: first)
            } else {
                try readRows(of: component, into: targets, from: first)
            }
            let blocks = Int(component.location.columns) * component.verticalSampling
            let rotatedBlocks = Int(component.location.rows) * component.horizontalSampling
            for target in targets {
                // Out of the range that baseline Huffman codes can represent, they count as damage.
                tk_jpeg_decoder_clamp(decoder.decoder, target, orientation.transposes ? rotatedBlocks : blocks)
            }
        }
    }

    private func readRows(
        of component: Component, into targets: [UnsafeMutablePointer<Int16>], from first: Int
    ) throws {
        let columns = Int(component.location.columns)
        let flipsHorizontally = orientation.mirrorsStoredColumns
        for (number, target) in targets.enumerated() {
            for row in 0..<component.verticalSampling {
                let upright = (first + number) * component.verticalSampling + row
                let stored = orientation.mirrorsStoredRows ? Int(component.location.rows) - 1 - upright : upright
                try read(component, row: stored, columns: 0..<columns) { blocks in
                    let start = target + row * columns * DCTBlockTransform.count
                    orientation.blockTransform.apply(
                        to: blocks, count: columns,
                        into: flipsHorizontally ? start + (columns - 1) * DCTBlockTransform.count : start,
                        step: flipsHorizontally ? -1 : 1)
                }
            }
        }
    }

    /// Reads stored MCU columns, which become MCU rows.
    private func readColumns(
        of component: Component, into targets: [UnsafeMutablePointer<Int16>], from first: Int
    ) throws {
        let last = mcuColumnCount - first - targets.count
        let start = (orientation.mirrorsStoredColumns ? last : first) * component.horizontalSampling
        let columns = start..<start + targets.count * component.horizontalSampling
        let width = Int(component.location.rows)
        for row in 0..<width {
            let upright = orientation.mirrorsStoredRows ? width - 1 - row : row
            try read(component, row: row, columns: columns) { blocks in
                for column in 0..<columns.count {
                    let uprightColumn = orientation.mirrorsStoredColumns ? columns.count - 1 - column : column
                    let target = targets[uprightColumn / component.horizontalSampling]
                    let block = uprightColumn % component.horizontalSampling * width + upright
                    orientation.blockTransform.apply(
                        to: blocks + column * DCTBlockTransform.count, count: 1,
                        into: target + block * DCTBlockTransform.count, step: 1
                    )
                }
            }
        }
    }

    private func read(
        _ component: Component, row: Int, columns: Range<Int>, _ body: (UnsafePointer<Int16>) -> Void
    ) throws {
        let count = columns.count * DCTBlockTransform.count
        if buffer.count < count { buffer = Array(repeating: 0, count: count) }
        try buffer.withUnsafeMutableBufferPointer { buffer in
            let bytes = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
            try decoder.readSpilled(into: bytes, at: component.offset(row: row, column: columns.lowerBound))
            guard let base = buffer.baseAddress else { return }
            body(base)
        }
    }
}
