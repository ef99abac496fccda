/// Clamps a number to 0…1.
@inline(__always)
func clamped(_ value: Float) -> Float { value < 0 ? 0 : value > 1 ? 1 : value }

/// Rises smoothly from 0 at `low` to 1 at `high` (Hermite interpolation).
@inline(__always)
func smoothStep(_ low: Float, _ high: Float, _ value: Float) -> Float {
    let t = clamped((value - low) / (high - low))
    return t * t * (3 - 2 * t)
}

/// Interpolates linearly from `a` at 0 to `b` at 1.
@inline(__always)
func mixed(_ a: Float, _ b: Float, _ t: Float) -> Float { a + (b - a) * t }
