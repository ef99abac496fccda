import Testing

@testable import PixelKernels

/// A small image in memory, as interleaved samples.
struct TestImage: Equatable {
    let width: Int
    let height: Int
    let layout: PixelLayout
    private(set) var samples: [UInt16]

    init(width: Int, height: Int, layout: PixelLayout, sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int) {
        self.width = width
        self.height = height
        self.layout = layout
        samples = []
        samples.reserveCapacity(width * height * layout.channels.rawValue)
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<layout.channels.rawValue {
                    samples.append(UInt16(sample(x, y, channel)))
                }
            }
        }
    }

    private init(width: Int, height: Int, layout: PixelLayout, samples: [UInt16]) {
        self.width = width
        self.height = height
        self.layout = layout
        self.samples = samples
    }

    subscript(x: Int, y: Int, channel: Int) -> Int {
        Int(samples[(y * width + x) * layout.channels.rawValue + channel])
    }

    /// Returns the next coarser level, downsampled row by row as by the cutter.
    func halved() throws -> TestImage {
        layout.depth == .eight ? try halved(as: UInt8.self) : try halved(as: UInt16.self)
    }

    private func halved<Sample: FixedWidthInteger & UnsignedInteger>(as: Sample.Type) throws -> TestImage {
        let count = layout.channels.rawValue
        let halfWidth = (width + 1) / 2
        let halfHeight = (height + 1) / 2
        let input = samples.map { Sample($0) }
        var output = [Sample](repeating: 0, count: halfWidth * halfHeight * count)
        try input.withUnsafeBytes { input in
            try output.withUnsafeMutableBytes { output in
                let source = try #require(input.baseAddress)
                let target = try #require(output.baseAddress)
                let stride = width * layout.bytesPerPixel
                for row in 0..<halfHeight {
                    let upper = source + 2 * row * stride
                    BoxDownsampling.makeRow(
                        upper: upper, lower: 2 * row + 1 < height ? upper + stride : nil, width: width,
                        layout: layout, into: target + row * halfWidth * layout.bytesPerPixel, outputRow: row)
                }
            }
        }
        return TestImage(width: halfWidth, height: halfHeight, layout: layout, samples: output.map { UInt16($0) })
    }
}

/// One channel without rounding, as if samples were real numbers.
struct ExactImage {
    let width: Int
    let height: Int
    private var values: [Double]

    /// Creates the first channel of an image.
    init(_ image: TestImage) {
        width = image.width
        height = image.height
        values = stride(from: 0, to: image.samples.count, by: image.layout.channels.rawValue).map {
            Double(image.samples[$0])
        }
    }

    private init(width: Int, height: Int, values: [Double]) {
        self.width = width
        self.height = height
        self.values = values
    }

    /// Returns the means of the existing 1, 2 or 4 values.
    func halved() -> ExactImage {
        let halfWidth = (width + 1) / 2
        let halfHeight = (height + 1) / 2
        var means: [Double] = []
        means.reserveCapacity(halfWidth * halfHeight)
        for y in 0..<halfHeight {
            for x in 0..<halfWidth {
                var sum = 0.0
                var count = 0.0
                for inputY in (2 * y)..<min(2 * y + 2, height) {
                    for inputX in (2 * x)..<min(2 * x + 2, width) {
                        sum += values[inputY * width + inputX]
                        count += 1
                    }
                }
                means.append(sum / count)
            }
        }
        return ExactImage(width: halfWidth, height: halfHeight, values: means)
    }

    /// Returns the mean and the greatest difference from the first channel of an image.
    func error(of image: TestImage) -> (mean: Double, maximum: Double) {
        let channels = image.layout.channels.rawValue
        var sum = 0.0
        var maximum = 0.0
        for (index, value) in values.enumerated() {
            let difference = Double(image.samples[index * channels]) - value
            sum += difference
            maximum = max(maximum, abs(difference))
        }
        return (sum / Double(values.count), maximum)
    }
}
