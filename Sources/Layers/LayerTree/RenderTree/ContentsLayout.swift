internal import TilePyramid
package import VectorDrawing

/// The layout of a layer's contents: one quad or, with a `contentsCenter`, up to nine slices.
package struct ContentsLayout {
    /// The quads, row by row.
    package private(set) var quads: [ContentsQuad] = []

    /// Lays out an image as the contents of a layer with the given properties.
    package init(of shown: LayerProperties, buffer: PixelBuffer) {
        let width = Double(buffer.size.width)
        let height = Double(buffer.size.height)
        let rect = shown.contentsRect
        let source = Rect(
            x: rect.minX * width, y: rect.minY * height, width: rect.size.width * width,
            height: rect.size.height * height)
        guard !source.isEmpty, shown.contentsScale > 0 else { return }
        let size = Size(
            width: source.size.width / shown.contentsScale, height: source.size.height / shown.contentsScale)
        let frame = shown.contentsGravity.frame(of: size, in: shown.bounds)
        guard !frame.isEmpty else { return }
        guard shown.contentsCenter != .unit else {
            quads = [ContentsQuad(buffer: buffer, source: source, frame: frame)]
            return
        }
        let columns = Self.slices(
            center: (shown.contentsCenter.minX, shown.contentsCenter.maxX), pixels: (source.minX, source.size.width),
            frame: (frame.minX, frame.size.width), scale: shown.contentsScale)
        let rows = Self.slices(
            center: (shown.contentsCenter.minY, shown.contentsCenter.maxY), pixels: (source.minY, source.size.height),
            frame: (frame.minY, frame.size.height), scale: shown.contentsScale)
        quads = rows.flatMap { row in
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

    /// Returns up to three slices along one axis: the first and the last keep their size, the middle one is stretched.
    ///
    /// If the frame is too short, the first and the last shrink in proportion and the middle one vanishes.
    private static func slices(
        center: (Double, Double), pixels: (origin: Double, length: Double), frame: (origin: Double, length: Double),
        scale: Double
    ) -> [(source: ClosedRange<Double>, frame: ClosedRange<Double>)] {
        let low = min(max(center.0, 0), 1) * pixels.length
        let high = max(low, min(max(center.1, 0), 1) * pixels.length)
        var before = low / scale
        var after = (pixels.length - high) / scale
        if before + after > frame.length {
            let shrink = frame.length / (before + after)
            before = before * shrink
            after = after * shrink
        }
        // A center of width 0 can be stretched too: a sliver of the pixels on both sides is sampled.
        let sliver = low == high ? 1.0 / 512 : 0
        let frameEdges = [
            frame.origin, frame.origin + before, frame.origin + frame.length - after, frame.origin + frame.length,
        ]
        let sources = [0...low, max(0, low - sliver)...min(pixels.length, high + sliver), high...pixels.length]
        return (0..<3).compactMap { slice in
            guard frameEdges[slice + 1] > frameEdges[slice], sources[slice].upperBound > sources[slice].lowerBound
            else { return nil }
            return (
                pixels.origin + sources[slice].lowerBound...pixels.origin + sources[slice].upperBound,
                frameEdges[slice]...frameEdges[slice + 1]
            )
        }
    }
}
