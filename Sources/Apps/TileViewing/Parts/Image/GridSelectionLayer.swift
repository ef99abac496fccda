internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// Draws the pixel grid, the selection and a frame around the image, with lines of one screen pixel at every zoom.
///
/// The layer's coordinates are full-size pixels of the image.
final class GridSelectionLayer: Layer {
    /// Whether the grid is drawn where pixels are large enough.
    var showsGrid = false {
        didSet { if showsGrid != oldValue { setNeedsFrame() } }
    }
    /// The selected pixels; nil for no selection.
    var selection: PixelRect? {
        didSet { if selection != oldValue { setNeedsFrame() } }
    }

    /// The color of the frame around the image; nil, the default, for none.
    var frameColor: Color? {
        didSet {
            guard frameColor != oldValue else { return }
            frameLine = frameColor.map(PixelBuffer.init(color:))
            setNeedsFrame()
        }
    }
    private var frameLine: PixelBuffer?

    /// The scale from which the grid is drawn, in screen pixels per image pixel.
    static let gridScale = 16.0

    /// The two halves of a grid line, which together neither darken nor brighten an image of medium brightness.
    private static let darkLine = PixelBuffer(color: .black)
    private static let brightLine = PixelBuffer(color: .white)
    /// The largest opacity of a line.
    private static let gridOpacity = 0.15
    /// The most by which the grid changes the mean of white and of black, each of which shows one half of a line: less than
    /// 0.5 %.
    private static let gridChange = 0.0045

    /// The opacity of lines at a scale: where they are dense they are fainter, so that the image as a whole stays as bright as
    /// it is.
    static func gridOpacity(at scale: Double) -> Double {
        // Rows and columns of screen pixels, which cross.
        let share = (2 - 1 / scale) / scale
        return min(gridOpacity, gridChange / share)
    }

    private static let shade = PixelBuffer(color: Color(red: 0, green: 0, blue: 0, alpha: 0.45))
    private static let frame = PixelBuffer(color: .white)

    override func contentsQuads(in view: LayerRenderContext) -> [ContentsQuad] {
        let image = view.properties.bounds
        guard let inverse = view.projection.inverse else { return [] }
        let clip = Rect(
            x: Double(view.clip.x), y: Double(view.clip.y), width: Double(view.clip.size.width),
            height: Double(view.clip.size.height))
        let corners = clip.corners.compactMap(inverse.project)
        guard corners.count == 4, let seen = Rect(enclosing: corners).intersection(image) else { return [] }
        let scale = view.projection.areaScale(at: seen.point(at: Point(x: 0.5, y: 0.5))).squareRoot()
        guard scale > 0 else { return [] }
        let grid = showsGrid && scale >= Self.gridScale * 0.999 ? gridLines(in: seen, scale: scale) : []
        let frame = imageFrame(
            image, in: seen, thickness: 1 / scale, isUpright: view.projection.isTurnedByRightAngles)
        return frame + grid + selectionMarks(in: seen, thickness: 1 / scale)
    }

    /// Lines around the image, as far as they are in view.
    ///
    /// If they are not upright, their edges are antialiased, as those of the image are.
    private func imageFrame(_ image: Rect, in seen: Rect, thickness: Double, isUpright: Bool) -> [ContentsQuad] {
        guard let frameLine else { return [] }
        let left = seen.minX <= image.minX
        let right = seen.maxX >= image.maxX
        var lines: [Rect] = []
        for (isSeen, y) in [(seen.minY <= image.minY, image.minY - thickness), (seen.maxY >= image.maxY, image.maxY)]
        where isSeen {
            // With the corners.
            let start = seen.minX - (left ? thickness : 0)
            lines.append(
                Rect(x: start, y: y, width: seen.maxX + (right ? thickness : 0) - start, height: thickness))
        }
        for (isSeen, x) in [(left, image.minX - thickness), (right, image.maxX)] where isSeen {
            lines.append(Rect(x: x, y: seen.minY, width: thickness, height: seen.size.height))
        }
        return lines.map { ContentsQuad(frameLine, $0, margin: isUpright ? 0 : 2 * thickness) }
    }

    /// Lines at the edges of the image's pixels: a dark screen pixel before each edge and a bright one after it, so that a line
    /// is seen on every color.
    private func gridLines(in seen: Rect, scale: Double) -> [ContentsQuad] {
        let thickness = 1 / scale
        let opacity = Self.gridOpacity(at: scale)
        let columns = Array(stride(from: seen.minX.rounded(.up), to: seen.maxX, by: 1))
        let rows = Array(stride(from: seen.minY.rounded(.up), to: seen.maxY, by: 1))
        func lines(_ pixel: PixelBuffer, from offset: Double) -> [ContentsQuad] {
            columns.map {
                ContentsQuad(
                    pixel, Rect(x: $0 + offset, y: seen.minY, width: thickness, height: seen.size.height),
                    opacity: opacity)
            }
                + rows.map {
                    ContentsQuad(
                        pixel, Rect(x: seen.minX, y: $0 + offset, width: seen.size.width, height: thickness),
                        opacity: opacity)
                }
        }
        return lines(Self.darkLine, from: -thickness) + lines(Self.brightLine, from: 0)
    }

    /// A shade over everything that is not selected, and a frame around the selection.
    private func selectionMarks(in seen: Rect, thickness: Double) -> [ContentsQuad] {
        guard let selection else { return [] }
        let part = Rect(
            x: Double(selection.x), y: Double(selection.y), width: Double(selection.size.width),
            height: Double(selection.size.height))
        let outside = [
            Rect(x: seen.minX, y: seen.minY, width: seen.size.width, height: part.minY - seen.minY),
            Rect(x: seen.minX, y: part.maxY, width: seen.size.width, height: seen.maxY - part.maxY),
            Rect(x: seen.minX, y: part.minY, width: part.minX - seen.minX, height: part.size.height),
            Rect(x: part.maxX, y: part.minY, width: seen.maxX - part.maxX, height: part.size.height),
        ].compactMap { $0.isEmpty ? nil : $0.intersection(seen) }
        let sides = [
            Rect(
                x: part.minX - thickness, y: part.minY - thickness, width: part.size.width + 2 * thickness,
                height: thickness),
            Rect(x: part.minX - thickness, y: part.maxY, width: part.size.width + 2 * thickness, height: thickness),
            Rect(x: part.minX - thickness, y: part.minY, width: thickness, height: part.size.height),
            Rect(x: part.maxX, y: part.minY, width: thickness, height: part.size.height),
        ]
        return outside.map { ContentsQuad(Self.shade, $0) } + sides.map { ContentsQuad(Self.frame, $0) }
    }
}

extension ContentsQuad {
    /// A quad that fills a rectangle with the color of a single pixel.
    ///
    /// With a margin, which is at least a pixel of the screen, the edges of the rectangle are antialiased.
    fileprivate init(_ pixel: PixelBuffer, _ frame: Rect, margin: Double = 0, opacity: Double = 1) {
        let extended = Rect(
            x: frame.minX - margin, y: frame.minY - margin, width: frame.size.width + 2 * margin,
            height: frame.size.height + 2 * margin)
        self.init(
            buffer: pixel, source: Rect(x: 0, y: 0, width: 1, height: 1), frame: extended, opacity: opacity,
            softOutline: margin > 0 ? frame : nil)
    }
}

extension PixelBuffer {
    /// A buffer of a single pixel.
    fileprivate convenience init(color: Color) {
        self.init(size: PixelSize(width: 1, height: 1), isOpaque: nil) { $0[0] = color.pixel() }
    }
}
