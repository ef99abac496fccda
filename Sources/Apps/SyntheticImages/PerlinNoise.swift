/// Smooth noise from random gradients at the points of a square lattice, a pure function of position and salt.
///
/// Only additions, multiplications and comparisons of IEEE numbers are used, in a fixed order, so that every machine
/// and every build gives the same bits. The method is Perlin's gradient noise with his quintic fade ("Improving
/// Noise", 2002); gradients come from a hash instead of a table.
enum PerlinNoise {
    /// Added to every coordinate: they are then positive, truncation is a floor, and the fraction has 24 bits.
    private static let shift = 268_435_456.0

    /// Returns the noise at a position, about -0.7…0.7; zero on lattice points.
    @inline(__always)
    static func value(_ x: Double, _ y: Double, salt: UInt32) -> Float {
        let shiftedX = x + shift
        let shiftedY = y + shift
        let column = UInt32(truncatingIfNeeded: Int64(shiftedX))
        let row = UInt32(truncatingIfNeeded: Int64(shiftedY))
        let u = Float(shiftedX - Double(column))
        let v = Float(shiftedY - Double(row))
        let a = gradient(column, row, salt, u, v)
        let b = gradient(column &+ 1, row, salt, u - 1, v)
        let c = gradient(column, row &+ 1, salt, u, v - 1)
        let d = gradient(column &+ 1, row &+ 1, salt, u - 1, v - 1)
        let across = fade(u)
        let top = a + across * (b - a)
        let bottom = c + across * (d - c)
        return top + fade(v) * (bottom - top)
    }

    /// Returns the contribution of a lattice point's gradient at an offset from it.
    @inline(__always)
    private static func gradient(_ column: UInt32, _ row: UInt32, _ salt: UInt32, _ u: Float, _ v: Float) -> Float {
        let bits = Hash.mix(column, row, salt)
        let leanX = Float(Int16(truncatingIfNeeded: bits)) * (1.5 / 32768)
        let leanY = Float(Int16(truncatingIfNeeded: bits >> 16)) * (1.5 / 32768)
        return leanX * u + leanY * v
    }

    @inline(__always)
    private static func fade(_ t: Float) -> Float { t * t * t * (t * (t * 6 - 15) + 10) }

    /// Returns a sum of octaves, each with half the wavelength of the previous one, `gain` times its height, and rotated.
    ///
    /// The rotation (3-4-5 triangle: exact cosine and sine) prevents the lattices of the octaves from aligning.
    @inline(__always)
    static func octaves(_ count: Int, _ x: Double, _ y: Double, gain: Float = 0.5, salt: UInt32) -> Float {
        var sum: Float = 0
        var height: Float = 1
        var x = x
        var y = y
        for octave in 0..<UInt32(count) {
            sum += height * value(x, y, salt: salt &+ octave)
            height *= gain
            let rotated = rotatedX(x, y)
            y = rotatedY(x, y)
            x = rotated
        }
        return sum
    }

    /// Returns a sum of octaves folded at zero, which makes sharp crests, and damped in smooth valleys; 0…about 1.6.
    ///
    /// Source: Musgrave's ridged multifractal ("Texturing and Modeling", chapter 16).
    @inline(__always)
    static func ridges(_ count: Int, _ x: Double, _ y: Double, salt: UInt32) -> Float {
        var sum: Float = 0
        var height: Float = 1
        var weight: Float = 1
        var x = x
        var y = y
        for octave in 0..<UInt32(count) {
            let noise = value(x, y, salt: salt &+ octave)
            var crest = 1 - 1.6 * (noise < 0 ? -noise : noise)
            crest = crest > 0 ? crest * crest * weight : 0
            sum += height * crest
            weight = crest * 2.6 < 1 ? crest * 2.6 : 1
            height *= 0.53
            let rotated = rotatedX(x, y)
            y = rotatedY(x, y)
            x = rotated
        }
        return sum
    }

    @inline(__always)
    private static func rotatedX(_ x: Double, _ y: Double) -> Double { 1.6 * x - 1.2 * y + 17.3 }

    @inline(__always)
    private static func rotatedY(_ x: Double, _ y: Double) -> Double { 1.2 * x + 1.6 * y - 9.1 }
}
