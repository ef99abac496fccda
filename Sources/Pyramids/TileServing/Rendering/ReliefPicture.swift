internal import ChannelImages
internal import ImageSources
internal import PixelKernels
internal import TilePyramid

/// A picture of elevations: their light and shade in gray, where the answer cannot have their numbers.
///
/// The heights of a small picture of a continent hardly differ over the distance of two pixels, so the picture exaggerates
/// them: the mean slope is the same in all pictures.
struct ReliefPicture {
    private let numbers: PixelMemory
    private var width: Int { numbers.size.width }

    /// The mean slope: the rise over the distance of two pixels.
    private static let meanSlope = 0.35

    /// Prepares a picture of numbers in the bytes of RGB or RGBA.
    init(of numbers: PixelMemory) { self.numbers = numbers }

    /// Draws the picture.
    ///
    /// - Parameter options: the rotation, colors and format.
    /// - Returns: the image, in gray.
    /// - Throws: `OutOfMemory`.
    func drawn(_ options: OutputOptions) throws -> OutputImage {
        let hasAlpha = numbers.layout.channels.hasAlpha
        let layout = PixelLayout(hasAlpha ? .grayAlpha : .gray)
        let output = try OutputImage(numbers.size, from: layout, options)
        let pixels = try PixelMemory(PixelSize(width: width, height: 1), layout)
        let shades = try PixelMemory(PixelSize(width: width, height: 1), PixelLayout(.gray))
        let gray = shades.base.assumingMemoryBound(to: UInt8.self)
        let row = pixels.base.assumingMemoryBound(to: UInt8.self)
        var light = Hillshade()
        let slope = try meanSlope()
        light.exaggeration = slope > 0 ? Self.meanSlope / slope : 1
        try forEachRow { y, above, middle, below in
            light.shade(middle, above: above, below: below, count: width, to: gray)
            for x in 0..<width {
                guard hasAlpha else {
                    row[x] = gray[x]
                    continue
                }
                row[2 * x] = gray[x]
                row[2 * x + 1] = gray[x] == Hillshade.nodata ? 0 : 255
            }
            output.add(pixels.base, y)
        }
        return output
    }

    /// The mean difference of neighbors across and down; 0 if there are none with elevations.
    private func meanSlope() throws -> Double {
        var sum = 0.0
        var count = 0.0
        try forEachRow { _, _, middle, below in
            for x in 0..<width {
                let across = x + 1 < width ? Double(abs(middle[x + 1] - middle[x])) : .nan
                let down = below.map { Double(abs($0[x] - middle[x])) } ?? .nan
                for difference in [across, down] where !difference.isNaN {
                    sum += difference
                    count += 1
                }
            }
        }
        return count > 0 ? sum / count : 0
    }

    /// Calls `body` with each row of numbers, and those above and below it; invalid ones are NaN.
    private func forEachRow(
        _ body: (
            _ y: Int, _ above: UnsafePointer<Float>?, _ row: UnsafePointer<Float>, _ below: UnsafePointer<Float>?
        ) -> Void
    ) throws {
        let memory = try HeapMemory.allocate(3 * width, of: Float.self)
        defer { HeapMemory.free(memory) }
        let height = numbers.size.height
        func row(_ y: Int) -> UnsafeMutablePointer<Float> { memory + y % 3 * width }
        fill(row(0), 0)
        for y in 0..<height {
            if y + 1 < height { fill(row(y + 1), y + 1) }
            body(
                y, y > 0 ? UnsafePointer(row(y - 1)) : nil, UnsafePointer(row(y)),
                y + 1 < height ? UnsafePointer(row(y + 1)) : nil)
        }
    }

    private func fill(_ row: UnsafeMutablePointer<Float>, _ y: Int) {
        let samples = UnsafePointer(numbers.row(y).assumingMemoryBound(to: UInt8.self))
        let channels = numbers.layout.channels.rawValue
        for x in 0..<width {
            let pixel = samples + x * channels
            row[x] = channels > 3 && pixel[3] == 0 ? .nan : Float(NumberPixels.number(pixel))
        }
    }
}
