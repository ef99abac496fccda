import ImageSources
import PixelKernels
import TestSupport
import TilePyramid

/// A failure that is recognized when the engine throws it.
struct StubFailure: Error, Equatable {
    var what: String
}

/// An image whose pixels are a function of their position, delivered in bands of any height.
final class StubSource: ImageSource {
    var info: ImageInfo
    let warnings: [String] = []
    private let rowsPerBand: Int
    private let beforeBand: (Range<Int>) throws -> Void
    private let row: (Int) -> [UInt8]

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - size: the image's size.
    ///   - layout: the layout of its pixels.
    ///   - rowsPerBand: the number of rows delivered at a time; nil for all at once.
    ///   - beforeBand: called before each band, with its rows; an error that it throws ends the decoding.
    ///   - row: returns the bytes of a row; the default is `row(_:width:layout:)`.
    init(
        size: PixelSize, layout: PixelLayout, rowsPerBand: Int?,
        beforeBand: @escaping (Range<Int>) throws -> Void = { _ in }, row: ((Int) -> [UInt8])? = nil
    ) {
        info = ImageInfo(size: size, layout: layout, container: "stub")
        self.rowsPerBand = rowsPerBand ?? size.height
        self.beforeBand = beforeBand
        self.row = row ?? { Self.row($0, width: size.width, layout: layout) }
    }

    /// Returns the bytes of a row.
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
        // The stride is longer than a row, as a decoder's may be.
        let stride = info.size.width * info.layout.bytesPerPixel + 6
        var y = 0
        while y < info.size.height {
            let rows = y..<min(y + rowsPerBand, info.size.height)
            try beforeBand(rows)
            // Each band has its own buffer, so that Address Sanitizer finds uses of an old one.
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
