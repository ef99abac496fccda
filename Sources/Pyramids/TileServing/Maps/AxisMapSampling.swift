internal import Georeferencing
internal import ImageSources
internal import MapProjections
internal import PixelKernels
internal import TilePyramid

/// The sampling of an image whose columns and rows are those of the map at other distances: in Web Mercator or in degrees.
struct AxisMapSampling: MapSampling {
    private let part: PixelRect
    private let holdsNumbers: Bool
    /// The columns and rows of the part that lie in the image, counted from its first.
    private let columns, rows: Range<Int>
    private let columnWindows, rowWindows: [ResamplingWindow]
    /// The level's pixel at the center of each column and of each row.
    private let nearestColumns, nearestRows: [Int]
    let needed: PixelRect?

    /// Finds the pixels of a part of the map.
    ///
    /// - Parameters:
    ///   - part: the part, in pixels of the zoom.
    ///   - image: where the image lies among them.
    ///   - holdsNumbers: whether pixels are `NumberPixels`.
    ///   - columns: from columns of the zoom to those of the level, with the first at 0.
    ///   - rows: the same for rows.
    init(
        _ part: PixelRect, of image: PixelRect, holdsNumbers: Bool, columns: WebMercatorAxis, rows: WebMercatorAxis
    ) {
        self.part = part
        self.holdsNumbers = holdsNumbers
        func inside(_ axis: WebMercatorAxis, _ part: Range<Int>, _ image: Range<Int>) -> Range<Int> {
            let shown = part.clamped(to: image)
            let first = shown.first { (0..<Double(axis.length)).contains(axis.center(of: $0)) } ?? shown.upperBound
            let end = shown.last { (0..<Double(axis.length)).contains(axis.center(of: $0)) }.map { $0 + 1 } ?? first
            return first..<max(first, end)
        }
        let wantedColumns = inside(columns, part.columns, image.columns)
        let wantedRows = inside(rows, part.rows, image.rows)
        columnWindows = wantedColumns.map { columns.window($0) }
        rowWindows = wantedRows.map { rows.window($0) }
        nearestColumns = wantedColumns.map { columns.nearestPixel(to: $0) }
        nearestRows = wantedRows.map { rows.nearestPixel(to: $0) }
        self.columns = wantedColumns.lowerBound - part.x..<wantedColumns.upperBound - part.x
        self.rows = wantedRows.lowerBound - part.y..<wantedRows.upperBound - part.y
        let x = Self.extent(columnWindows)
        let y = Self.extent(rowWindows)
        needed =
            x.isEmpty || y.isEmpty ? nil : PixelRect(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count)
    }

    /// The pixels of all windows.
    private static func extent(_ windows: [ResamplingWindow]) -> Range<Int> {
        let first = windows.map(\.start).min() ?? 0
        return first..<(windows.map { $0.start + $0.weights.count }.max() ?? first)
    }

    var isCovering: Bool { columns.count == part.size.width && rows.count == part.size.height }

    func render(from window: PixelWindow, _ layout: PixelLayout, into output: PixelMemory) throws {
        let rect = window.rect
        let resampler = RowResampler(
            layout: layout, width: rect.size.width, columns: columns, holdsNumbers: holdsNumbers
        ) { column in
            columnWindows[column - columns.lowerBound].moved(by: -rect.x)
        }
        let scratch = try HeapMemory.allocate(rect.size.width, of: RowResampler.Pixel.self)
        defer { HeapMemory.free(scratch) }
        var held: [Int: UnsafeMutablePointer<RowResampler.Pixel>] = [:]
        defer { for row in held.values { HeapMemory.free(row) } }
        let nearest = nearestColumns.map { Int32(truncatingIfNeeded: $0 - rect.x) }
        var alpha = [UInt16](repeating: 0, count: layout.channels.hasAlpha ? columns.count : 0)
        for (index, row) in rows.enumerated() {
            let wanted = rowWindows[index]
            for gone in held.keys where gone < wanted.start {
                if let memory = held.removeValue(forKey: gone) { HeapMemory.free(memory) }
            }
            let sources = wanted.start..<wanted.start + wanted.weights.count
            for y in sources where held[y] == nil {
                let memory = try HeapMemory.allocate(columns.count, of: RowResampler.Pixel.self)
                held[y] = memory
                resampler.resample(
                    window.base + (y - rect.y) * window.stride, scratch: scratch, into: memory)
            }
            let middle = max(sources.lowerBound, min(sources.upperBound - 1, nearestRows[index]))
            alpha.withUnsafeMutableBufferPointer { buffer in
                let alpha = layout.channels.hasAlpha ? buffer.baseAddress : nil
                if let alpha {
                    resampler.copyAlpha(
                        window.base + (middle - rect.y) * window.stride, from: nearest, into: alpha)
                }
                resampler.blend(
                    sources.compactMap { held[$0] }, weights: wanted.weights[...],
                    alpha: alpha.map { UnsafePointer($0) }, nearest: middle - wanted.start,
                    into: output.row(row) + columns.lowerBound * layout.bytesPerPixel)
            }
        }
    }
}
