internal import PixelKernels

/// Reads and writes the pixels of one layout: a type for each, so that the loops over pixels know it.
///
/// In between, a pixel is its colors, multiplied by alpha ÷ full, and alpha. Where there is none, the last lane may be anything.
protocol WarpedPixel {
    associatedtype Sample: FixedWidthInteger & UnsignedInteger & SIMDScalar
    /// The samples of a pixel.
    static var channels: Int { get }
    /// Whether the last of them is alpha.
    static var hasAlpha: Bool { get }
    /// Loads a pixel.
    static func load(_ samples: UnsafePointer<Sample>) -> SIMD4<Float>
    /// Loads a pixel that is followed by another one, and may read samples of that one.
    static func loadFollowed(_ samples: UnsafePointer<Sample>) -> SIMD4<Float>
    /// Stores a pixel, each sample rounded to the nearest, halves up.
    ///
    /// - Parameters:
    ///   - pixel: the pixel.
    ///   - output: its memory.
    ///   - bias: added to colors whose fractions are dropped then; nil to round them as well.
    static func store(_ pixel: SIMD4<Float>, _ output: UnsafeMutableRawPointer, bias: Float?)
    /// Places color and alpha where they lie in memory, as the first samples; those after them may be anything.
    static func arranged(_ pixel: SIMD4<Float>) -> SIMD4<Float>
}

extension WarpedPixel {
    @inline(__always) static var full: Float { Float(Sample.max) }

    @inline(__always)
    static func loadFollowed(_ samples: UnsafePointer<Sample>) -> SIMD4<Float> { load(samples) }

    @inline(__always)
    static func arranged(_ pixel: SIMD4<Float>) -> SIMD4<Float> { pixel }

    @inline(__always)
    static func store(_ pixel: SIMD4<Float>, _ output: UnsafeMutableRawPointer, bias: Float?) {
        var color = pixel
        if hasAlpha {
            let alpha = pixel[3]
            color = alpha < 0.5 ? .zero : pixel * (full / alpha)
            color[3] = alpha
        }
        var biases = SIMD4<Float>(repeating: bias ?? 0.5)
        if hasAlpha { biases[3] = 0.5 }
        color = arranged(color)
        biases = arranged(biases)
        color = color.replacing(with: 0, where: color .< 0).replacing(with: full, where: color .> full)
        // A float of 2²³ has no room for fractions: what is added to it is rounded, halves to the even number.
        if bias != nil { color += biases }
        let sum = color + 8_388_608
        var samples = unsafeBitCast(sum, to: SIMD4<Int32>.self) & 0xFFFF
        if bias == nil {
            samples.replace(with: samples &+ 1, where: color - (sum - 8_388_608) .== 0.5)
        } else {
            samples.replace(with: samples &- 1, where: sum - 8_388_608 .> color)
        }
        let target = output.assumingMemoryBound(to: Sample.self)
        for channel in 0..<channels { target[channel] = Sample(truncatingIfNeeded: samples[channel]) }
    }

    /// Four samples as numbers.
    @inline(__always)
    static func loadFour(_ samples: UnsafePointer<Sample>) -> SIMD4<Float> {
        let four = UnsafeRawPointer(samples).loadUnaligned(as: SIMD4<Sample>.self)
        return SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: four))
    }
}

/// Gray.
enum WarpedGray<Sample: FixedWidthInteger & UnsignedInteger & SIMDScalar>: WarpedPixel {
    static var channels: Int { 1 }
    static var hasAlpha: Bool { false }

    @inline(__always)
    static func load(_ samples: UnsafePointer<Sample>) -> SIMD4<Float> { SIMD4(Float(samples[0]), 0, 0, 0) }
}

/// Gray and alpha, which is in the last lane in between.
enum WarpedGrayAlpha<Sample: FixedWidthInteger & UnsignedInteger & SIMDScalar>: WarpedPixel {
    static var channels: Int { 2 }
    static var hasAlpha: Bool { true }

    @inline(__always)
    static func load(_ samples: UnsafePointer<Sample>) -> SIMD4<Float> {
        let alpha = Float(samples[1])
        return SIMD4(Float(samples[0]) * (alpha * (1 / full)), 0, 0, alpha)
    }

    @inline(__always)
    static func arranged(_ pixel: SIMD4<Float>) -> SIMD4<Float> { SIMD4(pixel[0], pixel[3], 0, 0) }
}

/// Red, green and blue.
enum WarpedRGB<Sample: FixedWidthInteger & UnsignedInteger & SIMDScalar>: WarpedPixel {
    static var channels: Int { 3 }
    static var hasAlpha: Bool { false }

    @inline(__always)
    static func load(_ samples: UnsafePointer<Sample>) -> SIMD4<Float> {
        SIMD4(Float(samples[0]), Float(samples[1]), Float(samples[2]), 0)
    }

    @inline(__always)
    static func loadFollowed(_ samples: UnsafePointer<Sample>) -> SIMD4<Float> { loadFour(samples) }
}

/// Red, green, blue and alpha.
enum WarpedRGBA<Sample: FixedWidthInteger & UnsignedInteger & SIMDScalar>: WarpedPixel {
    static var channels: Int { 4 }
    static var hasAlpha: Bool { true }

    @inline(__always)
    static func load(_ samples: UnsafePointer<Sample>) -> SIMD4<Float> {
        let pixel = loadFour(samples)
        var factors = SIMD4<Float>(repeating: pixel[3] * (1 / full))
        factors[3] = 1
        return pixel * factors
    }
}

/// A number in red, green and blue, which is in the first lane in between.
enum WarpedNumber: WarpedPixel {
    static var channels: Int { 3 }
    static var hasAlpha: Bool { false }

    @inline(__always)
    static func load(_ samples: UnsafePointer<UInt8>) -> SIMD4<Float> {
        SIMD4(Float(NumberPixels.number(samples)), 0, 0, 0)
    }

    @inline(__always)
    static func store(_ pixel: SIMD4<Float>, _ output: UnsafeMutableRawPointer, bias: Float?) {
        NumberPixels.store(pixel[0], output.assumingMemoryBound(to: UInt8.self))
    }
}

/// A number in red, green and blue, and alpha.
enum WarpedNumberAlpha: WarpedPixel {
    static var channels: Int { 4 }
    static var hasAlpha: Bool { true }

    @inline(__always)
    static func load(_ samples: UnsafePointer<UInt8>) -> SIMD4<Float> {
        let alpha = Float(samples[3])
        return SIMD4(Float(NumberPixels.number(samples)) * (alpha * (1 / full)), 0, 0, alpha)
    }

    @inline(__always)
    static func store(_ pixel: SIMD4<Float>, _ output: UnsafeMutableRawPointer, bias: Float?) {
        let target = output.assumingMemoryBound(to: UInt8.self)
        let isValid = pixel[3] >= full / 2
        NumberPixels.store(isValid ? pixel[0] * (full / pixel[3]) : 0, target)
        target[3] = isValid ? 255 : 0
    }
}
