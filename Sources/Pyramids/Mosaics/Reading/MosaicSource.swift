internal import Concurrency
internal import ImageCodecs
internal import ImageMetadata
package import ImageSources
internal import MapProjections
internal import PixelKernels
internal import TilePyramid

/// A mosaic as an image: its images are opened while their rows are needed, and laid over each other.
///
/// The memory is a slab of rows (``MosaicSlabs/byteLimit``), the rows of images that can only be decoded from the top
/// (``KeptRows/byteLimit``), the rows of warped images (``/MapProjections/WarpedSource/windowByteLimit`` for all together), and
/// what the decoders of at most ``Mosaic/openFileLimit`` images need.
package final class MosaicSource: ImageSource {
    package let info: ImageInfo
    private let mosaic: Mosaic
    private let slabs: MosaicSlabs
    private let kept: KeptRows
    private let threads: Int
    private let damage = Locked(DamageReport())

    /// The damage that was found in images whose damage is allowed.
    private struct DamageReport {
        var warnings: [String] = []
        var unreadable: Set<Int> = []
    }

    /// Creates a source of a mosaic.
    ///
    /// - Parameters:
    ///   - mosaic: the mosaic.
    ///   - slabLimit: the most bytes of rows that are made at a time.
    ///   - keptLimit: the most bytes of decoded rows that are kept in memory.
    package init(
        _ mosaic: Mosaic, slabLimit: Int? = nil, keptLimit: Int? = nil
    ) {
        self.mosaic = mosaic
        var info = ImageInfo(
            size: mosaic.size, layout: mosaic.layout, profile: mosaic.profile, container: mosaic.description.container)
        info.pageCount = 1
        info.alphaIsValidity = mosaic.layout.channels.hasAlpha && mosaic.images.allSatisfy(\.alphaIsValidity)
        self.info = info
        slabs = MosaicSlabs(
            mosaic.images, rowBytes: info.size.width * info.layout.bytesPerPixel,
            byteLimit: slabLimit ?? MosaicSlabs.byteLimit)
        kept = KeptRows(limit: keptLimit ?? KeptRows.byteLimit)
        threads = min(Mosaic.openFileLimit, mosaic.options.threads ?? Processors.count)
    }

    /// True when an image is warped from another coordinate reference system, so that pixels depend on the version of PROJ.
    package var usesProjections: Bool { mosaic.images.contains(where: \.usesProjections) }

    package var warnings: [String] { mosaic.warnings + damage.withLock { $0.warnings } }

    /// Always ``/ImageSources/RowAccess/random``: images above the first row are not opened.
    package var rowAccess: RowAccess { .random }

    package func readBands(_ body: (PixelBand) throws -> Void) throws {
        try readBands(rows: 0..<info.size.height, body)
    }

    package func readBands(rows wanted: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        let stride = info.size.width * info.layout.bytesPerPixel
        let background = mosaic.background.backgroundPixel(info.layout)
        let blank = Array(repeatElement(background, count: info.size.width).joined())
        let decoding = try mosaic.decoding()
        var memory = ScratchBuffer()
        var y = wanted.lowerBound
        while y < wanted.upperBound {
            let rows = y..<slabs.end(from: y, limit: wanted.upperBound)
            let base = try memory.reserve(rows.count * stride)
            for row in 0..<rows.count { (base + row * stride).copyMemory(from: blank, byteCount: stride) }
            let slab = Slab(
                base: base, stride: stride, bytesPerPixel: info.layout.bytesPerPixel, rows: rows,
                end: wanted.upperBound)
            for group in slabs.groups(in: rows) {
                // Few images at a time have several threads each.
                let workers = min(threads, group.count)
                let threadsOfImage = max(1, threads / workers)
                let windowLimit = WarpedSource.windowByteLimit / workers
                try parallelFor(group.count, workers: workers, makeContext: {}) { [self] index, _ in
                    try drawUnlessDamaged(
                        group[index], into: slab, decoding, threads: threadsOfImage, windowLimit: windowLimit)
                }
            }
            try body(PixelBand(base: UnsafeRawPointer(base), stride: stride, rows: rows))
            y = rows.upperBound
        }
    }

    /// The memory of some rows, in which each worker writes pixels of its own image.
    private struct Slab: @unchecked Sendable {
        // The guard of `@unchecked`: no two images of a group have a pixel in common.
        let base: UnsafeMutableRawPointer
        let stride: Int
        let bytesPerPixel: Int
        let rows: Range<Int>
        /// The row after the last that is wanted of the mosaic.
        let end: Int

        func pixel(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
            base + (y - rows.lowerBound) * stride + x * bytesPerPixel
        }
    }
}

extension MosaicSource: @unchecked Sendable {
    // The guard of `@unchecked`: what changes is in locks; workers call only what draws images.

    private func drawUnlessDamaged(
        _ index: Int, into slab: Slab, _ decoding: DecodeOptions, threads: Int, windowLimit: Int
    ) throws {
        guard !damage.withLock({ $0.unreadable.contains(index) }) else { return }
        do {
            try draw(index, into: slab, decoding, threads: threads, windowLimit: windowLimit)
        } catch let error as CodecError {
            guard mosaic.options.allowTruncated, error.isDamage else { throw error.inList(mosaic.description.path) }
            kept.drop(index)
            damage.withLock { damage in
                damage.unreadable.insert(index)
                damage.warnings.append("\(error) What cannot be read of it is not shown.")
            }
        }
    }

    private func draw(
        _ index: Int, into slab: Slab, _ decoding: DecodeOptions, threads: Int, windowLimit: Int
    ) throws {
        let image = mosaic.images[index]
        let shown = image.rect.rows.clamped(to: slab.rows)
        let (left, top) = image.origin
        // Rows of the image: those of the mosaic, moved.
        let move = top - image.rect.y
        let rows = shown.lowerBound + move..<shown.upperBound + move
        if let earlier = kept.rows(of: index), earlier.rows.contains(rows.lowerBound) {
            var scratch = ScratchBuffer()
            for y in rows {
                try earlier.read(y, &scratch) { put($0, left, image, y - move, into: slab) }
            }
            if rows.upperBound == earlier.rows.upperBound { kept.drop(index) }
            return
        }
        let source = try image.open(
            mosaic.layout, options: decoding, threads: threads, windowLimit: windowLimit)
        let end = min(image.rect.rows.upperBound, slab.end) + move
        // What has to be decoded from the top is decoded once.
        let later = source.rowAccess == .sequential && end > rows.upperBound ? rows.upperBound..<end : nil
        let stride = source.info.size.width * source.info.layout.bytesPerPixel
        let store = try later.map { try kept.reserve($0, of: index, stride: stride, name: image.member.path) }
        // A source begins with an even row.
        let wanted = rows.lowerBound & ~1..<(later?.upperBound ?? rows.upperBound)
        try source.readBands(rows: wanted) { band in
            for y in band.rows {
                if rows.contains(y) {
                    put(band.row(y), left, image, y - move, into: slab)
                } else if y >= rows.upperBound {
                    try store?.write(band.row(y), y)
                }
            }
        }
        let warnings = source.warnings
        if !warnings.isEmpty {
            damage.withLock { damage in
                for warning in warnings.map({ "\(image.member.path): \($0)" })
                where !damage.warnings.contains(warning) {
                    damage.warnings.append(warning)
                }
            }
        }
    }

    /// Lays a row of an image into the slab.
    private func put(
        _ row: UnsafeRawPointer, _ left: Int, _ image: PlacedImage, _ y: Int, into slab: Slab
    ) {
        let layout = image.pixelLayout(in: mosaic.layout)
        let pixels = row + left * layout.bytesPerPixel
        let target = slab.pixel(image.rect.x, y)
        let count = image.rect.size.width
        if image.hasAlpha {
            RowCompositing.over(pixels, count: count, onto: target, mosaic.layout)
        } else {
            target.copyMemory(from: pixels, byteCount: count * layout.bytesPerPixel)
        }
    }
}

extension PlacedImage {
    /// The first pixel of the opened source that is shown.
    fileprivate var origin: (x: Int, y: Int) {
        switch transfer {
        case .copied(let first): (first.x, first.y)
        case .warped: (0, 0)
        }
    }
}
