internal import TilePyramid

/// The pieces a layer's contents are shown in: one, or nine when a part of them keeps its size while the rest stretches.
struct ContentsLayout {
    /// All pieces, row by row.
    private(set) var all: [ContentsQuad] = []

    init(of shown: LayerProperties, buffer: PixelBuffer) {
        let (width, height) = (Double(buffer.size.width), Double(buffer.size.height))
        let part = shown.contentsRect
        let source = Rect(
            x: part.minX * width, y: part.minY * height, width: part.size.width * width,
            height: part.size.height * height)
        guard !source.isEmpty, shown.contentsScale > 0 else { return }
        let size = Size(
            width: source.size.width / shown.contentsScale, height: source.size.height / shown.contentsScale)
        let frame = shown.contentsGravity.frame(of: size, in: shown.bounds)
        guard !frame.isEmpty else { return }
        guard shown.contentsCenter != .unit else {
            all = [ContentsQuad(buffer: buffer, source: source, frame: frame)]
            return
        }
        let columns = Self.slices(
            center: (shown.contentsCenter.minX, shown.contentsCenter.maxX), pixels: (source.minX, source.size.width),
            frame: (frame.minX, frame.size.width), scale: shown.contentsScale)
        let rows = Self.slices(
            center: (shown.contentsCenter.minY, shown.contentsCenter.maxY), pixels: (source.minY, source.size.height),
            frame: (frame.minY, frame.size.height), scale: shown.contentsScale)
        all = rows.flatMap { row in
            columns.map { column in
                ContentsQuad(
                    buffer: buffer,
                    source: Rect(
                        x: column.source.lowerBound, y: row.source.lowerBound,
                        width: column.source.upperBound - column.source.lowerBound,
                        height: row.source.upperBound - row.source.lowerBound),
                    frame: Rect(
                        x: column.frame.lowerBound, y: row.frame.lowerBound,
                        width: column.frame.upperBound - column.frame.lowerBound,
                        height: row.frame.upperBound - row.frame.lowerBound))
            }
        }
    }

    /// Up to three parts along one axis: one that keeps its size, one that stretches, one that keeps its size.
    ///
    /// Where there is no room for what keeps its size, that shrinks in proportion and nothing is stretched.
    private static func slices(
        center: (Double, Double), pixels: (origin: Double, length: Double), frame: (origin: Double, length: Double),
        scale: Double
    ) -> [(source: ClosedRange<Double>, frame: ClosedRange<Double>)] {
        let low = min(max(center.0, 0), 1) * pixels.length
        let high = max(low, min(max(center.1, 0), 1) * pixels.length)
        var (before, after) = (low / scale, (pixels.length - high) / scale)
        if before + after > frame.length {
            let shrink = frame.length / (before + after)
            (before, after) = (before * shrink, after * shrink)
        }
        // A line without width can be stretched too: a sliver is sampled, of the pixels on both of its sides.
        let sliver = low == high ? 1.0 / 512 : 0
        let frameEdges = [
            frame.origin, frame.origin + before, frame.origin + frame.length - after, frame.origin + frame.length,
        ]
        let sources = [
            0...low, max(0, low - sliver)...min(pixels.length, high + sliver), high...pixels.length,
        ]
        return (0..<3).compactMap { part in
            guard frameEdges[part + 1] > frameEdges[part], sources[part].upperBound > sources[part].lowerBound
            else { return nil }
            return (
                pixels.origin + sources[part].lowerBound...pixels.origin + sources[part].upperBound,
                frameEdges[part]...frameEdges[part + 1]
            )
        }
    }
}
