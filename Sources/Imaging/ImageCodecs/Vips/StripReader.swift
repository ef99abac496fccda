internal import ImageMetadata
internal import ImageSources
internal import CVips
internal import PixelKernels
internal import TilePyramid

/// Reads an image from libvips from top to bottom on the calling thread, a strip of rows at a time.
final class StripReader {
    private let image: VipsHandle
    private let region: UnsafeMutablePointer<VipsRegion>
    private let converter: SampleConverter?
    private let layout: PixelLayout
    private let file: String

    /// The target bytes of a strip: enough to make the overhead negligible, few enough to stay in cache.
    static let stripBytes = 1 << 20

    /// Creates a reader; `converter` is nil when only raw rows are read, `file` is the name for error messages.
    init(_ image: VipsHandle, converter: SampleConverter?, layout: PixelLayout, file: String) throws {
        guard let region = vips.pointee.region_new(image.image) else { throw VipsErrorBuffer.take(file: file) }
        self.image = image
        self.region = region
        self.converter = converter
        self.layout = layout
        self.file = file
        VipsErrorBuffer.beginOperation()
    }

    deinit {
        VipsErrorBuffer.endOperation()
        g_object_unref(region)
    }

    /// The rows of a strip: a multiple of 16, to match the MCUs of JPEG and common strips of TIFF.
    private var stripRows: Int {
        let rowBytes = max(1, Int(vips.pointee.format_sizeof(image.format)) * image.bands * image.width)
        return max(16, min(64, StripReader.stripBytes / rowBytes / 16 * 16))
    }

    /// Lends all rows, converted; with `lenient`, rows that cannot be decoded are blank.
    ///
    /// - Returns: the failure after which rows are blank, if any.
    /// - Throws: ``CodecError`` or what `body` throws.
    func read(lenient: Bool, _ body: (PixelBand) throws -> Void) throws -> CodecError? {
        guard let converter else { preconditionFailure("a reader without a converter reads raw rows only") }
        let width = image.width
        let stride = width * layout.bytesPerPixel
        var band = ScratchBuffer()
        var samples = ScratchBuffer()
        var failure: CodecError?
        try strips { rows, error in
            let target = try band.reserve(stride * rows.count)
            if let error {
                guard lenient, rows.lowerBound > 0 else { throw error }
                failure = failure ?? error
                layout.fillBlank(PixelSize(width: width, height: rows.count), at: target, stride: stride)
                try body(PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: rows))
            } else if converter.isIdentity, let base = address(rows.lowerBound) {
                try body(PixelBand(base: base, stride: Int(region.pointee.bpl), rows: rows))
            } else {
                let scratch = try samples.reserve(8 * width).assumingMemoryBound(to: UInt16.self)
                for (index, y) in rows.enumerated() {
                    guard let source = address(y) else { continue }
                    converter.convert(source, width: width, scratch: scratch, to: target + index * stride)
                }
                try body(PixelBand(base: UnsafeRawPointer(target), stride: stride, rows: rows))
            }
        }
        return failure
    }

    /// Lends all rows as libvips delivers them; with `lenient`, up to the first that cannot be decoded.
    func readRaw(lenient: Bool, _ body: (UnsafeRawPointer) throws -> Void) throws {
        try strips { rows, error in
            if let error {
                guard lenient else { throw error }
                return
            }
            for y in rows {
                guard let row = address(y) else { continue }
                try body(row)
            }
        }
    }

    /// Prepares strip after strip; after a failure libvips is not called again.
    private func strips(_ body: (Range<Int>, CodecError?) throws -> Void) throws {
        var failure: CodecError?
        var y = 0
        while y < image.height {
            let rows = y..<min(y + stripRows, image.height)
            if failure == nil {
                var area = VipsRect(left: 0, top: Int32(y), width: Int32(image.width), height: Int32(rows.count))
                if vips.pointee.region_prepare(region, &area) != 0 {
                    failure = VipsErrorBuffer.take(file: file)
                }
            }
            try body(rows, failure)
            y = rows.upperBound
        }
    }

    /// The first sample of a row of the current strip (`VIPS_REGION_ADDR`).
    private func address(_ y: Int) -> UnsafeRawPointer? {
        region.pointee.data.map { UnsafeRawPointer($0) + (y - Int(region.pointee.valid.top)) * Int(region.pointee.bpl) }
    }
}
