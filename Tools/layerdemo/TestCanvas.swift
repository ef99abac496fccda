internal import Glibc
internal import LayerTree
internal import TilePyramid

/// The contents of the layers, each drawn once.
enum DemoImages {
    /// Pixels for each point; sharp on high-density screens too.
    private static let scale = 2.0

    private static func drawn(
        _ width: Double, _ height: Double, _ draw: (inout PixelContext) -> Void
    ) -> PixelBuffer {
        let size = PixelSize(width: Int(width * scale), height: Int(height * scale))
        return PixelBuffer.drawn(size: size, scale: scale, draw)
    }

    /// A dusk sky in bands.
    static let backdrop = drawn(640, 400) { context in
        for row in 0..<100 {
            let fraction = Double(row) / 99
            context.fillColor = Color(
                red: 0.10 + 0.25 * fraction, green: 0.13 + 0.12 * fraction, blue: 0.28 + 0.12 * fraction)
            context.fill(Rect(x: 0, y: Double(row) * 4, width: 640, height: 4))
        }
        context.fillColor = Color(red: 0.12, green: 0.12, blue: 0.16)
        context.fill(Rect(x: 0, y: 390, width: 640, height: 10))
    }

    static let clockFace = drawn(160, 160) { context in
        context.fillColor = Color(red: 0.08, green: 0.09, blue: 0.14)
        context.fill(Path(ellipseIn: Rect(x: 2, y: 2, width: 156, height: 156)))
        context.strokeColor = .white
        for mark in 0..<60 {
            let angle = Double(mark) * Double.pi / 30
            let length = mark % 5 == 0 ? 12.0 : 5
            context.strokeStyle = StrokeStyle(width: mark % 5 == 0 ? 3 : 1)
            var line = Path()
            line.move(to: Point(x: 80 + 74 * sin(angle), y: 80 - 74 * cos(angle)))
            line.addLine(to: Point(x: 80 + (74 - length) * sin(angle), y: 80 - (74 - length) * cos(angle)))
            context.stroke(line)
        }
    }

    /// A face of the die; higher numbers are brighter, which distinguishes the faces.
    static func dieFace(_ number: Int) -> PixelBuffer {
        drawn(100, 100) { context in
            let light = 0.62 + 0.06 * Double(number)
            context.fillColor = Color(red: light, green: light * 0.96, blue: light * 0.88)
            context.fill(Rect(x: 0, y: 0, width: 100, height: 100))
            context.strokeColor = Color(red: 0.35, green: 0.3, blue: 0.25)
            context.strokeStyle = StrokeStyle(width: 4)
            context.stroke(Path(Rect(x: 2, y: 2, width: 96, height: 96)))
            context.fillColor = Color(red: 0.5, green: 0.1, blue: 0.1)
            for pip in pips(number) {
                let center = Point(x: 50 + pip.x * 26, y: 50 + pip.y * 26)
                context.fill(Path(ellipseIn: Rect(x: center.x - 9, y: center.y - 9, width: 18, height: 18)))
            }
        }
    }

    private static func pips(_ number: Int) -> [Point] {
        let diagonal = [Point(x: -1, y: -1), Point(x: 1, y: 1)]
        let other = [Point(x: 1, y: -1), Point(x: -1, y: 1)]
        let sides = [Point(x: -1, y: 0), Point(x: 1, y: 0)]
        return (number % 2 == 1 ? [.zero] : []) + (number > 1 ? diagonal : []) + (number > 3 ? other : [])
            + (number == 6 ? sides : [])
    }

    /// A rounded panel whose corners keep their size when it is stretched.
    static let panel = drawn(40, 40) { context in
        context.fillColor = Color(red: 0.95, green: 0.95, blue: 0.9)
        context.fill(Path(roundedRect: Rect(x: 1, y: 1, width: 38, height: 38), radius: 14))
        context.strokeColor = Color(red: 0.2, green: 0.2, blue: 0.3)
        context.strokeStyle = StrokeStyle(width: 2)
        context.stroke(Path(roundedRect: Rect(x: 1, y: 1, width: 38, height: 38), radius: 14))
    }

    static func disc(_ color: Color, diameter: Double) -> PixelBuffer {
        drawn(diameter, diameter) { context in
            context.fillColor = color
            context.fill(Path(ellipseIn: Rect(x: 0, y: 0, width: diameter, height: diameter)))
        }
    }

    /// Three pages with different landscapes of hills.
    static let pages = (0..<3).map { number in
        drawn(300, 100) { context in
            let sky = [
                Color(red: 0.55, green: 0.75, blue: 0.95), Color(red: 0.98, green: 0.75, blue: 0.5),
                Color(red: 0.2, green: 0.22, blue: 0.4),
            ]
            context.fillColor = sky[number]
            context.fill(Rect(x: 0, y: 0, width: 300, height: 100))
            for ridge in 0..<3 {
                let shade = 0.5 - 0.13 * Double(ridge)
                context.fillColor = Color(red: shade * 0.6, green: shade, blue: shade * 0.7)
                let points = (0...60).map { step in
                    let x = Double(step) * 5
                    let wave = sin(x / (23 + Double(number) * 7) + Double(ridge) * 2) + sin(x / 61 + Double(number))
                    return Point(x: x, y: 45 + Double(ridge) * 16 + wave * 8)
                }
                context.fill(Path(polygon: points + [Point(x: 300, y: 100), Point(x: 0, y: 100)]))
            }
        }
    }
}
