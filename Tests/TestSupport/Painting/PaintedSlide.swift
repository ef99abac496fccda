/// A fluorescence slide that nobody has stained: cells with nuclei, borders, mitochondria and vesicles.
public enum PaintedSlide {
    /// The stains of the channels.
    public static let stains = ["DAPI", "FITC", "TRITC", "Cy5"]
    /// The size of the slide in pixels.
    public static let width = 512, height = 384

    /// An OME-TIFF of four channels of 16 bits, a page each.
    public static func file() -> [UInt8] {
        let planes = paint()
        let channels = stains.enumerated().map {
            #"<Channel ID="Channel:0:\#($0)" Name="\#($1)" SamplesPerPixel="1"/>"#
        }
        let pages = planes.enumerated().map { channel, plane in
            var page = TIFFFixture(width: width, height: height) { x, y, _ in UInt64(plane[y * width + x]) }
            page.bits = 16
            page.rowsPerStrip = 64
            guard channel == 0 else { return page }
            page.tags[270] = .text(
                #"<?xml version="1.0" encoding="UTF-8"?><OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06">"#
                    + #"<Image ID="Image:0"><Pixels ID="Pixels:0" DimensionOrder="XYCZT" Type="uint16" "#
                    + #"SizeX="\#(width)" SizeY="\#(height)" SizeC="4" SizeZ="1" SizeT="1" PhysicalSizeX="0.325" "#
                    + #"PhysicalSizeY="0.325">\#(channels.joined())<TiffData/></Pixels></Image></OME>"#)
            return page
        }
        return TIFFFixture.encode(pages)
    }

    /// The samples of the channels.
    static func paint() -> [[Double]] {
        // The dark counts of the channels.
        var planes = [110.0, 130, 120, 100].map { Array(repeating: $0, count: width * height) }
        for row in -1...height / Cell.spacing + 1 {
            for column in -1...width / Cell.spacing + 1 { Cell(column, row).paint(on: &planes) }
        }
        for channel in planes.indices {
            let grain = ValueNoise(seed: UInt64(50 + channel))
            for index in planes[channel].indices {
                let value = planes[channel][index] + 24 * grain.number(index % width, index / width)
                planes[channel][index] = min(65535, value.rounded(.down))
            }
        }
        return planes
    }

    /// A cell: an ellipse with a wavy border.
    private struct Cell {
        /// The distance of the cells' places.
        static let spacing = 64
        /// No cell is larger than that from its center.
        private static let reach = 44.0

        private static let texture = ValueNoise(seed: 11)
        private static let spots = ValueNoise(seed: 21)
        private static let waves = ValueNoise(seed: 31)
        private static let vesicles = ValueNoise(seed: 41)

        private let x: Double, y: Double
        private let radius: (long: Double, short: Double)
        private let direction: (x: Double, y: Double)
        private let hasVesicles: Bool

        init(_ column: Int, _ row: Int) {
            let numbers = (0..<6).map { ValueNoise(seed: UInt64(100 + $0)).number(column, row) }
            let spacing = Double(Self.spacing)
            x = Double(column) * spacing + Double(row & 1) * spacing / 2 + 28 * (numbers[0] - 0.5)
            y = Double(row) * spacing + 28 * (numbers[1] - 0.5)
            let across = numbers[2] - 0.5
            let down = numbers[3] + 0.2
            let length = (across * across + down * down).squareRoot()
            direction = (across / length, down / length)
            radius = (27 + 9 * numbers[4], 20 + 7 * numbers[5])
            hasVesicles = numbers[0] < 0.35
        }

        func paint(on planes: inout [[Double]]) {
            let rows = range(y, PaintedSlide.height)
            for column in range(x, PaintedSlide.width) {
                for row in rows { paint(column, row, on: &planes) }
            }
        }

        /// The columns or rows of the image that the cell may cover.
        private func range(_ center: Double, _ count: Int) -> Range<Int> {
            let first = min(count, max(0, Int(center - Self.reach)))
            return first..<max(first, min(count, Int(center + Self.reach) + 1))
        }

        private func paint(_ column: Int, _ row: Int, on planes: inout [[Double]]) {
            let pixelX = Double(column)
            let pixelY = Double(row)
            let across = pixelX - x
            let down = pixelY - y
            let long = (across * direction.y - down * direction.x) / radius.long
            let short = (across * direction.x + down * direction.y) / radius.short
            let distance = (long * long + short * short).squareRoot()
            let wavy = distance * (0.9 + 0.2 * Self.waves.value(pixelX / 14, pixelY / 14))
            let cell = 1 - ValueNoise.step(0.92, 1.02, wavy)
            guard cell > 0 else { return }
            let nucleus = 1 - ValueNoise.step(0.36, 0.46, wavy)
            let border = ValueNoise.step(0.7, 0.92, wavy) * cell
            let plasma = cell * (1 - nucleus)
            let texture = Self.texture.fractal(pixelX / 5, pixelY / 5, octaves: 2)
            let fine = Self.spots.value(pixelX / 2.5, pixelY / 2.5)
            let index = row * PaintedSlide.width + column
            planes[0][index] += nucleus * (1500 + 1600 * texture)
            planes[1][index] += plasma * (350 + 500 * texture) + border * (900 + 700 * fine)
            let nearNucleus = 1 - ValueNoise.step(0.6, 0.95, wavy)
            planes[2][index] += plasma * nearNucleus * 2600 * ValueNoise.step(0.55, 0.75, fine)
            guard hasVesicles else { return }
            let vesicle = ValueNoise.step(0.66, 0.8, Self.vesicles.value(pixelX / 4, pixelY / 4))
            planes[3][index] += plasma * 3000 * vesicle
        }
    }
}
