extension TerrainEncoding {
    /// The number of red, green and blue as 24 bits for an elevation in meters: the nearest, clipped; nil for NaN.
    public func code(of elevation: Double) -> UInt32? {
        guard !elevation.isNaN else { return nil }
        // Halves are rounded up.
        let number = (elevation - lowest) * stepsPerMeter + 0.5
        return number > 0 ? UInt32(min(number, 0xFF_FFFF)) : 0
    }

    /// The elevation in meters of 24 bits of red, green and blue.
    public func elevation(of code: UInt32) -> Double { lowest + Double(code & 0xFF_FFFF) / stepsPerMeter }

    private var lowest: Double { self == .mapbox ? -10_000 : -32_768 }
    private var stepsPerMeter: Double { self == .mapbox ? 10 : 256 }

    /// Encodes a row of elevations.
    ///
    /// - Parameters:
    ///   - elevations: the elevations in meters; NaN for invalid ones, which become 0.
    ///   - count: the number of elevations.
    ///   - target: room for as many pixels: red, green, blue, and full alpha of valid ones if there is alpha.
    ///   - hasAlpha: whether pixels have alpha.
    package func encode(
        _ elevations: UnsafePointer<Double>, count: Int, to target: UnsafeMutablePointer<UInt8>, hasAlpha: Bool
    ) {
        let step = hasAlpha ? 4 : 3
        for x in 0..<count {
            let code = code(of: elevations[x])
            let number = code ?? 0
            let pixel = target + x * step
            pixel[0] = UInt8(truncatingIfNeeded: number >> 16)
            pixel[1] = UInt8(truncatingIfNeeded: number >> 8)
            pixel[2] = UInt8(truncatingIfNeeded: number)
            if hasAlpha { pixel[3] = code == nil ? 0 : 255 }
        }
    }
}
