internal import TilePyramid

extension MapOverlay {
    /// The distances between grid lines in pixels; the first is that of the crosses with coordinates.
    private var spacings: [Float] {
        var spacings: [Float] = [200]
        while let last = spacings.last, last * 5 < longestSide, spacings.count < 6 { spacings.append(last * 5) }
        return spacings
    }

    /// Adds the lines around every sheet, wider for larger sheets.
    func addGrid(_ rows: ClosedRange<Float>, to shapes: inout [any OverlayShape]) {
        for (index, spacing) in spacings.enumerated().dropFirst() {
            var width: Float = 0.45
            for _ in 0..<index { width *= 2.6 }
            for row in cellRows(rows, spacing: spacing, reach: width + 1) where row > 0 {
                let y = Float(row) * spacing
                shapes.append(gridLine(0, y, Float(size.width), y, width))
            }
            for column in cellColumns(spacing: spacing) where column > 0 {
                let x = Float(column) * spacing
                shapes.append(gridLine(x, rows.lowerBound - 8, x, rows.upperBound + 8, width))
            }
        }
    }

    private func gridLine(_ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float, _ width: Float) -> OverlayLine {
        OverlayLine(x0: x0, y0: y0, x1: x1, y1: y1, width: width, color: Self.paper, opacity: 0.42)
    }

    /// Adds a letter and a number in the corner of every sheet, for every size of sheets.
    func addSheetNumbers(_ rows: ClosedRange<Float>, to shapes: inout [any OverlayShape]) {
        for (index, spacing) in spacings.enumerated().dropFirst() {
            // Larger names are fainter, so that they do not dominate.
            let style = OverlayText.Style(
                height: spacing * 0.042, weight: 0.14, spacing: 0.05, ink: Self.paper,
                opacity: max(0.62 - 0.12 * Float(index), 0.25))
            for row in cellRows(rows, spacing: spacing, reach: 0) where row >= 0 {
                for column in cellColumns(spacing: spacing) where column >= 0 {
                    shapes.append(
                        OverlayText(
                            Self.sheetName(column: column, row: row), x: (Float(column) + 0.025) * spacing,
                            top: (Float(row) + 0.025) * spacing, style: style))
                }
            }
        }
    }

    /// Returns the name of a sheet, as in spreadsheets: A1 … Z1, AA1 ….
    static func sheetName(column: Int, row: Int) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        var name = ""
        var rest = column
        repeat {
            name = String(letters[rest % 26]) + name
            rest = rest / 26 - 1
        } while rest >= 0
        return name + String(row + 1)
    }

    /// Adds small crosses with their coordinates in pixels, in a color that contrasts with the ground.
    func addCoordinates(_ rows: ClosedRange<Float>, to shapes: inout [any OverlayShape]) {
        let spacing = spacings[0]
        for row in cellRows(rows, spacing: spacing, reach: 24) where row > 0 {
            for column in cellColumns(spacing: spacing) where column > 0 {
                let x = Float(column) * spacing
                let y = Float(row) * spacing
                let onLand = terrain.sample(Double(x), Double(y)).height > 0
                let ink = onLand ? Self.ink : Self.seaInk
                let opacity: Float = onLand ? 0.62 : 0.66
                if column % 5 != 0 && row % 5 != 0 {
                    for (across, down) in [(Float(5), Float(0)), (0, 5)] {
                        shapes.append(
                            OverlayLine(
                                x0: x - across, y0: y - down, x1: x + across, y1: y + down, width: 1.1, color: ink,
                                opacity: opacity))
                    }
                }
                let style = OverlayText.Style(height: 7.5, weight: 0.15, spacing: 0.06, ink: ink, opacity: opacity)
                shapes.append(OverlayText("\(Int(x)) \(Int(y))", x: x + 5, top: y + 6, style: style))
            }
        }
    }

    /// Adds a compass rose in deep water, with lines in 32 directions across the whole image.
    func addCompass(to shapes: inout [any OverlayShape]) {
        let radius = longestSide * 0.035
        let width = max(0.9, longestSide / 9000)
        for (index, direction) in Self.directions.enumerated() {
            let (x, y) = direction
            let inner = index % 8 == 0 ? 0 : radius * (index % 4 == 0 ? 0.35 : index % 2 == 0 ? 0.6 : 1)
            shapes.append(
                OverlayLine(
                    x0: rose.x + x * inner, y0: rose.y + y * inner, x1: rose.x + x * longestSide * 1.5,
                    y1: rose.y + y * longestSide * 1.5, width: width, color: Self.paper,
                    opacity: index % 4 == 0 ? 0.34 : 0.2))
        }
        for (opacity, factor) in [(Float(0.9), Float(2.2)), (0.62, 1), (0.57, 1), (1, 1)] {
            shapes.append(
                OverlayRing(
                    x: rose.x, y: rose.y, radius: radius * opacity, width: width * factor, color: Self.seaInk,
                    opacity: 0.75))
        }
        let style = OverlayText.Style(
            height: radius * 0.26, weight: 0.16, ink: Self.paper, opacity: 0.95, halo: SIMD4(rgb: 0x17466B),
            haloOpacity: 0.6)
        for (name, x, y) in [("N", 0, -1), ("E", 1, 0), ("S", 0, 1), ("W", -1, 0)] as [(String, Float, Float)] {
            shapes.append(
                OverlayText(
                    name, x: rose.x + x * radius * 1.24, top: rose.y + y * radius * 1.24 - radius * 0.13,
                    alignment: 0.5, style: style))
        }
    }

    /// Unit vectors in 32 directions, by bisection from the four axes: the sine of a library may differ between machines.
    private static let directions: [(x: Float, y: Float)] = {
        var directions: [(x: Float, y: Float)] = [(1, 0), (0, 1), (-1, 0), (0, -1)]
        for _ in 0..<3 {
            let rotated = directions.dropFirst() + [directions[0]]
            directions = zip(directions, rotated).flatMap { a, b in
                let x = a.x + b.x
                let y = a.y + b.y
                let length = (x * x + y * y).squareRoot()
                return [a, (x / length, y / length)]
            }
        }
        return directions
    }()
}
