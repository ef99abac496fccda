internal import Georeferencing
internal import ImageCodecs
internal import ImageSources
internal import MapProjections
internal import PixelKernels
internal import TilePyramid

/// Resamples an image to the Web Mercator tile grid while its rows are decoded.
///
/// Each row is resampled horizontally when it is decoded; an output row is blended when the last row that it needs is
/// there. The memory is a few rows of the output, proportional to its width. Pixels beyond the image are transparent,
/// or background where there is no alpha. Alpha is that of the image's pixel at the center of the output's.
final class WebMercatorResampler: ImageSource {
    let info: ImageInfo
    private let base: any ImageSource
    private let placement: WebMercatorPlacement
    /// The runs of output columns that show the image.
    private let runs: [Run]
    /// The pixels of a row of all runs, one after the other.
    private let heldWidth: Int
    /// The output rows that lie in the image.
    private let inside: Range<Int>
    private let background: [UInt8]

    /// Horizontally resampled rows that are still needed; the first one is the image's row `firstHeld`.
    private var held: [UnsafeMutablePointer<RowResampler.Pixel>] = []
    private var firstHeld = 0
    private var free: [UnsafeMutablePointer<RowResampler.Pixel>] = []
    /// The alpha of the output's columns in each of ``held``, if there is any, and memory for more.
    private var heldAlpha: [UnsafeMutablePointer<UInt16>] = []
    private var freeAlpha: [UnsafeMutablePointer<UInt16>] = []
    /// The next output row.
    private var next = 0
    /// The row after the last that is wanted.
    private var end = 0
    private var window: ResamplingWindow?

    /// Output columns side by side that show the image.
    private struct Run {
        let resampler: RowResampler
        /// The position of the first one in a row that is held.
        let offset: Int
        /// The image's column at the center of each output column, if there is alpha; else empty.
        let nearestColumns: [Int32]
    }

    /// The most rows in one band.
    private static let bandRows = 16

    init(_ base: any ImageSource, placement: WebMercatorPlacement, background: RGBColor) {
        self.base = base
        self.placement = placement
        let layout = base.info.layout
        self.background = background.backgroundPixel(layout)
        let width = base.info.size.width
        var runs: [Run] = []
        var heldWidth = 0
        for (axis, inside) in placement.columnRuns where !inside.isEmpty {
            let resampler = RowResampler(
                layout: layout, width: width, columns: inside, holdsNumbers: base.info.holdsNumbers, window: axis.window
            )
            let nearest = layout.channels.hasAlpha ? inside.map { Int32(axis.nearestPixel(to: $0)) } : []
            runs.append(Run(resampler: resampler, offset: heldWidth, nearestColumns: nearest))
            heldWidth += inside.count
        }
        self.runs = runs
        self.heldWidth = heldWidth
        inside = placement.rows.inside(placement.rect.size.height)
        var info = base.info
        info.size = placement.rect.size
        self.info = info
    }

    deinit {
        for row in held + free {
            HeapMemory.free(row)
        }
        for row in heldAlpha + freeAlpha {
            HeapMemory.free(row)
        }
    }

    var warnings: [String] { base.warnings }

    var rowAccess: RowAccess { base.rowAccess }

    func readBands(_ body: (PixelBand) throws -> Void) throws {
        try readBands(rows: 0..<info.size.height, body)
    }

    func readBands(rows wanted: Range<Int>, _ body: (PixelBand) throws -> Void) throws {
        let output = try OutputBand(
            rowBytes: info.size.width * info.layout.bytesPerPixel, limit: Self.bandRows, first: wanted.lowerBound)
        next = wanted.lowerBound
        end = wanted.upperBound
        let blank = Array(repeatElement(background, count: info.size.width).joined())
        let scratch = try HeapMemory.allocate(base.info.size.width, of: RowResampler.Pixel.self)
        defer { HeapMemory.free(scratch) }
        while next < min(inside.lowerBound, end) {
            try output.add(blank, body)
            next += 1
        }
        prepare()
        if let source = sourceRows(of: wanted.clamped(to: inside)) {
            try read(source, output, blank, scratch, body)
        }
        while next < end, !inside.contains(next) {
            try output.add(blank, body)
            next += 1
        }
        try output.flush(body)
    }

    /// The image's rows that rows of the output need; nil if there are none.
    ///
    /// As far as windows overlap, rows are freed by the window above, so the first window does not reach above that. The whole
    /// output needs the whole image, so that damage is found wherever it is.
    private func sourceRows(of output: Range<Int>) -> Range<Int>? {
        if output == inside, end == info.size.height { return 0..<base.info.size.height }
        guard let first = output.first, let last = output.last else { return nil }
        let windows = (placement.rows.window(max(first - 1, inside.lowerBound)), placement.rows.window(first))
        let end = placement.rows.window(last)
        let start = max(windows.0.start, windows.1.start)
        return start..<max(start, end.start + end.weights.count)
    }

    private func read(
        _ rows: Range<Int>, _ output: OutputBand, _ blank: [UInt8],
        _ scratch: UnsafeMutablePointer<RowResampler.Pixel>, _ body: (PixelBand) throws -> Void
    ) throws {
        // A source begins with an even row.
        try base.readBands(rows: rows.lowerBound & ~1..<rows.upperBound) { band in
            for y in band.rows {
                guard let needed = window, y >= needed.start, y >= rows.lowerBound else { continue }
                try hold(y, band.row(y), scratch)
                while let window, window.start + window.weights.count <= y + 1 {
                    try output.add(blank, body) { blend(window, into: $0) }
                    next += 1
                    prepare()
                }
            }
        }
    }

    /// Computes which rows the next output row needs, and frees the earlier ones.
    private func prepare() {
        window = next < end && inside.contains(next) ? placement.rows.window(next) : nil
        let done = window.map { max(0, min(held.count, $0.start - firstHeld)) } ?? held.count
        free += held[..<done]
        held.removeFirst(done)
        freeAlpha += heldAlpha.prefix(done)
        heldAlpha.removeFirst(min(done, heldAlpha.count))
        firstHeld += done
    }

    private func hold(
        _ y: Int, _ row: UnsafeRawPointer, _ scratch: UnsafeMutablePointer<RowResampler.Pixel>
    ) throws(OutOfMemory) {
        if free.isEmpty {
            free.append(try HeapMemory.allocate(heldWidth, of: RowResampler.Pixel.self))
        }
        let target = free.removeLast()
        for run in runs { run.resampler.resample(row, scratch: scratch, into: target + run.offset) }
        if held.isEmpty {
            firstHeld = y
        }
        held.append(target)
        guard info.layout.channels.hasAlpha else { return }
        if freeAlpha.isEmpty {
            freeAlpha.append(try HeapMemory.allocate(heldWidth, of: UInt16.self))
        }
        let alpha = freeAlpha.removeLast()
        for run in runs { run.resampler.copyAlpha(row, from: run.nearestColumns, into: alpha + run.offset) }
        heldAlpha.append(alpha)
    }

    private func blend(_ window: ResamplingWindow, into row: UnsafeMutableRawPointer) {
        // A window begins no earlier than the one above, except for rounding: weights of rows already freed are near
        // zero.
        let gone = max(0, firstHeld - window.start)
        let first = max(0, window.start - firstHeld)
        let rows = held[first..<(first + window.weights.count - gone)]
        let center = placement.rows.nearestPixel(to: next) - firstHeld
        let nearest = max(0, min(rows.count - 1, center - first))
        for run in runs {
            run.resampler.blend(
                rows.map { $0 + run.offset }, weights: window.weights[gone...],
                alpha: heldAlpha.isEmpty ? nil : UnsafePointer(heldAlpha[first + nearest] + run.offset),
                nearest: nearest, into: row + run.resampler.columns.lowerBound * info.layout.bytesPerPixel)
        }
    }
}

/// Collects output rows and lends them in bands.
private final class OutputBand {
    private let memory: UnsafeMutableRawPointer
    private let rowBytes: Int
    private let limit: Int
    private var first: Int
    private var count = 0

    init(rowBytes: Int, limit: Int, first: Int) throws(OutOfMemory) {
        self.first = first
        memory = try HeapMemory.allocate(rowBytes * limit)
        self.rowBytes = rowBytes
        self.limit = limit
    }

    deinit { HeapMemory.free(memory) }

    /// Adds a copy of `blank`, over which `draw` may write.
    func add(
        _ blank: [UInt8], _ body: (PixelBand) throws -> Void, over draw: (UnsafeMutableRawPointer) -> Void = { _ in }
    ) throws {
        let row = memory + count * rowBytes
        row.copyMemory(from: blank, byteCount: rowBytes)
        draw(row)
        count += 1
        if count == limit {
            try flush(body)
        }
    }

    func flush(_ body: (PixelBand) throws -> Void) throws {
        guard count > 0 else { return }
        try body(PixelBand(base: UnsafeRawPointer(memory), stride: rowBytes, rows: first..<(first + count)))
        first += count
        count = 0
    }
}
