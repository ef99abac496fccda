import ImageCodecs
import PixelKernels
import TestSupport
import TilePyramid

/// A failure that is recognized when it comes out of the engine.
struct StubFailure: Error, Equatable {
    var what: String
}

/// An image made of a function of the place, delivered in bands of any height.
final class StubSource: ImageSource {
    let info: ImageInfo
    let warnings: [String] = []
    private let rowsPerBand: Int
    private let beforeBand: (Range<Int>) throws -> Void
    private let row: (Int) -> [UInt8]

    /// A source of an image.
    ///
    /// - Parameters:
    ///   - size: the image's size.
    ///   - layout: how its pixels are delivered.
    ///   - rowsPerBand: how many rows are delivered at a time; nil for all at once.
    ///   - beforeBand: called before each band, with its rows; what it throws ends the decoding.
    ///   - row: gives the bytes of a row; default those of `row(_:width:layout:)`.
    init(
        size: PixelSize, layout: PixelLayout, rowsPerBand: Int?,
        beforeBand: @escaping (Range<Int>) throws -> Void = { _ in }, row: ((Int) -> [UInt8])? = nil
    ) {
        info = ImageInfo(size: size, layout: layout, container: "stub")
        self.rowsPerBand = rowsPerBand ?? size.height
        self.beforeBand = beforeBand
        self.row = row ?? { Self.row($0, width: size.width, layout: layout) }
    }

    /// The bytes of a row.
    static func row(_ y: Int, width: Int, layout: PixelLayout) -> [UInt8] {
        var random = SeededRandom(seed: UInt64(y))
        let bytes = width * layout.bytesPerPixel
        var row: [UInt8] = []
        row.reserveCapacity(bytes + 8)
        while row.count < bytes {
            withUnsafeBytes(of: random.next()) { row.append(contentsOf: $0) }
        }
        row.removeLast(row.count - bytes)
        return row
    }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        // Rows lie further apart than they are long, as a decoder's may.
        let stride = info.size.width * info.layout.bytesPerPixel + 6
        var y = 0
        while y < info.size.height {
            let rows = y..<min(y + rowsPerBand, info.size.height)
            try beforeBand(rows)
            // A buffer of its own for each band: what holds on to an old one is found by Address Sanitizer.
            let band = UnsafeMutableRawBufferPointer.allocate(byteCount: rows.count * stride, alignment: 16)
            defer { band.deallocate() }
            for (index, row) in rows.enumerated() {
                UnsafeMutableRawBufferPointer(rebasing: band[(index * stride)...]).copyBytes(
                    from: self.row(row))
            }
            if let base = band.baseAddress {
                try body(PixelBand(base: UnsafeRawPointer(base), stride: stride, rows: rows))
            }
            y = rows.upperBound
        }
    }
}
