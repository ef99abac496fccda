internal import Glibc
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

/// The images of the demos, each drawn once.
enum DemoImages {
    /// The digits 0 to 9 side by side, each of 7 × 11 pixels, from seven segments.
    static let digits = PixelBuffer.drawn(size: PixelSize(width: 70, height: 11)) { context in
        // Bits: top, upper left, upper right, middle, lower left, lower right, bottom.
        let segments = [0x77, 0x24, 0x5D, 0x6D, 0x2E, 0x6B, 0x7B, 0x25, 0x7F, 0x6F]
        let bars = [
            Rect(x: 2, y: 1, width: 3, height: 1), Rect(x: 1, y: 2, width: 1, height: 3),
            Rect(x: 5, y: 2, width: 1, height: 3), Rect(x: 2, y: 5, width: 3, height: 1),
            Rect(x: 1, y: 6, width: 1, height: 3), Rect(x: 5, y: 6, width: 1, height: 3),
            Rect(x: 2, y: 9, width: 3, height: 1),
        ]
        context.fillColor = DemoColors.night
        context.fill(Rect(x: 0, y: 0, width: 70, height: 11))
        context.fillColor = DemoColors.yellow
        for (digit, lit) in segments.enumerated() {
            for (bit, bar) in bars.enumerated() where lit >> bit & 1 == 1 {
                let origin = Point(x: bar.minX + 7 * Double(digit), y: bar.minY)
                context.fill(Rect(origin: origin, size: bar.size))
            }
        }
    }

    /// A button of 60 × 60 pixels with round corners.
    static let button = PixelBuffer.drawn(size: PixelSize(width: 60, height: 60)) { context in
        context.fillColor = DemoColors.blue
        context.fill(Path(roundedRect: Rect(x: 2, y: 2, width: 56, height: 56), radius: 20))
        context.strokeColor = DemoColors.night
        context.strokeStyle.width = 4
        context.stroke(Path(roundedRect: Rect(x: 2, y: 2, width: 56, height: 56), radius: 20))
    }

    /// A disc of 40 pixels.
    static let disc = PixelBuffer.drawn(size: PixelSize(width: 40, height: 40)) { context in
        context.fillColor = DemoColors.green
        context.fill(Path(ellipseIn: Rect(x: 1, y: 1, width: 38, height: 38)))
        context.fillColor = .white
        context.fill(Rect(x: 18, y: 4, width: 4, height: 16))
    }

    /// A dial of 120 pixels with one hand, which shows how it is turned and mirrored.
    static let dial = PixelBuffer.drawn(size: PixelSize(width: 120, height: 120)) { context in
        context.fillColor = DemoColors.yellow
        context.fill(Rect(x: 0, y: 0, width: 120, height: 120))
        context.fillColor = DemoColors.night
        context.fill(Path(ellipseIn: Rect(x: 10, y: 10, width: 100, height: 100)))
        context.fillColor = .white
        context.fill(Rect(x: 56, y: 18, width: 8, height: 46))
        context.fill(Rect(x: 60, y: 56, width: 40, height: 8))
    }

    /// A cone, opaque on a transparent ground.
    static let cone = PixelBuffer.drawn(size: PixelSize(width: 200, height: 200)) { context in
        context.fill(Path(polygon: [Point(x: 100, y: 10), Point(x: 180, y: 170), Point(x: 20, y: 170)]))
        context.fill(Path(ellipseIn: Rect(x: 20, y: 145, width: 160, height: 50)))
    }

    /// A ship of 60 pixels, seen from above, with its bow to the right.
    static let ship = PixelBuffer.drawn(size: PixelSize(width: 60, height: 60)) { context in
        context.fillColor = DemoColors.blue
        context.fill(
            Path(polygon: [
                Point(x: 58, y: 30), Point(x: 30, y: 46), Point(x: 6, y: 42), Point(x: 6, y: 18), Point(x: 30, y: 14),
            ]))
        context.fillColor = DemoColors.yellow
        context.fill(Rect(x: 14, y: 24, width: 16, height: 12))
    }

    /// A door of 100 × 160 points that turns about its left edge.
    @MainActor static func door() -> Layer {
        let door = Layer()
        door.anchorPoint = Point(x: 0, y: 0.5)
        door.frame = Rect(x: 110, y: 40, width: 100, height: 160)
        door.backgroundColor = Color(red: 0.55, green: 0.35, blue: 0.2)
        door.borderWidth = 6
        door.borderColor = Color(red: 0.4, green: 0.25, blue: 0.15)
        let handle = Layer()
        handle.frame = Rect(x: 80, y: 75, width: 12, height: 12)
        handle.backgroundColor = DemoColors.yellow
        handle.cornerRadius = 6
        door.addSublayer(handle)
        return door
    }

    /// A flake of 24 pixels.
    static let flake = PixelBuffer.drawn(size: PixelSize(width: 24, height: 24)) { context in
        context.strokeColor = .white
        context.strokeStyle.width = 3
        for turn in 0..<3 {
            let x = 10 * cos(Double(turn) * .pi / 3)
            let y = 10 * sin(Double(turn) * .pi / 3)
            var line = Path()
            line.move(to: Point(x: 12 - x, y: 12 - y))
            line.addLine(to: Point(x: 12 + x, y: 12 + y))
            context.stroke(line)
        }
    }

    /// A spark of 16 pixels, bright in the middle.
    static let spark = PixelBuffer.drawn(size: PixelSize(width: 16, height: 16)) { context in
        for step in 1...8 {
            let radius = 8 - Double(step)
            context.fillColor = Color(red: 1, green: 1, blue: 1, alpha: 0.2)
            context.fill(Path(ellipseIn: Rect(x: 8 - radius, y: 8 - radius, width: 2 * radius, height: 2 * radius)))
        }
    }

    /// Ten frames of a ball that rolls.
    static let film = (0..<10).map { frame in
        PixelBuffer.drawn(size: PixelSize(width: 160, height: 120)) { context in
            context.fillColor = DemoColors.night
            context.fill(Rect(x: 0, y: 0, width: 160, height: 120))
            context.fillColor = DemoColors.green
            context.fill(Rect(x: 0, y: 90, width: 160, height: 30))
            context.fillColor = DemoColors.yellow
            let x = 15 + 13 * Double(frame)
            context.fill(Path(ellipseIn: Rect(x: x - 15, y: 60, width: 30, height: 30)))
        }
    }

    /// Hills before a sky, of 320 × 200 pixels.
    static let landscape = PixelBuffer.drawn(size: PixelSize(width: 320, height: 200)) { context in
        for row in 0..<200 {
            let height = Double(row) / 200
            context.fillColor = Color(red: 0.45 + 0.5 * height, green: 0.65 + 0.2 * height, blue: 0.95 - 0.25 * height)
            context.fill(Rect(x: 0, y: Double(row), width: 320, height: 1))
        }
        for ridge in 0..<4 {
            let shade = 0.55 - 0.1 * Double(ridge)
            context.fillColor = Color(red: shade * 0.6, green: shade, blue: shade * 0.65)
            let points = (0...80).map { step in
                let x = 4 * Double(step)
                let wave = sin(x / 29 + 2 * Double(ridge)) + sin(x / 67 + Double(ridge))
                return Point(x: x, y: 80 + 30 * Double(ridge) + 12 * wave)
            }
            context.fill(Path(polygon: points + [Point(x: 320, y: 200), Point(x: 0, y: 200)]))
        }
    }
}
